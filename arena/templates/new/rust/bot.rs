//! A bot that plays nardy. Your idea goes into `worth`. Build it by `rustc -O bot.rs`.

use std::io::{self, BufRead, Write};

const ABOUT: &str = r#""protocol":1,"name":"mine","version":"0.1","wants":["legal"],"rules":["long",
"long-classic","long-app","long-club","gulbar","short","short-east"]"#;

/// How good a turn is, given as its moves, from and to. The best is played.
fn worth(moves: &[(u8, u8)]) -> usize {
    moves.iter().filter(|(from, _)| *from == 24).count()
}

/// What follows a key. The arena writes its keys in a fixed order.
fn after<'a>(line: &'a str, key: &str) -> &'a str {
    line.split_once(key).map_or("", |(_, rest)| rest)
}

/// The text that begins here, as it stands with its escapes, up to its closing quote.
fn text(rest: &str) -> &str {
    let mut escaped = false;
    let end = rest.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    &rest[..end.unwrap_or(0)]
}

/// The moves of a turn written like `[[24,18],[18,15]]`.
fn moves(turn: &str) -> Vec<(u8, u8)> {
    let numbers = turn.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<u8> = numbers.filter_map(|number| number.parse().ok()).collect();
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The best of the legal turns, as it stands in the line.
fn choose(line: &str) -> String {
    let legal = after(line, "\"legal\":[").split("]]").map(|turn| turn.trim_start_matches(','));
    let turns = legal.take_while(|turn| turn.starts_with("[["));
    let best = turns.max_by_key(|turn| worth(&moves(turn)));
    format!("{}]]", best.unwrap_or("[["))
}

fn main() -> io::Result<()> {
    let about = ABOUT.replace('\n', "");
    for line in io::stdin().lock().lines() {
        let line = line?;
        let id = text(after(&line, "\"id\":\""));
        let fields = match text(after(&line, "\"type\":\"")) {
            "hello" => format!(r#""type":"hello",{about}"#),
            "game" => r#""type":"ready""#.to_owned(),
            "turn" => format!(r#""type":"move","moves":{}"#, choose(&line)),
            "quit" => break,
            _ => continue, // error, result
        };
        writeln!(io::stdout(), r#"{{"id":"{id}",{fields}}}"#)?; // writes whole lines at once
    }
    Ok(())
}
