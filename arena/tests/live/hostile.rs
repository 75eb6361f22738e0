//! Clients that mean no good, or do not care: the results are those of a league without them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::client::Site;
use crate::support::{Ground, builtin, league, scripted};

fn file() -> String {
    let bots = [
        ("blocks", builtin("blocks")),
        ("slow", scripted(&[("turn", "late:5")])),
        ("pips", builtin("pips")),
    ];
    league("pairs = 3\nconcurrency = 2", &bots)
}

/// Writes as much as is taken and hangs up without reading.
fn pour(stream: &mut TcpStream, bytes: &[u8]) {
    // The arena hangs up as soon as it has had enough.
    let _ = stream.write_all(bytes);
}

#[test]
fn whoever_does_what_with_the_page_the_results_are_the_same_bytes() {
    let ground = Ground::new();
    let quiet = ground.play(&file(), "quiet", &[]);
    ground.write("league.toml", file());
    let mut running = ground.start(&["league", "league.toml", "--out", "out", "--live"]);
    let site = &Site::of(&mut running);
    let listen = format!(
        "GET /{}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
        site.token, site.host
    );
    let over = &AtomicBool::new(false);
    let again = |deed: &(dyn Fn(TcpStream) + Sync)| {
        while !over.load(Ordering::Relaxed) {
            match TcpStream::connect(&site.host) {
                Ok(stream) => deed(stream),
                Err(_) => return,
            }
        }
    };
    let ran = thread::scope(|scope| {
        // Never reads.
        let mut silent = site.connect();
        silent.write_all(listen.as_bytes()).unwrap();
        // Two hundred that say nothing, as far as the system lets them in.
        scope.spawn(|| {
            let come = |_| TcpStream::connect(&site.host).ok();
            let _idle: Vec<_> = (0..200).map_while(come).collect();
            while !over.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
        });
        // Garbage; headers without an end; one that hangs up in the middle of the stream.
        scope.spawn(|| again(&|mut stream| pour(&mut stream, &[0xff, 0, b'\n'].repeat(1_000))));
        scope.spawn(|| {
            again(&|mut stream| {
                pour(&mut stream, b"GET / HTTP/1.1\r\n");
                pour(&mut stream, &b"x-header: 0123456789\r\n".repeat(50_000));
            });
        });
        scope.spawn(|| {
            again(&|mut stream| {
                pour(&mut stream, listen.as_bytes());
                let _ = stream.read(&mut [0; 10]);
            });
        });
        let ran = running.wait();
        over.store(true, Ordering::Relaxed);
        drop(silent);
        ran
    });
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ground.assert_nothing_is_left();
    let results = ground.results("out");
    results.assert_same_as(&quiet);
    // Nor was a game broken off and played again.
    let events = results.text("events.jsonl");
    assert!(!events.contains("\"void\""), "{events}");
}

#[test]
fn a_page_is_served_beside_connections_that_say_nothing() {
    let ground = Ground::new();
    ground.write("league.toml", crate::door::endless());
    let mut running = ground.start(&["league", "league.toml", "--out", "out", "--live"]);
    let site = Site::of(&mut running);
    let idle: Vec<_> = (0..40).map(|_| site.connect()).collect();
    // Each is hung up on after some seconds.
    let page = site.get(&format!("/{}/", site.token));
    assert_eq!(page.status, 200);
    drop(idle);
    running.signal(rustix::process::Signal::INT);
    assert_eq!(running.wait().code, Some(130));
}

#[test]
fn few_descriptors_leave_fewer_games_at_once_and_some_for_the_page() {
    let ground = Ground::new();
    ground.write("league.toml", file());
    let quiet = ground.play(&file(), "quiet", &[]);
    let words = ["league", "league.toml", "--out", "out", "--live"];
    let mut running = ground.start_in_shell("ulimit -n 96; exec \"$0\" \"$@\"", &words);
    let site = Site::of(&mut running);
    let _idle: Vec<_> = (0..100).map(|_| site.connect()).collect();
    let ran = running.wait();
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ground.results("out").assert_same_as(&quiet);
    let words = words.map(|word| if word == "out" { "none" } else { word });
    let ran = ground.run_in_shell("ulimit -n 64; exec \"$0\" \"$@\"", &words);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("ulimit -n"), "{}", ran.stderr);
    assert!(!ground.path("none").exists());
}
