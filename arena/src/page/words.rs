//! Every word of the page, in English and in Russian, one below the other. The terms of the game
//! are those of the glossary.

/// Makes a set of words and both its languages, so that none can lack a word.
macro_rules! words {
    ($(#[$about:meta])* $set:ident: $($name:ident = $english:literal / $russian:literal;)*) => {
        $(#[$about])*
        #[derive(Debug, serde::Serialize)]
        pub(crate) struct $set {
            $(pub(crate) $name: &'static str,)*
        }

        impl $set {
            pub(crate) const ENGLISH: $set = $set { $($name: $english,)* };
            pub(crate) const RUSSIAN: $set = $set { $($name: $russian,)* };
        }
    };
}

pub(crate) use words;

words! {
    /// What the sections about the league say.
    Words:
    sections = "Sections" / "Разделы";
    standings = "Standings" / "Таблица";
    meetings = "Head to head" / "Личные встречи";
    progress = "Elo, game by game" / "Эло по ходу турнира";
    lengths = "Length of games" / "Длина партий";
    kinds = "Oin and mars" / "Оины и марсы";
    first_move = "The first move" / "Первый ход";
    dice = "Dice" / "Кости";
    faults = "Faults" / "Ошибки ботов";
    times = "Time" / "Время";
    viewer = "Games" / "Партии";

    rules = "Rules" / "Правила";
    kind = "Who meets whom" / "Кто с кем";
    round_robin = "every bot meets every other" / "каждый с каждым";
    gauntlet = "the first bot meets every other" / "первый против всех";
    swiss = "in each round bots meet that stand close to each other" / "швейцарская система";
    played = "Games" / "Партий";
    of = "of" / "из";
    time_turn = "Time for a turn" / "Время на ход";
    time_bank = "and for a whole game" / "и на всю партию";
    not_complete = "The league is not complete: what is here is about the games played so far." /
        "Турнир не окончен: здесь то, что сыграно до сих пор.";
    table = "As a table" / "Таблицей";

    rank = "Rank" / "Место";
    bot = "Bot" / "Бот";
    games = "Games" / "Партии";
    wins = "Won–lost" / "Выиграл–проиграл";
    points = "Points" / "Очки";
    points_per_game = "Points per game" / "Очков за партию";
    elo = "Elo" / "Эло";
    standings_note = "Ranked by points for, then by wins. Points per game are points won less points lost. Elo is fitted to all games together with the first move; the mean of the bots that can be compared is 0. A bar, or the number after ±, holds the true value in 95 % of leagues." /
        "Места — по набранным очкам, затем по победам. Очки за партию — выигранные минус проигранные. Рейтинг Эло подобран сразу по всем партиям с учётом первого хода; среднее сравнимых ботов равно 0. Отрезок, как и число после ±, содержит истинное значение в 95 % турниров.";
    no_ratings = "There are no Elo ratings:" / "Рейтинга Эло нет:";
    never_beaten = "never beaten" / "не проиграл ни разу";
    never_won = "never won" / "не выиграл ни разу";
    at_least = "at least" / "не меньше";
    at_most = "at most" / "не больше";
    not_comparable = "not comparable" / "не сравнить";
    no_games = "no games" / "нет партий";
    no_error_bar = "no error bar" / "погрешность неизвестна";

    meetings_note = "Points per game of the bot on the left against the one above, and games won–lost." /
        "Очки за партию бота слева против бота сверху; ниже — выиграл–проиграл.";
    progress_note = "The rating moves after each game and depends on their order; it swings by some 50 points. To say who is stronger look at the standings." /
        "Рейтинг меняется после каждой партии, зависит от их порядка и колеблется примерно на 50 очков. Кто сильнее, говорит таблица.";
    progress_chart = "Chart: the Elo rating of each bot after each game" /
        "График: рейтинг Эло каждого бота после каждой партии";
    game_number = "game" / "партия";
    lengths_note = "Turns of both sides, passes included, in games played out." /
        "Ходы обеих сторон вместе с пропусками; только доигранные партии.";
    lengths_chart = "Chart: how many games had how many turns" /
        "График: сколько партий какой длины";
    turns = "Turns" / "Ходы";
    turns_axis = "turns" / "ходов";
    shortest = "Shortest" / "Самая короткая";
    median = "median" / "медиана";
    longest = "longest" / "самая длинная";
    none_played_out = "No game was played out." / "Ни одна партия не доиграна.";
    kinds_note = "Games won–lost by kind; the last column is the part of all games won by more than an oin." /
        "Партии выиграно–проиграно по видам победы; в последнем столбце — доля всех партий, выигранных дороже оина.";
    kinds_chart = "Lost ← → won" / "Проиграл ← → выиграл";
    oin = "oin" / "оин";
    mars = "mars" / "марс";
    home_mars = "home mars" / "домашний марс";
    koks = "koks" / "кокс";
    forfeit = "forfeit" / "техническая победа";
    by_mars = "Won by mars" / "Выиграл марсом";
    first_move_elo = "Playing first is worth" / "Первый ход стоит";
    first_move_won = "The starter won" / "Начинавший выиграл";
    first_move_points = "and took" / "и взял";
    per_game = "points per game" / "очка за партию";
    first_move_chart = "Chart: the starter's share of games won, with its interval; the middle is 50 %" /
        "График: доля побед начинавшего с погрешностью; посередине 50 %";
    of_games = "of games" / "партий";
    starting = "Starting" / "Начиная";
    following = "Following" / "Отвечая";
    starting_note = "Points per game of each bot when it began and when its opponent did." /
        "Очки за партию каждого бота, когда начинал он и когда начинал соперник.";
    unbounded_above = "more than these games can tell" / "больше, чем видно из этих партий";
    unbounded_below = "less than these games can tell" / "меньше, чем видно из этих партий";
    undetermined = "not to be told from strength" / "не отделить от силы игры";

    dice_note = "p is how often fair dice come out at least as odd; adjusted, it allows for all tests here. A small adjusted p (below 0.01, say) is a reason to look at the source of the dice; it is not the chance that they are loaded, and a large one does not prove them fair. Rolls that both games of a pair share count once." /
        "p — как часто честные кости дают нечто не менее странное; с поправкой — с учётом всех проверок. Малое p с поправкой (скажем, ниже 0,01) — повод присмотреться к источнику костей; это не вероятность подделки, а большое p не доказывает честности. Броски, общие для обеих партий пары, считаются один раз.";
    dice_chart = "Chart: how often each face came, against an equal share" /
        "График: как часто выпадала каждая грань, и равная доля";
    source = "Dice of" / "Чьи кости";
    seat = "seat" / "место";
    both = "both" / "обоих";
    rolls = "Rolls" / "Броски";
    doubles = "Doubles" / "Дубли";
    question = "Question" / "Вопрос";
    faces = "Does every face come equally often?" / "Все ли грани выпадают одинаково часто?";
    every_sixth = "Is every sixth roll a double?" / "Каждый ли шестой бросок — дубль?";
    succession = "Does a roll depend on the one before?" / "Зависит ли бросок от предыдущего?";
    chi_square = "Chi-square" / "Хи-квадрат";
    freedom = "Freedom" / "Степени свободы";
    p = "p" / "p";
    adjusted = "p, adjusted" / "p с поправкой";
    too_few = "too few rolls" / "мало бросков";
    below = "below" / "меньше";

    no_faults = "No bot lost a game by a mistake." / "Ни один бот не проиграл партию из-за ошибки.";
    faults_note = "Games lost by a mistake instead of being played out." /
        "Партии, проигранные не за доской, а из-за ошибки.";
    game = "Game" / "Партия";
    what = "What was wrong" / "Что было не так";
    stderr = "What the bot wrote to stderr" / "Что бот написал в stderr";
    times_note = "From request to answer, getting ready included; an average for each game, of which these are the median and the tenths. It differs from run to run." /
        "От запроса до ответа, вместе с подготовкой к партии; среднее по каждой партии, а из средних — медиана и децили. От запуска к запуску различается.";
    no_times = "There are no diagnostics with times." / "Данных о времени нет.";
    answers = "Answers" / "Ответы";
    mean = "Mean" / "Среднее";
    half = "Median" / "Медиана";
    tenth = "Fastest tenth" / "Быстрая десятая";
    ninetieth = "Slowest tenth" / "Медленная десятая";
    microseconds = "µs" / "мкс";
    milliseconds = "ms" / "мс";
    seconds = "s" / "с";

    made_by = "Made by the arena, version" / "Сделано ареной, версия";
}

words! {
    /// What the viewer of games says; read by its script.
    ViewerWords:
    title = "Games" / "Партии";
    no_script = "The viewer of games needs JavaScript." / "Для просмотра партий нужен JavaScript.";
    held = "Here are {n} of {all} games, pairs from all of the league." /
        "Здесь {n} из {all} партий: пары со всего турнира.";
    none_held = "This page was made without games." / "Эта страница сделана без партий.";
    remarks_cut = "Some remarks of bots were too many for the page." /
        "Часть замечаний ботов не поместилась на страницу.";
    bot = "Bot" / "Бот";
    any = "any" / "любой";
    ended = "Ended by" / "Исход";
    game = "Game" / "Партия";
    no_match = "No such game is here." / "Такой партии здесь нет.";
    previous_game = "Previous game" / "Предыдущая партия";
    next_game = "Next game" / "Следующая партия";
    first = "To the start" / "К началу";
    back = "One turn back" / "Ход назад";
    forward = "One turn on" / "Ход вперёд";
    last = "To the end" / "К концу";
    play = "Play" / "Играть";
    pause = "Pause" / "Пауза";
    turn_board = "Turn the board" / "Повернуть доску";
    turn = "Turn" / "Ход";
    turns = "Turns" / "Ходы";
    of = "of" / "из";
    link = "Link to this turn" / "Ссылка на этот ход";
    start = "Start" / "Начало";
    begins = "begins" / "начинает";
    roll_off = "roll-off" / "розыгрыш первого хода";
    passes = "pass" / "пропуск хода";
    leftover = "leftover" / "недоигранные ходы";
    off = "off" / "выброшено";
    away = "off" / "снята";
    bar = "bar" / "бар";
    head = "head" / "голова";
    pips = "pips" / "пипсы";
    beats = "beats" / "выигрывает у";
    points = "points" / "очки";
    refused = "refused moves" / "отвергнутый ход";
    unreadable = "The turns of this game cannot be read." / "Ходы этой партии не читаются.";
    remark = "remark" / "замечание";
    position = "Position in words" / "Позиция словами";
    board = "Board" / "Доска";
    keys = "Keys: ← → one turn, Page Up and Page Down ten, Home and End, Space plays, F turns the board, N and P change the game." /
        "Клавиши: ← → — ход, Page Up и Page Down — десять, Home и End, пробел — играть, F — повернуть доску, N и P — другая партия.";
    oin = "oin" / "оин";
    mars = "mars" / "марс";
    home_mars = "home mars" / "домашний марс";
    koks = "koks" / "кокс";
    forfeit = "forfeit" / "техническая победа";
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Both sets of a language, as JSON objects.
    fn all(words: &Words, viewer: &ViewerWords) -> Vec<(String, String)> {
        let objects = [serde_json::to_value(words), serde_json::to_value(viewer)];
        let text = |value: serde_json::Value| value.as_str().unwrap().to_owned();
        let entries = objects.into_iter().map(Result::unwrap).flat_map(|object| {
            let entries = object.as_object().unwrap().clone().into_iter();
            entries.map(move |(name, value)| (name, text(value)))
        });
        entries.collect()
    }

    /// All are kinds of win, named beside who has won.
    #[test]
    fn a_win_is_not_called_a_loss() {
        let words = [Words::RUSSIAN.forfeit, ViewerWords::RUSSIAN.forfeit];
        assert_eq!(words, ["техническая победа"; 2]);
    }

    #[test]
    fn no_word_is_left_in_the_other_language() {
        let english = all(&Words::ENGLISH, &ViewerWords::ENGLISH);
        let russian = all(&Words::RUSSIAN, &ViewerWords::RUSSIAN);
        let is_russian = |c: char| ('а'..='я').contains(&c.to_ascii_lowercase()) || c == 'ё';
        for ((name, english), (_, russian)) in english.iter().zip(&russian) {
            assert!(!english.contains(is_russian), "{name}: {english}");
            assert!(
                name == "p" || russian.to_lowercase().contains(is_russian),
                "{name}: {russian}"
            );
            let places = |text: &str| text.matches('{').count();
            assert_eq!(places(english), places(russian), "{name}");
        }
    }
}
