//! Games in the short form that the page's viewer reads: a line of text for all turns of a game.
//!
//! A turn is the seat, the dice, and two letters for each checker move in the player's own
//! numbering, from `a` for 0 (off the board) to `z` for 25 (the bar): `065ytsm` is seat 0 playing
//! 6-5 by 24-19 18-12. A `~` before the dice says that a cascade left them. Hits are not written:
//! they follow from the positions.

use nardy_protocol::message::{Dice, MovePair};
use nardy_protocol::record::{GameRecord, TurnRecord};
use nardy_protocol::text::visible;
use serde::Serialize;

/// Characters of a bot's remark that the page keeps.
const REMARK_SHOWN: usize = 160;
/// Characters of all remarks together that the page keeps.
const REMARKS_MAX: usize = 1_000_000;

/// A game as the viewer reads it.
#[derive(Debug, Serialize)]
pub(super) struct ShownGame {
    id: String,
    /// The bots by seat, as places in the list of names.
    bots: [usize; 2],
    starter: usize,
    roll_off: Vec<[u8; 2]>,
    turns: String,
    winner: usize,
    kind: &'static str,
    points: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<(usize, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<ShownFault>,
}

/// Why a game was lost before its end.
#[derive(Debug, Serialize)]
struct ShownFault {
    seat: usize,
    code: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
}

/// The games that the page holds, as they are chosen.
#[derive(Debug)]
pub(super) struct Selection {
    /// Of so many pairs so many are taken.
    pairs: u64,
    wanted: u64,
    /// The pair of the last game, how many pairs there were up to it, and whether it was taken.
    last: Option<u64>,
    seen: u64,
    taken: u64,
    taking: bool,
    remarks_left: usize,
    pub(super) games: Vec<ShownGame>,
    /// Whether remarks had to be left out.
    pub(super) remarks_cut: bool,
}

impl Selection {
    /// A selection of at most `most` of so many games, spread evenly, in whole pairs.
    pub(super) fn new(games: u64, most: usize) -> Selection {
        let pairs = games.div_ceil(2).max(1);
        Selection {
            pairs,
            wanted: (most as u64 / 2).min(pairs),
            last: None,
            seen: 0,
            taken: 0,
            taking: false,
            remarks_left: REMARKS_MAX,
            games: Vec::new(),
            remarks_cut: false,
        }
    }

    /// Takes the game, if it is one of the chosen. Games come in order, so that the two of a pair
    /// follow each other.
    pub(super) fn offer(&mut self, record: &GameRecord, bots: [usize; 2]) {
        if self.last.replace(record.pair) != Some(record.pair) {
            let is_next = self.seen * self.wanted % self.pairs < self.wanted;
            self.taking = is_next && self.taken < self.wanted;
            self.seen += 1;
            self.taken += u64::from(self.taking);
        }
        if !self.taking {
            return;
        }
        let game = ShownGame {
            id: visible(&record.game, 40),
            bots,
            starter: record.starter.index(),
            roll_off: record.roll_off.clone(),
            turns: turns(&record.turns),
            winner: record.result.winner.index(),
            kind: record.result.kind.as_str(),
            points: record.result.points,
            remarks: self.remarks(&record.turns),
            fault: record.fault.as_ref().map(|fault| ShownFault {
                seat: fault.seat.index(),
                code: visible(&fault.code, 40),
                message: visible(&fault.message, 400),
                moves: fault.moves.as_deref().map(letters),
            }),
        };
        self.games.push(game);
    }

    /// Whether the viewer has this game.
    pub(super) fn has(&self, id: &str) -> bool {
        self.games.iter().any(|game| game.id == id)
    }

    fn remarks(&mut self, turns: &[TurnRecord]) -> Vec<(usize, String)> {
        let mut kept = Vec::new();
        for (number, turn) in (1..).zip(turns) {
            let Some(info) = &turn.info else { continue };
            let text = visible(&info.to_string(), REMARK_SHOWN);
            let length = text.chars().count();
            if length > self.remarks_left {
                self.remarks_cut = true;
                break;
            }
            self.remarks_left -= length;
            kept.push((number, text));
        }
        kept
    }
}

/// All turns of a game, a blank between two.
pub(crate) fn turns(turns: &[TurnRecord]) -> String {
    let turns = turns.iter().map(|turn| {
        let (mark, dice) = match &turn.dice {
            Dice::Roll(dice) => ("", &dice[..]),
            Dice::Leftover(dice) => ("~", &dice[..]),
        };
        let dice: String = dice.iter().map(ToString::to_string).collect();
        format!("{}{mark}{dice}{}", turn.seat.index(), letters(&turn.moves))
    });
    turns.collect::<Vec<_>>().join(" ")
}

/// Two letters for each checker move. A refused one may name points that the board does not have.
fn letters(moves: &[MovePair]) -> String {
    let letter = |point: &u8| match point {
        0..=25 => char::from(b'a' + point),
        _ => '?',
    };
    moves.iter().flatten().map(letter).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const RECORD: &str = r#"{"game":"17b","index":33,"pair":17,"rules":"gulbar","bots":["pips","greedy"],"starter":1,"roll_off":[[3,3],[2,5]],"turns":[{"seat":1,"dice":[2,2],"moves":[[24,22],[22,20],[20,17]]},{"seat":0,"leftover":[5,6,6],"moves":[]},{"seat":0,"dice":[6,5],"moves":[[6,0]],"info":"hm"}],"result":{"winner":1,"kind":"forfeit","points":2,"reason":"illegal_turn"},"fault":{"seat":0,"code":"illegal_turn","rule":"R10","message":"no","moves":[[25,200]],"example":[]}}"#;

    fn record(pair: u64) -> GameRecord {
        let mut record: GameRecord = serde_json::from_str(RECORD).unwrap();
        record.pair = pair;
        record
    }

    #[test]
    fn turns_are_written_in_letters_from_a_for_0_to_z_for_25() {
        let mut chosen = Selection::new(2, 10);
        chosen.offer(&record(1), [1, 0]);
        let game = &chosen.games[0];
        assert_eq!(game.turns, "122ywwuur 0~566 065ga");
        assert_eq!(game.fault.as_ref().unwrap().moves.as_deref(), Some("z?"));
        assert_eq!(game.remarks, [(3, "\"hm\"".to_owned())]);
    }

    #[test]
    fn pairs_are_chosen_whole_and_from_all_of_the_league() {
        // The pairs, by number, of which at most so many games are taken.
        let taken = |pairs: u64, most: usize| {
            let mut chosen = Selection::new(pairs * 2, most);
            for pair in 1..=pairs {
                for half in ["a", "b"] {
                    let mut record = record(pair);
                    record.game = format!("{pair}{half}");
                    chosen.offer(&record, [0, 1]);
                }
            }
            let ids = chosen.games.into_iter().map(|game| game.id);
            ids.collect::<Vec<_>>()
        };
        assert_eq!(taken(10, 4), ["1a", "1b", "6a", "6b"]);
        assert_eq!(taken(2, 3), ["1a", "1b"]);
        assert_eq!(taken(2, 4), ["1a", "1b", "2a", "2b"]);
        assert!(taken(10, 0).is_empty());
        let nearly_all = taken(151, 300);
        assert_eq!(nearly_all.len(), 300);
        assert_eq!(nearly_all.last().map(String::as_str), Some("151b"));
    }

    #[test]
    fn no_pair_is_cut_where_games_are_missing() {
        let mut chosen = Selection::new(5, 4);
        for pair in [1, 3, 3, 9, 9] {
            chosen.offer(&record(pair), [0, 1]);
        }
        assert_eq!(chosen.games.len(), 3);
    }

    #[test]
    fn remarks_are_cut_and_so_is_their_sum() {
        let mut chosen = Selection::new(2, 10);
        let mut long = record(1);
        long.turns[2].info = Some("x".repeat(4_000).into());
        chosen.remarks_left = REMARK_SHOWN + 1;
        chosen.offer(&long, [0, 1]);
        assert_eq!(
            chosen.games[0].remarks[0].1.chars().count(),
            REMARK_SHOWN + 1
        );
        assert!(!chosen.remarks_cut);
        chosen.offer(&long, [0, 1]);
        assert!(chosen.games[1].remarks.is_empty() && chosen.remarks_cut);
    }
}
