//! What a typed line asks for.

use nardy_rules::CheckerMove;

/// What a typed line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// To play what was tried.
    Play,
    /// The listed turn of this number, from 1.
    Number(usize),
    /// Checker moves.
    Moves(Vec<CheckerMove>),
    /// To take the last move back.
    Undo,
    /// Another view of the board.
    View,
    /// All legal turns.
    List,
    /// What can be typed.
    Help,
    /// To leave the game.
    Quit,
    /// Nothing that is known; why.
    Unclear(String),
}

impl Entry {
    /// Reads a line. Commands are known in both languages, moves with `-` or `/`.
    pub(super) fn parse(text: &str) -> Entry {
        let text = text.trim().to_lowercase();
        match text.as_str() {
            "" => return Entry::Play,
            "u" | "undo" | "о" | "отмена" => return Entry::Undo,
            "v" | "view" | "в" | "вид" => return Entry::View,
            "l" | "list" | "с" | "список" => return Entry::List,
            "?" | "h" | "help" | "п" | "помощь" => return Entry::Help,
            "q" | "quit" | "exit" | "выход" => return Entry::Quit,
            _ => {}
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            // A number too large for any list is none of the list either.
            return Entry::Number(text.parse().unwrap_or(usize::MAX));
        }
        let words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let moves = words.map(|word| word.replace('/', "-").parse::<CheckerMove>());
        match moves.collect::<Result<_, _>>() {
            Ok(moves) => Entry::Moves(moves),
            Err(error) => Entry::Unclear(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn moves_are_read_with_a_hyphen_or_a_slash() {
        let moves = |pairs: &[[u8; 2]]| {
            let moves = pairs.iter().map(|[a, b]| CheckerMove::new(*a, *b).unwrap());
            Entry::Moves(moves.collect())
        };
        assert_eq!(Entry::parse("24/18 13/7"), moves(&[[24, 18], [13, 7]]));
        assert_eq!(Entry::parse(" 24-18, 18-15 "), moves(&[[24, 18], [18, 15]]));
        assert_eq!(Entry::parse("BAR/22 6/off"), moves(&[[25, 22], [6, 0]]));
    }

    #[test]
    fn commands_are_known_in_both_languages() {
        for (text, entry) in [
            ("", Entry::Play),
            ("U", Entry::Undo),
            ("Отмена", Entry::Undo),
            ("вид", Entry::View),
            ("l", Entry::List),
            ("п", Entry::Help),
            ("выход", Entry::Quit),
            ("12", Entry::Number(12)),
            ("99999999999999999999999", Entry::Number(usize::MAX)),
        ] {
            assert_eq!(Entry::parse(text), entry, "{text}");
        }
        for text in ["24/", "x", "24-18-12x", "-", "\u{1b}[2J", "26/20"] {
            assert!(matches!(Entry::parse(text), Entry::Unclear(_)), "{text}");
        }
    }
}
