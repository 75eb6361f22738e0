//! The page in a real browser, while a league is played.

use rustix::process::Signal;
use serde_json::json;

use crate::browser::Browser;
use crate::client::Site;
use crate::support::{Ground, league, scripted};

/// A league whose names are no HTML.
fn ground() -> Ground {
    let ground = Ground::new();
    let slow = || scripted(&[("turn", "late:10")]);
    let bots = [
        ("<img src=x onerror=alert(1)>", slow()),
        ("other & more", slow()),
        ("hasty", scripted(&[("turn:2", "illegal-far")])),
    ];
    ground.write("league.toml", league("pairs = 500\nconcurrency = 2", &bots));
    ground
}

#[test]
fn boards_and_table_appear_and_change_and_the_end_is_told() {
    let Some(mut browser) = Browser::start("the live page in a browser") else {
        return;
    };
    let ground = ground();
    let mut running = ground.start(&["league", "league.toml", "--out", "out", "--live"]);
    let site = Site::of(&mut running);
    browser.visit(&site.url, &site.url);
    // Two boards with fifteen checkers a side, which change.
    browser.until("document.querySelectorAll('#boards .board').length === 2");
    browser.until(
        "[...document.querySelectorAll('#boards .board')].some((board) => board.querySelector('.die'))",
    );
    let caption = "document.querySelector('#boards .caption').textContent";
    let before = browser.text(caption);
    browser.until(&format!("{caption} !== {before:?}"));
    // The table has all bots, and their names as they are.
    browser.until("document.querySelectorAll('#standings tbody tr').length === 3");
    let names = "[...document.querySelectorAll('#standings tbody th')].map((at) => at.textContent).sort().join('|')";
    assert_eq!(
        browser.text(names),
        "<img src=x onerror=alert(1)>|hasty|other & more"
    );
    assert_eq!(
        browser.value("document.querySelector('main img')"),
        json!(null)
    );
    let games = "document.querySelector('#standings tbody').textContent";
    let before = browser.text(games);
    browser.until(&format!("{games} !== {before:?}"));
    browser.until("document.querySelector('#troubles').textContent.includes('illegal_turn')");
    browser.until("document.querySelectorAll('#ended li').length > 1");
    // What is paused stays; by a key, as all of it can be reached by keys.
    browser.value("parts.pause.focus()");
    browser.press(" ");
    assert_eq!(browser.value("state.paused"), true);
    let frozen = browser.text(caption);
    let heard = browser.text("JSON.stringify(told.boards)");
    browser.until(&format!("JSON.stringify(told.boards) !== {heard:?}"));
    assert_eq!(browser.text(caption), frozen);
    browser.press(" ");
    browser.until(&format!("{caption} !== {frozen:?}"));
    // The other language, on a phone.
    let phone = json!({ "width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": true });
    browser.order("Emulation.setDeviceMetricsOverride", phone);
    browser.value("document.querySelector('[data-language=ru]').click()");
    assert_eq!(
        browser.text("document.querySelector('#standings h2').textContent"),
        "Таблица"
    );
    assert_eq!(
        browser.value("document.documentElement.scrollWidth <= innerWidth"),
        true
    );
    running.signal(Signal::INT);
    browser.until("state.phase === 'stopped'");
    let said = browser.text("parts.said.textContent");
    assert!(said.contains("остановлен"), "{said}");
    assert_eq!(running.wait().code, Some(130));
    browser.assert_calm();
}

#[test]
fn an_arena_that_is_gone_is_told() {
    let Some(mut browser) = Browser::start("the live page of an arena that was killed") else {
        return;
    };
    let ground = ground();
    let mut running = ground.start(&["league", "league.toml", "--out", "out", "--live"]);
    let site = Site::of(&mut running);
    browser.visit(&site.url, &site.url);
    browser.until("state.phase === 'running'");
    running.signal(Signal::KILL);
    browser.until("state.lost");
    let said = browser.text("parts.said.textContent");
    assert!(said.starts_with("The arena does not answer"), "{said}");
    running.wait();
    ground.assert_all_die_soon();
}
