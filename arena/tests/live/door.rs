//! Who gets in.

use std::net::TcpListener;

use crate::client::Site;
use crate::support::{Ground, league, scripted};

/// A league that goes on for as long as a test needs.
pub(crate) fn endless() -> String {
    let slow = || scripted(&[("turn", "late:20")]);
    league("pairs = 500", &[("one", slow()), ("other", slow())])
}

#[test]
fn an_address_that_others_can_reach_is_refused_before_anything_is_written_or_started() {
    let ground = Ground::new();
    ground.write("league.toml", endless());
    let before = ground.tree();
    for address in ["0.0.0.0", "0.0.0.0:8080", "[::]:8080", "192.0.2.1:80"] {
        let live = format!("--live={address}");
        let league = ["league", "league.toml", "--out", "out", &live];
        let one = [
            "match",
            "builtin:pips",
            "builtin:pips",
            "--out",
            "out",
            &live,
        ];
        for words in [&league[..], &one] {
            let ran = ground.run(words);
            assert_eq!(ran.code, Some(2), "{ran:#?}");
            assert!(ran.stderr.contains(address), "{}", ran.stderr);
            assert!(
                ran.stderr.contains("--live-beyond-loopback"),
                "{}",
                ran.stderr
            );
            assert!(!ran.stderr.contains("http://"), "{}", ran.stderr);
        }
    }
    for words in [
        &["--live=localhost"][..],
        &["--live=65536"],
        &["--live="],
        &["--live-beyond-loopback"],
    ] {
        let ran = ground.run(&[&["league", "league.toml", "--out", "out"], words].concat());
        assert_eq!(ran.code, Some(2), "{words:?}: {ran:#?}");
    }
    assert_eq!(ground.tree(), before);
}

#[test]
fn others_are_let_in_if_that_is_asked_for() {
    let ground = Ground::new();
    ground.write("league.toml", endless());
    let words = [
        "league",
        "league.toml",
        "--out",
        "out",
        "--live=0.0.0.0",
        "--live-beyond-loopback",
    ];
    let mut running = ground.start(&words);
    let site = Site::of(&mut running);
    assert!(site.host.starts_with("127.0.0.1:"), "{site:?}");
    assert_eq!(site.get(&format!("/{}/", site.token)).status, 200);
    running.signal(rustix::process::Signal::INT);
    assert_eq!(running.wait().code, Some(130));
}

#[test]
fn a_port_in_use_is_told_before_there_is_a_results_folder() {
    let ground = Ground::new();
    ground.write("league.toml", endless());
    let before = ground.tree();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let live = format!("--live={}", taken.local_addr().unwrap());
    let ran = ground.run(&["league", "league.toml", "--out", "out", &live]);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("in use"), "{}", ran.stderr);
    assert_eq!(ground.tree(), before);
}

#[test]
fn a_port_alone_is_one_of_loopback_and_a_file_behind_the_option_is_the_league() {
    let ground = Ground::new();
    ground.write("league.toml", endless());
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let live = format!("--live={port}");
    for words in [
        ["league", "--live", "league.toml", "--out", "one"],
        ["league", &live, "league.toml", "--out", "other"],
    ] {
        let mut running = ground.start(&words);
        let site = Site::of(&mut running);
        assert!(site.host.starts_with("127.0.0.1:"), "{site:?}");
        if words[1] == live {
            assert!(site.host.ends_with(&format!(":{port}")), "{site:?}");
        }
        running.signal(rustix::process::Signal::INT);
        running.wait();
    }
}

#[test]
fn a_browser_is_told_what_the_page_may_do_and_a_lost_slash_is_given_back() {
    let ground = Ground::new();
    ground.write("league.toml", endless());
    let mut running = ground.start(&["league", "league.toml", "--out", "out", "--live"]);
    let site = Site::of(&mut running);
    let token = &site.token;
    // Whoever lost the last slash gets it back.
    let led = site.get(&format!("/{token}"));
    assert_eq!(led.status, 307);
    assert!(
        led.head.contains(&format!("location: /{token}/")),
        "{led:?}"
    );
    let page = site.get(&format!("/{token}/"));
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'sha256-",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.head.contains(header), "{header}: {}", page.head);
    }
    assert!(!page.head.contains("access-control"), "{}", page.head);
    running.signal(rustix::process::Signal::INT);
    assert_eq!(running.wait().code, Some(130));
}

#[test]
fn only_the_token_and_a_name_of_this_machine_lead_to_the_page() {
    let ground = Ground::new();
    ground.write("league.toml", endless());
    let mut running = ground.start(&["league", "league.toml", "--out", "out", "--live"]);
    let site = Site::of(&mut running);
    let (token, host) = (&site.token, &site.host);
    assert_eq!(token.len(), 32);
    let other = token.replace(|digit: char| digit.is_ascii_hexdigit(), "0");
    for path in [
        "/",
        "/favicon.ico",
        "/events",
        "//",
        &format!("/{other}/"),
        &format!("/{other}/events"),
        &format!("/{}/", &token[1..]),
        &format!("/{token}0/"),
        &format!("/x/{token}/"),
        &format!("/%2e/{token}/"),
        &format!("/{token}/../events"),
        &format!("/{token}/games.jsonl"),
    ] {
        let answer = site.get(path);
        let why = "open the page by the whole address that the arena has told\n";
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            ["", why].contains(&answer.body.as_str()),
            "{path}: {answer:?}"
        );
    }
    let asked = |method: &str, host: &str| {
        let host = if host.is_empty() {
            String::new()
        } else {
            format!("Host: {host}\r\n")
        };
        site.send(&format!("{method} /{token}/ HTTP/1.1\r\n{host}\r\n"))
            .status
    };
    for host in [
        "",
        "evil.example",
        "127.0.0.1.evil.example:80",
        "localhost.evil.example",
    ] {
        assert_eq!(asked("GET", host), 421, "{host}");
    }
    for host in [host, "localhost:80", "127.0.0.1", "[::1]:80"] {
        assert_eq!(asked("GET", host), 200, "{host}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        assert_eq!(asked(method, host), 405, "{method}");
    }
    // Nobody else is told the token: not by the program's words, its environment or its files.
    let of = |what: &str| {
        let path = format!("/proc/{}/{what}", running.pid().as_raw_pid());
        std::fs::read(path).unwrap()
    };
    for told in [of("cmdline"), of("environ")] {
        assert!(!String::from_utf8_lossy(&told).contains(token.as_str()));
    }
    running.signal(rustix::process::Signal::INT);
    assert_eq!(running.wait().code, Some(130));
    for (path, bytes) in ground.tree() {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!text.contains(token.as_str()), "{}", path.display());
    }
    // Nor is there a page of a league that does not ask for one.
    let ran = ground.run(&["match", "builtin:pips", "builtin:pips", "--pairs", "1"]);
    assert!(!ran.stderr.contains("http"), "{}", ran.stderr);
}
