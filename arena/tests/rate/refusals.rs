//! What is wrong with a table or a question is told with file, line and column; exit code 2.

use crate::support::{TITLES, Tables, pairs};

/// Runs `rate` on one table, which is refused; answers what is said.
fn refused(text: impl AsRef<[u8]>) -> String {
    let tables = Tables::new();
    tables.write("games.csv", text);
    asked(&tables, &["rate", "games.csv"])
}

fn asked(tables: &Tables, arguments: &[&str]) -> String {
    let ran = tables.run(arguments);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:#?}");
    ran.stderr
}

/// A table with two whole rows, and then this one.
fn with_row(row: &str) -> String {
    let rows = pairs(1, "A", "B", &["WL"]).join("\n");
    format!("{TITLES}\n{rows}\n{row}\n")
}

#[test]
fn a_cell_that_cannot_be_is_told_with_its_line_and_column() {
    for (row, told) in [
        (
            "2a,2,A,B,A,C,B,oin,1,borne_off,,,9",
            "column winner: there is \"C\", should be \"A\" or \"B\"",
        ),
        (
            "2a,2,A,B,C,A,B,oin,1,borne_off,,,9",
            "column starter: there is \"C\", should be \"A\" or \"B\"",
        ),
        (
            "2a,2,A,B,A,A,A,oin,1,borne_off,,,9",
            "column loser: there is \"A\", should be \"B\"",
        ),
        (
            "2a,2,A,A,A,A,A,oin,1,borne_off,,,9",
            "column second: there is \"A\", should be another bot than in column first",
        ),
        (
            "2a,2,,B,B,B,,oin,1,borne_off,,,9",
            "column first: there is \"\", should be a bot's name",
        ),
        (
            "2a,two,A,B,A,A,B,oin,1,borne_off,,,9",
            "column pair: there is \"two\", should be the pair's number, from 1 upwards",
        ),
        (
            "2a,0,A,B,A,A,B,oin,1,borne_off,,,9",
            "column pair: there is \"0\", should be the pair's number, from 1 upwards",
        ),
        (
            "2a,2,A,B,A,A,B,gammon,1,borne_off,,,9",
            "column kind: there is \"gammon\", should be one of oin, mars, home_mars, koks, forfeit",
        ),
        (
            "2a,2,A,B,A,A,B,oin,-1,borne_off,,,9",
            "column points: there is \"-1\", should be a whole number from 1 upwards",
        ),
        (
            "2a,2,A,B,A,A,B,oin,99999999999,borne_off,,,9",
            "column points: there is \"99999999999\", should be a whole number from 1 upwards",
        ),
        (
            "2a,2,A,B,A,A,B,oin",
            "there are 8 cells, should be 13 as in the first line",
        ),
    ] {
        let said = refused(with_row(row));
        let place = said
            .strip_prefix("games.csv line 4")
            .unwrap_or_else(|| panic!("{said}"));
        assert!(
            place.trim_start_matches([',', ':', ' ']).starts_with(told),
            "{said}"
        );
    }
}

#[test]
fn pairs_that_cannot_be_are_told_with_their_line() {
    for (row, told) in [
        ("1c,1,A,B,A,A,B,oin,1,borne_off,,,9", "a pair has no more"),
        (
            "2a,2,A,B,A,A,B,oin,1,x,,,9\n2b,2,A,C,A,A,C,oin,1,x,,,9",
            "is between other bots",
        ),
        (
            "3a,3,A,B,A,A,B,oin,1,x,,,9\n2a,2,A,B,A,A,B,oin,1,x,,,9",
            "should be 3 or more",
        ),
    ] {
        let said = refused(with_row(row));
        let line = 3 + row.lines().count();
        let begins = format!("games.csv line {line}, column pair: there is ");
        assert!(said.starts_with(&begins) && said.contains(told), "{said}");
    }
}

#[test]
fn a_quote_that_is_never_closed_is_told_with_the_line_that_opens_it() {
    let open = "2a,2,\"A,B,A,A,B,oin,1,borne_off,,,9";
    let rows = |from| pairs(from, "A", "B", &["WL"; 2_000]).join("\n");
    // The rest of the file is a part of the row: a long rest, a short one, one behind a cell of
    // two lines.
    for (row, line) in [
        (format!("{open}\n{}", rows(3)), 4),
        (format!("{open}\n{}", rows(3).split_at(150).0), 4),
        (format!("2a,2,\"A\n\",\"B\n{}", rows(3)), 5),
        (
            format!("2a,2,A,B,A,A,B,oin,1,borne_off,,,\"9\n{}", rows(3)),
            4,
        ),
        (
            format!(
                "2a,2,A,B,A,A,B,oin,1,borne_off,,,\"9\n{}",
                rows(3).split_at(150).0
            ),
            4,
        ),
    ] {
        let said = refused(with_row(&row));
        let told = format!("games.csv line {line}: a quote is opened here and not closed; ");
        assert!(said.starts_with(&told), "{said}");
    }
}

#[test]
fn a_row_without_bounds_is_refused() {
    let said = refused(with_row(&"A,".repeat(40_000)));
    assert_eq!(
        said,
        "games.csv line 4: the row has more than 65536 bytes\n"
    );
}

#[test]
fn a_file_that_is_no_table_of_games_is_refused() {
    let said = refused("");
    assert!(
        said.starts_with("games.csv line 1: the file is empty"),
        "{said}"
    );
    let said = refused(TITLES.replace("winner,", ""));
    assert!(
        said.starts_with("games.csv line 1, column winner: it is missing"),
        "{said}"
    );
    let said = refused(format!("{TITLES},winner\n"));
    assert!(
        said.starts_with("games.csv line 1, column winner: there are two"),
        "{said}"
    );
    let said = refused(TITLES.replace(',', ";"));
    assert!(said.contains("the columns are \"game;pair;first"), "{said}");
    let said = refused(format!("{TITLES}\n"));
    assert_eq!(said, "there are no games to rate\n");
    let mut bytes = with_row("").into_bytes();
    bytes.extend(b"2a,2,A\xff,B,B,B,A,oin,1,x,,,9\n");
    let said = refused(bytes);
    assert!(said.contains("cell 3 is not UTF-8"), "{said}");
    // Not even an escape that would turn the terminal red comes through.
    let said = refused("\u{1b}[31mgame,pair\n");
    assert!(
        !said.contains('\u{1b}') && said.contains("\\u{1b}[31m"),
        "{said}"
    );
}

#[test]
fn a_question_that_cannot_be_answered_is_refused() {
    let tables = Tables::new();
    tables.table("games.csv", &pairs(1, "A", "B", &["WL", "WW"]));
    for (arguments, told) in [
        (&["nowhere.csv"][..], "cannot open nowhere.csv: "),
        (&["games.csv", "./games.csv"], "is given twice"),
        (
            &["games.csv", "--anchor", "C=0"],
            "no bot of these games is called \"C\"; they are A, B",
        ),
        (
            &["games.csv", "--anchor", "A"],
            "give a bot's name and its rating, like pips=1500",
        ),
        (
            &["games.csv", "--anchor", "A=NaN"],
            "give a bot's name and its rating",
        ),
        (
            &["games.csv", "--anchor", "A=1e6"],
            "from -100000 to 100000",
        ),
        (
            &["games.csv", "--versus", "A", "C"],
            "no bot of these games is called \"C\"",
        ),
        (
            &["games.csv", "--versus", "A", "A"],
            "a bot cannot be compared with itself",
        ),
        (&[], "required"),
    ] {
        let said = asked(&tables, &[&["rate"], arguments].concat());
        assert!(said.contains(told), "{arguments:?}: {said}");
    }
}
