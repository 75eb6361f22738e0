//! Every word of the page, in English and in Russian, one below the other; read by its script.

use crate::page::words;

words! {
    /// What the page says.
    LiveWords:
    pause = "Pause" / "Пауза";
    go_on = "Go on" / "Продолжить";
    connecting = "Asking the arena…" / "Запрос к арене…";
    starting = "The bots are being started." / "Боты запускаются.";
    running = "The games are being played." / "Партии идут.";
    complete = "All games have been played. The results are in the folder that the terminal names; arena report makes a page of them." /
        "Все партии сыграны. Результаты — в папке, названной в терминале; arena report сделает из них страницу.";
    decided = "The sequential test has decided, and the match is over. Its results are in the folder that the terminal names; arena report makes a page of them." /
        "Последовательный критерий дал ответ, и матч окончен. Результаты — в папке, названной в терминале; arena report сделает из них страницу.";
    stopped = "The play was stopped. What was played is kept, and --resume plays the rest." /
        "Игра остановлена. Сыгранное сохранено, остальное доиграет --resume.";
    broken = "The play has broken off; the terminal says why. What was played is kept." /
        "Игра прервана; причина — в терминале. Сыгранное сохранено.";
    lost = "The arena does not answer: it has ended, was started again at the address that its terminal shows, or too many pages are open. What is below may be old." /
        "Арена не отвечает: она завершилась, запущена снова по адресу из её терминала или открыто слишком много страниц. Ниже могут быть старые данные.";
    paused = "Paused: what is below stays as it is." / "Пауза: данные ниже не меняются.";

    rules = "Rules" / "Правила";
    kind = "Who meets whom" / "Кто с кем";
    games = "Games" / "Партии";
    of = "of" / "из";
    speed = "Speed" / "Скорость";
    per_second = "games a second" / "партии в секунду";
    left = "Left" / "Осталось";
    at_most = "at most" / "не больше";
    hours = "h" / "ч";
    minutes = "min" / "мин";
    seconds = "s" / "с";
    round = "Round" / "Тур";
    forfeits = "Lost by a mistake" / "Проиграно из-за ошибок";
    test = "Sequential test" / "Последовательный критерий";
    ratio = "LLR" / "Логарифм отношения правдоподобий";
    pairs = "pairs" / "пар";
    accepts_null = "H0 is accepted" / "принята гипотеза H0";
    accepts_alternative = "H1 is accepted" / "принята гипотеза H1";

    standings = "Standings" / "Таблица";
    rank = "Rank" / "Место";
    bot = "Bot" / "Бот";
    wins = "Won–lost" / "Выиграл–проиграл";
    points = "Points" / "Очки";
    points_per_game = "Points per game" / "Очков за партию";
    elo = "Elo" / "Эло";
    standings_note = "Ranked by points for, then by wins, as the results will be. The number after ± and the bar say how sure that is by now; a league that has only begun tells little." /
        "Места — по набранным очкам, затем по победам, как и в итогах. Число после ± и отрезок показывают, насколько это надёжно сейчас; начало турнира говорит мало.";
    no_games_yet = "No game has ended yet." / "Ещё ни одна партия не окончена.";
    no_ratings = "There are no Elo ratings yet:" / "Рейтинга Эло пока нет:";
    more_bots = "more bots are not shown" / "— ещё ботов, здесь не показаны";

    boards = "Boards" / "Доски";
    boards_note = "Games as they are being played; a turn appears when it has been accepted." /
        "Партии, которые идут сейчас; ход появляется, когда он принят.";
    no_boards = "No game is running." / "Сейчас партий нет.";
    more_boards = "more games are running" / "— ещё партий идёт";
    turn = "turn" / "ход";
    pips = "pips" / "пипсы";
    head = "head" / "голова";

    ended = "Last games" / "Последние партии";
    beats = "beats" / "выигрывает у";
    turns_one = "turn" / "ход";
    turns_few = "turns" / "хода";
    turns_many = "turns" / "ходов";
    oin = "oin" / "оин";
    mars = "mars" / "марс";
    home_mars = "home mars" / "домашний марс";
    koks = "koks" / "кокс";
    forfeit = "forfeit" / "техническая победа";

    troubles = "Faults" / "Ошибки";
    no_troubles = "Nothing has gone wrong." / "Ошибок не было.";
    more_troubles = "earlier ones are not shown" / "— более ранних, здесь не показаны";
    game = "Game" / "Партия";
    lost_by = "lost by" / "проигрыш:";
    void = "void, and played again" / "не засчитана и играется снова";
    restarted = "started again between two games" / "перезапущен между партиями";
    dropped = "out of the league, its games are forfeits" / "выбыл, его партии проиграны";
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn no_word_is_left_in_the_other_language() {
        let words = [LiveWords::ENGLISH, LiveWords::RUSSIAN].map(|words| {
            let words = serde_json::to_value(words).unwrap();
            words.as_object().unwrap().clone()
        });
        let is_russian = |c: char| ('а'..='я').contains(&c) || c == 'ё';
        for (name, english) in &words[0] {
            let russian = words[1][name].as_str().unwrap().to_lowercase();
            assert!(!english.as_str().unwrap().contains(is_russian), "{name}");
            assert!(russian.contains(is_russian), "{name}: {russian}");
        }
    }
}
