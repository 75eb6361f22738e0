//! What a person is told, in English and Russian.

use nardy_protocol::message::WinKind;
use nardy_protocol::record::ResultRecord;
use nardy_rules::{Breach, RuleId, ToPlay};

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Russian.
    Ru,
}

use Lang::{En, Ru};

impl Lang {
    /// The language of a locale like `ru_RU.UTF-8`; English where it is another.
    #[must_use]
    pub fn of_locale(locale: &str) -> Lang {
        let language = locale.split(['_', '.', '@', '-']).next();
        match language.unwrap_or_default().to_lowercase().as_str() {
            "ru" => Ru,
            _ => En,
        }
    }

    /// The person, or the bot.
    pub(super) fn side(self, own: bool, opponent: &str) -> String {
        match (self, own) {
            (_, false) => opponent.to_owned(),
            (En, true) => "you (X)".to_owned(),
            (Ru, true) => "вы (X)".to_owned(),
        }
    }

    pub(super) fn start(self, opponent: &str, rules: &str, rolls: &str, begins: &str) -> String {
        match self {
            En => {
                let rolls = after_colon("roll-off (yours first)", rolls);
                format!(
                    "Against {opponent}, ruleset {rules}.\n{rolls}first: {begins}\n? for help\n\n"
                )
            }
            Ru => {
                let rolls = after_colon("розыгрыш первого хода (сначала ваш бросок)", rolls);
                format!(
                    "Против {opponent}, правила {rules}.\n{rolls}начинает: {begins}\n? — помощь\n\n"
                )
            }
        }
    }

    /// What a side did with its dice; no moves are a pass.
    pub(super) fn did(self, who: &str, dice: &ToPlay, moves: Option<&str>) -> String {
        let had = match (self, dice) {
            (En, ToPlay::Roll(roll)) => format!("rolled {roll}"),
            (En, ToPlay::Leftover(leftover)) => format!("had {leftover}"),
            (Ru, ToPlay::Roll(roll)) => format!("бросок {roll}"),
            (Ru, ToPlay::Leftover(_)) => format!("доигрывается {}", self.dice(dice)),
        };
        let moves = moves.unwrap_or(match self {
            En => "pass, nothing can be played",
            Ru => "пас, хода нет",
        });
        match self {
            En => format!("{who} {had}: {moves}"),
            Ru => format!("{who}, {had}: {moves}"),
        }
    }

    /// What there is to play.
    fn dice(self, dice: &ToPlay) -> String {
        match self {
            En => dice.to_string(),
            Ru => dice.to_string().replace("leftover", "остаток"),
        }
    }

    pub(super) fn to_play(
        self,
        turn: u32,
        dice: &ToPlay,
        count: usize,
        clock: Option<(u64, u64)>,
    ) -> String {
        let seconds = |ms: u64| ms as f64 / 1000.0;
        match self {
            En => {
                let clock = clock.map(|(turn, bank)| {
                    format!(
                        "; {} s for the turn, then {} s of the bank",
                        seconds(turn),
                        seconds(bank)
                    )
                });
                let clock = clock.unwrap_or_default();
                format!("Turn {turn}, you (X) have {dice}; legal turns: {count}{clock}")
            }
            Ru => {
                let clock = clock.map(|(turn, bank)| {
                    format!(
                        "; {} с на ход, дальше {} с из запаса",
                        seconds(turn),
                        seconds(bank)
                    )
                });
                let (dice, clock) = (self.dice(dice), clock.unwrap_or_default());
                format!("Ход {turn}, у вас (X) {dice}; возможных ходов: {count}{clock}")
            }
        }
    }

    pub(super) fn more(self, more: usize) -> String {
        match self {
            En => format!("     and {more} more; l lists all"),
            Ru => format!("     и ещё {more}; l — показать все"),
        }
    }

    pub(super) fn whole(self, moves: &str) -> String {
        match self {
            En => format!("{moves}: a legal turn. Enter plays it, u takes the last move back"),
            Ru => format!("{moves}: ход по правилам. Enter — сыграть, u — взять назад"),
        }
    }

    pub(super) fn part(self, moves: &str, missing: usize) -> String {
        match self {
            En => format!("{moves}: moves still to make: {missing}. u takes the last one back"),
            Ru => format!("{moves}: осталось передвинуть: {missing}. u — взять назад"),
        }
    }

    pub(super) fn not_whole(self, missing: usize) -> String {
        match self {
            En => format!("The turn is not whole, moves still to make: {missing}"),
            Ru => format!("Ход не закончен, осталось передвинуть: {missing}"),
        }
    }

    pub(super) fn taken_back(self) -> &'static str {
        match self {
            En => "Nothing is moved yet",
            Ru => "Ничего ещё не передвинуто",
        }
    }

    pub(super) fn nothing_to_undo(self) -> &'static str {
        match self {
            En => "There is nothing to take back; what was played stays",
            Ru => "Брать назад нечего; сыгранное остаётся",
        }
    }

    pub(super) fn no_such_turn(self, count: usize) -> String {
        match self {
            En => format!("There is no such turn; the last one is {count}"),
            Ru => format!("Такого хода нет; последний — {count}"),
        }
    }

    pub(super) fn unclear(self, why: &str) -> String {
        match self {
            En => format!("That is no move: {why}. Write moves like 24/18 13/7; ? for help"),
            Ru => "Это не ход. Пишите ходы так: 24/18 13/7; ? — помощь".to_owned(),
        }
    }

    pub(super) fn really_quit(self) -> &'static str {
        match self {
            En => "q once more leaves the game; it will not be recorded",
            Ru => "ещё раз q — выйти из партии; она не будет записана",
        }
    }

    pub(super) fn illegal(self, breach: &Breach) -> String {
        match self {
            En => format!("Not legal. {breach}"),
            Ru => format!(
                "Не по правилам. {}: {}",
                breach.rule(),
                rule_ru(breach.rule())
            ),
        }
    }

    pub(super) fn help(self) -> &'static str {
        match self {
            En => {
                "Moves are written in your own numbering, from and to: 24/18 13/7, or one by one.
bar is where hit checkers enter, off where checkers are borne off: bar/22, 6/off.
  NUMBER  take this turn of the list
  Enter   play the turn, when it is whole
  u       take the last move back
  l       list all legal turns
  v       see the board from the other side, from both sides, from yours
  q       leave the game; it is not recorded"
            }
            Ru => {
                "Ходы пишутся в вашей нумерации, откуда и куда: 24/18 13/7, или по одному.
bar — откуда вводят побитые шашки, off — куда их выбрасывают: bar/22, 6/off.
  НОМЕР   взять этот ход из списка
  Enter   сыграть ход, когда он закончен
  u, о    взять назад последнее передвижение
  l, с    показать все возможные ходы
  v, в    вид доски: с другой стороны, с обеих, с вашей
  q       выйти из партии; она не будет записана"
            }
        }
    }

    pub(super) fn fault(self, who: &str, code: &str, message: &str) -> String {
        match self {
            En => format!("{who}: lost by {code}: {message}"),
            Ru => format!("{who}: поражение, {code}: {message}"),
        }
    }

    pub(super) fn result(self, own: bool, opponent: &str, result: &ResultRecord) -> String {
        let (kind, points) = (self.kind(result.kind), result.points);
        match (self, own) {
            (En, true) => format!("You (X) have won by {kind}, points: {points}"),
            (En, false) => format!("{opponent} has won by {kind}, points: {points}"),
            (Ru, true) => format!("Вы (X) выиграли: {kind}, очков: {points}"),
            (Ru, false) => format!("Выигрывает {opponent}: {kind}, очков: {points}"),
        }
    }

    fn kind(self, kind: WinKind) -> &'static str {
        match (self, kind) {
            (En, WinKind::Oin) => "oin",
            (En, WinKind::Mars) => "mars",
            (En, WinKind::HomeMars) => "home mars",
            (En, WinKind::Koks) => "koks",
            (En, WinKind::Forfeit) => "forfeit",
            (Ru, WinKind::Oin) => "оин",
            (Ru, WinKind::Mars) => "марс",
            (Ru, WinKind::HomeMars) => "домашний марс",
            (Ru, WinKind::Koks) => "кокс",
            (Ru, WinKind::Forfeit) => "техническая победа",
        }
    }

    /// The game came to no end.
    #[must_use]
    pub fn not_recorded(self) -> &'static str {
        match self {
            En => "The game was not played to its end; it is not recorded.",
            Ru => "Партия не доиграна; она не записана.",
        }
    }

    /// Where the game is.
    #[must_use]
    pub fn recorded(self, folder: &str) -> String {
        match self {
            En => format!("The game is in {folder}; `arena replay {folder} 1a` shows it."),
            Ru => format!("Партия записана в {folder}; её покажет `arena replay {folder} 1a`."),
        }
    }
}

/// A line of its own, or nothing.
fn after_colon(what: &str, text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("{what}: {text}\n"),
    }
}

/// A rule in a few words; the English message says more of the case.
fn rule_ru(rule: RuleId) -> &'static str {
    match rule {
        RuleId::R4 => "каждая кость — одно передвижение своей шашки ровно на её очки",
        RuleId::R5 => "надо использовать все кости, какие можно; если лишь одну — то большую",
        RuleId::R6 => "партия кончается, когда выброшена последняя шашка",
        RuleId::R7 => {
            "шашки выбрасывают, когда все свои в доме, большей костью — с самого дальнего пункта"
        }
        RuleId::R9 => "на этом пункте чужая шашка",
        RuleId::R10 => "с головы в этот ход больше шашек снимать нельзя",
        RuleId::R11 => "заграждение из шести шашек подряд здесь запрещено",
        RuleId::R12 => "кости каскада играют по порядку",
        RuleId::R13 => "этот пункт занят шашками соперника",
        RuleId::R14 => "сначала надо ввести свои шашки с бара",
        RuleId::R15 => "шашка, побившая в своём доме, так дальше идти не может",
        RuleId::R16 => "последняя шашка входит в дом большей костью",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_tells_the_language() {
        for (locale, lang) in [
            ("ru_RU.UTF-8", Ru),
            ("ru", Ru),
            ("en_US.UTF-8", En),
            ("C", En),
            ("run_XX", En),
            ("", En),
        ] {
            assert_eq!(Lang::of_locale(locale), lang, "{locale}");
        }
    }
}
