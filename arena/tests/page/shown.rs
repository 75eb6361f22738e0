//! The page in a real browser: nothing goes wrong, keys and addresses work, it fits a phone.

use std::fs;

use serde_json::json;

use crate::browser::Browser;
use crate::support::{Ground, builtin, league};

/// A league of two bots and its page.
fn ground() -> Ground {
    let ground = Ground::new();
    let bots = [("blocks", builtin("blocks")), ("pips", builtin("pips"))];
    ground.play(&league("pairs = 3", &bots), "out", &[]);
    assert_eq!(ground.run(&["report", "out"]).code, Some(0));
    ground
}

/// The number of the turn that is shown.
fn turn(browser: &mut Browser) -> i64 {
    let slider = "Number(document.querySelector('input[type=range]').value)";
    browser.value(slider).as_i64().unwrap()
}

#[test]
fn keys_buttons_and_addresses_lead_to_a_turn() {
    let Some(mut browser) = Browser::start("the page in a browser") else {
        return;
    };
    let ground = ground();
    let page = ground.path("out.html");
    browser.open(&page, "#game=2b&turn=30");
    assert_eq!(turn(&mut browser), 30);
    assert_eq!(
        browser.text("document.querySelector('select:last-of-type') && parts.games.value"),
        "2b"
    );
    // It is where keys go, without a click.
    for (key, at) in [
        ("ArrowRight", 31),
        ("ArrowLeft", 30),
        ("PageDown", 40),
        ("PageUp", 30),
        ("Home", 0),
        ("ArrowLeft", 0),
    ] {
        browser.press(key);
        assert_eq!(turn(&mut browser), at, "{key}");
    }
    browser.press("End");
    let last = browser.value("state.game.played.length").as_i64().unwrap();
    assert_eq!(turn(&mut browser), last);
    browser.until(&format!("location.hash === '#game=2b&turn={last}'"));
    // One side has borne off all; the board says so to those who do not see it.
    let words = browser.text("document.querySelector('.board').getAttribute('aria-label')");
    assert!(words.contains("off ×15; pips 0"), "{words}");
    assert_eq!(
        browser.value("document.querySelectorAll('.slab').length >= 15"),
        true
    );
    browser.press("n");
    browser.until("location.hash === '#game=3a&turn=0'");
    browser.value("document.querySelector('[aria-label=\"One turn on\"]').click()");
    assert_eq!(turn(&mut browser), 1);
    browser.value("document.querySelectorAll('.turns button')[12].click()");
    assert_eq!(turn(&mut browser), 12);
    let current =
        browser.text("document.querySelector('.turns [aria-current] .number').textContent");
    assert_eq!(current, "12");
    let way = browser
        .value("document.querySelectorAll('.way').length === state.game.played[11].moves.length");
    assert_eq!(way, true);
    // Turned, the side that was below is above.
    let below = "document.querySelector('.players span').textContent";
    let before = browser.text(below);
    browser.press("f");
    assert_ne!(browser.text(below), before);
    // An address that changes, as when somebody follows a link in the page.
    browser.value("location.hash = '#game=1a&turn=5'");
    browser.value("new Promise(done => setTimeout(done, 50))");
    browser.assert_calm();
    browser.open(&page, "#game=99z&turn=1");
    assert_eq!(
        browser.text("parts.said.textContent"),
        "No such game is here."
    );
    browser.assert_calm();
}

#[test]
fn a_game_that_cannot_be_read_leaves_the_others_alone() {
    let Some(mut browser) = Browser::start("a page with a game that cannot be read") else {
        return;
    };
    let ground = ground();
    let page = ground.path("out.html");
    let html = fs::read_to_string(&page).unwrap();
    let (before, after) = html.split_once("\"turns\":\"").unwrap();
    fs::write(&page, format!("{before}\"turns\":\"065?d {after}")).unwrap();
    browser.open(&page, "#game=1b&turn=3");
    assert_eq!(turn(&mut browser), 3);
    browser.value("go('1a', 7)");
    let said = browser.text("parts.said.textContent");
    assert!(
        said.contains("The turns of this game cannot be read."),
        "{said}"
    );
    browser.press("n");
    browser.press("ArrowRight");
    assert_eq!(turn(&mut browser), 1);
    browser.assert_calm();
}

#[test]
fn either_language_is_whole_and_a_phone_needs_no_sideways_scrolling() {
    let Some(mut browser) = Browser::start("the page on a phone") else {
        return;
    };
    let ground = ground();
    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
    browser.order("Emulation.setDeviceMetricsOverride", phone);
    browser.open(&ground.path("out.html"), "");
    let wide = "document.documentElement.scrollWidth <= 390";
    assert_eq!(browser.value(wide), true);
    browser.value("document.querySelector('[data-language=ru]').click()");
    assert_eq!(browser.value(wide), true);
    let text = browser.text("document.querySelector('main').innerText");
    for word in [
        "Таблица",
        "Личные встречи",
        "оин",
        "Очков за партию",
        "Партии",
    ] {
        assert!(text.contains(word), "{word}");
    }
    assert!(!text.contains("Standings"), "{text}");
    assert_eq!(browser.text("document.documentElement.lang"), "ru");
    // Whatever can be pressed has a name, and each label that is pointed to is there.
    let unnamed = browser.value(
        "[...document.querySelectorAll('button, select, input, a, [role=region], [role=img]')]\
         .filter(e => !(e.getAttribute('aria-label') || e.innerText || e.textContent \
         || e.labels?.length || document.getElementById(e.getAttribute('aria-labelledby')))).length",
    );
    assert_eq!(unnamed, 0);
    browser.assert_calm();
}
