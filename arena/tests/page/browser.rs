//! A headless Chromium, driven over a pipe by its own protocol: lines of JSON, each ended by a
//! NUL, on the descriptors 3 and 4 (Chromium's `--remote-debugging-pipe`).

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::is_here;

/// Far longer than anything here takes on a slow and busy machine.
const LONG: Duration = Duration::from_secs(120);

/// Where Debian and others have it.
const PROGRAMS: [&str; 2] = ["chromium", "chromium-browser"];

/// A browser with one tab.
pub(crate) struct Browser {
    child: Child,
    orders: Option<ChildStdin>,
    said: Receiver<Value>,
    last: u64,
    session: Option<String>,
    /// What happened in the tab since it was opened.
    pub(crate) events: Vec<Value>,
    /// What the addresses begin with that the tab may load.
    home: String,
    profile: Option<TempDir>,
}

impl Browser {
    /// A browser, if there is one; says on the terminal what is left out if not.
    pub(crate) fn start(left_out: &str) -> Option<Browser> {
        let program = PROGRAMS
            .into_iter()
            .find(|program| runs(program))
            .or_else(|| is_here(PROGRAMS[0], "--version", left_out).then_some(PROGRAMS[0]))?;
        let profile = tempfile::tempdir().unwrap();
        let mut child = Command::new("/bin/sh")
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null",
                "sh",
                program,
            ])
            .args([
                "--headless",
                "--remote-debugging-pipe",
                "--no-sandbox",
                "--disable-gpu",
            ])
            .args([
                "--no-first-run",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .env("HOME", profile.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (tell, said) = channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while output.read_until(0, &mut bytes).is_ok_and(|read| read > 0) {
                bytes.pop();
                let _ = tell.send(serde_json::from_slice(&bytes).unwrap());
                bytes.clear();
            }
        });
        let mut browser = Browser {
            orders: child.stdin.take(),
            child,
            said,
            last: 0,
            session: None,
            events: Vec::new(),
            home: String::new(),
            profile: Some(profile),
        };
        let tab = browser.order("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": tab["targetId"], "flatten": true });
        let attached = browser.order("Target.attachToTarget", attach);
        browser.session = Some(attached["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.order(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Gives an order and waits for what comes of it.
    pub(crate) fn order(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let mut order = json!({ "id": self.last, "method": method });
        order["params"] = params;
        if let Some(session) = &self.session {
            order["sessionId"] = session.as_str().into();
        }
        let orders = self.orders.as_mut().unwrap();
        orders.write_all(format!("{order}\0").as_bytes()).unwrap();
        loop {
            let mut answer = self.hear(method);
            if answer["id"] == self.last {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].take();
            }
            self.events.push(answer);
        }
    }

    fn hear(&self, waiting_for: &str) -> Value {
        let heard = self.said.recv_timeout(LONG);
        heard.unwrap_or_else(|_| panic!("the browser says nothing: {waiting_for}"))
    }

    /// Opens a file, with what follows its name in the address, and waits until it is there.
    pub(crate) fn open(&mut self, file: &Path, behind: &str) {
        let url = format!("file://{}{behind}", file.display());
        self.visit(&url, "file://");
    }

    /// Opens an address and waits until it is there; `home` is what it begins with, and everything
    /// else that the page may load.
    pub(crate) fn visit(&mut self, url: &str, home: &str) {
        home.clone_into(&mut self.home);
        // Another part of the same page would be shown without loading it.
        self.order("Page.navigate", json!({ "url": "about:blank" }));
        self.events.clear();
        self.order("Page.navigate", json!({ "url": url }));
        self.until(&format!(
            "location.href.startsWith({home:?}) && document.readyState === 'complete'"
        ));
    }

    /// Waits until an expression in the page is true.
    #[track_caller]
    pub(crate) fn until(&mut self, expression: &str) {
        let limit = Instant::now() + LONG;
        while self.value(expression) != true {
            assert!(Instant::now() < limit, "never true: {expression}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The value of an expression in the page.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true });
        let mut answer = self.order("Runtime.evaluate", asked);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        answer["result"]["value"].take()
    }

    #[track_caller]
    pub(crate) fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value
            .as_str()
            .unwrap_or_else(|| panic!("{expression}: {value}"))
            .to_owned()
    }

    /// Presses a key and lets it go.
    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let code = if key == " " { "Space" } else { key };
            let event = json!({ "type": kind, "key": key, "code": code });
            self.order("Input.dispatchKeyEvent", event);
        }
    }

    /// The page has loaded nothing but itself and what is at home, and nothing went wrong in it.
    #[track_caller]
    pub(crate) fn assert_calm(&mut self) {
        // What happened before this has been told when it is answered.
        self.value("0");
        for event in &self.events {
            let method = event["method"].as_str().unwrap_or_default();
            let params = &event["params"];
            let wrong = match method {
                "Network.requestWillBeSent" => {
                    let url = params["request"]["url"].as_str().unwrap();
                    let is_own = match self.home.as_str() {
                        "file://" => url.starts_with("file://") && params["type"] == "Document",
                        home => url.starts_with(home),
                    };
                    !(is_own || url.starts_with("data:") || url == "about:blank")
                }
                "Runtime.exceptionThrown" | "Log.entryAdded" | "Page.javascriptDialogOpening" => {
                    true
                }
                "Runtime.consoleAPICalled" => true,
                _ => false,
            };
            assert!(!wrong, "{event}");
        }
    }
}

fn runs(program: &str) -> bool {
    let mut asked = Command::new(program);
    let asked = asked
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It ends when nobody can give it orders any more.
        drop(self.orders.take());
        let _ = self.child.wait();
        drop(self.profile.take());
    }
}
