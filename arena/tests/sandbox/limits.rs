//! The limits that a league file sets for a bot.

use crate::lab::{Lab, League, numbers};

/// What a bot with these limits gets of something, in each of its two games.
fn got(lab: &Lab, deed: &str, limits: &str) -> Vec<u64> {
    let bomber = lab.scripted("bomber", &[("turn:1", deed)]);
    let league = League::new("pairs = 1\n[time]\nturn = \"30s\"\n")
        .bot_with("bomber", &bomber, &format!("limits = {{ {limits} }}"))
        .bot("other", &lab.scripted("other", &[]));
    let out = deed.replace(':', "-") + &limits.replace(|c: char| !c.is_alphanumeric(), "");
    let (results, _) = lab.play(&league, &out, &[]);
    numbers(&results, "bomber", "made")
}

#[test]
fn descriptors_are_counted() {
    let lab = Lab::own();
    // Its three streams are open already.
    assert_eq!(got(&lab, "descriptor-bomb", "descriptors = 20"), [17, 17]);
    assert_eq!(got(&lab, "descriptor-bomb", "descriptors = 100"), [97, 97]);
}

#[test]
fn the_work_folder_holds_as_much_as_it_may() {
    let lab = Lab::own();
    for (mib, limit) in [(4, "disk = \"4MiB\""), (9, "disk = \"9MiB\"")] {
        for made in got(&lab, "disk-bomb:64", limit) {
            assert!((mib - 1..=mib).contains(&made), "{made} of {mib}");
        }
    }
}

#[test]
fn memory_within_the_limit_is_free_to_use() {
    let lab = Lab::own();
    assert_eq!(got(&lab, "memory-bomb:40", "memory = \"96MiB\""), [40, 40]);
    assert_eq!(got(&lab, "memory-bomb:40", "memory = \"16MiB\""), [0; 0]);
}

#[test]
fn processes_are_counted() {
    for user in [crate::lab::User::Own, crate::lab::User::Ordinary] {
        let Some(lab) = Lab::of(user) else { continue };
        let few = got(&lab, "thread-bomb", "processes = 320");
        let many = got(&lab, "thread-bomb", "processes = 600");
        for (few, many) in few.into_iter().zip(many) {
            assert!((10..=320).contains(&few), "{few} of 320");
            assert!(
                (few + 200..=600).contains(&many),
                "{many} of 600, {few} of 320"
            );
        }
    }
}
