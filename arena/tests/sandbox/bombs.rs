//! Bots that use up what the machine has: they lose or play on, and nobody else notices.

use crate::lab::{Lab, League, numbers};
use crate::support::{Ran, Results};

/// A bomb with its limits, and the game's reason if it loses by it.
struct Bomb {
    deed: &'static str,
    limits: &'static str,
    reasons: &'static [&'static str],
    /// The most things it may have got.
    most: u64,
}

/// It played on to the end.
const UNHURT: &str = "borne_off";

const BOMBS: &[Bomb] = &[
    Bomb {
        deed: "fork-bomb",
        limits: "",
        reasons: &[UNHURT],
        // The kernel keeps 300 numbers of each namespace for itself.
        most: 310,
    },
    Bomb {
        deed: "thread-bomb",
        limits: "",
        reasons: &[UNHURT],
        most: 310,
    },
    Bomb {
        deed: "memory-bomb:1024",
        limits: "memory = \"64MiB\"",
        reasons: &["out_of_memory"],
        most: 0,
    },
    Bomb {
        deed: "family-bomb:200",
        limits: "memory = \"64MiB\"",
        reasons: &["out_of_memory"],
        most: 0,
    },
    Bomb {
        deed: "descriptor-bomb",
        limits: "",
        reasons: &[UNHURT],
        most: 256,
    },
    Bomb {
        deed: "disk-bomb:256",
        limits: "disk = \"16MiB\"",
        reasons: &[UNHURT],
        most: 16,
    },
    Bomb {
        deed: "file-bomb:256",
        limits: "disk = \"16MiB\"",
        reasons: &[UNHURT, "signaled"],
        most: 16,
    },
    Bomb {
        deed: "inode-bomb",
        limits: "",
        reasons: &[UNHURT],
        most: 16_384,
    },
    Bomb {
        deed: "sparse-file",
        limits: "",
        reasons: &[UNHURT, "signaled"],
        most: 0,
    },
    Bomb {
        deed: "shared-bomb:256",
        limits: "disk = \"16MiB\"",
        reasons: &[UNHURT],
        most: 16,
    },
    Bomb {
        deed: "segment-bomb:256",
        limits: "memory = \"64MiB\"",
        reasons: &[UNHURT, "out_of_memory"],
        most: 64,
    },
];

/// A league of two pairings at once: a host against the bombers, and against a guest.
fn league_of(lab: &Lab, order: impl Fn(&Bomb) -> &'static str) -> (Results, Ran) {
    let settings = "kind = \"gauntlet\"\npairs = 1\n[time]\nstart = \"30s\"\nturn = \"30s\"\n";
    let quiet = |folder| lab.scripted(folder, &[]);
    let mut league = League::new(settings).bot("host", &quiet("host"));
    for (nth, bomb) in BOMBS.iter().enumerate() {
        let bomber = lab.scripted(&format!("bomber-{nth}"), &[("turn:3", order(bomb))]);
        let limits = format!("limits = {{ {} }}", bomb.limits);
        league = league.bot_with(bomb.deed, &bomber, &limits);
        league = league.bot(&format!("guest {nth:02}"), &quiet("guest"));
    }
    lab.play(&league, "out", &["--concurrency", "2"])
}

#[test]
fn a_bomb_hurts_nobody_but_itself() {
    let (bombed, ran) = league_of(&Lab::own(), |bomb| bomb.deed);
    for bomb in BOMBS {
        for game in bombed.games_of(bomb.deed) {
            let reason = game.text("reason");
            assert!(bomb.reasons.contains(&reason), "{}: {game:?}", bomb.deed);
            if reason != UNHURT {
                assert_eq!(game.text("at_fault"), bomb.deed);
            }
        }
        let made = numbers(&bombed, bomb.deed, "made");
        let got = made.iter().copied().max().unwrap_or(0);
        assert!(got <= bomb.most, "{} got {got}", bomb.deed);
    }
    assert!(ran.peak_kib < 128 * 1024, "{} KiB", ran.peak_kib);

    let (quiet, _) = league_of(&Lab::own(), |_| "answer");
    for nth in 0..BOMBS.len() {
        let guest = format!("guest {nth:02}");
        let lines = |results: &Results| {
            let rows = results.text("games.csv").lines();
            let rows = rows.filter(|row| row.contains(&guest)).map(str::to_owned);
            rows.collect::<Vec<_>>()
        };
        assert_eq!(lines(&bombed).len(), 2, "{guest}");
        assert_eq!(lines(&bombed), lines(&quiet), "{guest}");
        for game in bombed.games_of(&guest) {
            assert_eq!(game.text("reason"), UNHURT, "{guest}");
        }
    }
}
