//! A bot that plays correctly and misbehaves on order.
//!
//! ```text
//! scripted-bot [--at WHEN --do WHAT]...
//! ```
//!
//! WHEN is `start` (before reading anything), or the type of a message it gets: `hello`, `game`,
//! `turn`, `error`, `result`, `quit`, `end` (of input); `turn:3` means the third turn only, and
//! `double` a turn with two equal dice. WHAT is a
//! row of [`SAYINGS`], [`DEEDS`] or [`deeds::DEEDS`], with a value after a colon where the row takes one, as in
//! `late:300`. Without orders it asks for `legal`, answers each turn with the first of them, and
//! is as fast as a bot can be: the benchmarks measure the arena with it.

mod deeds;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::FromRawFd;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process, setsid};

/// What it can write in place of an answer. `ANSWER` stands for the correct one without line
/// end, `ID` for the request's id, `MOVES` for a legal turn, `HEAD` for both dice played from
/// the head; the line end is to be written out.
const SAYINGS: &[(&str, &str)] = &[
    // Accepted.
    ("crlf", "ANSWER\r\n"),
    ("blank-lines-first", "\n  \n\r\nANSWER\n"),
    ("bom", "\u{FEFF}ANSWER\n"),
    (
        "spaces",
        "  { \"moves\" : MOVES , \"id\" : \"ID\" , \"type\" : \"move\" }  \n",
    ),
    (
        "extra-keys",
        r#"{"type":"move","id":"ID","moves":MOVES,"info":{"equity":0.5},"x":[{}]}⏎"#,
    ),
    // Unasked or not tied to the request.
    ("twice", "ANSWER\nANSWER\n"),
    // Never a line.
    ("no-newline", "ANSWER"),
    ("return-only", "ANSWER\r"),
    ("remark", "I am thinking\nANSWER\n"),
    (
        "wrong-id",
        r#"{"type":"move","id":"nobody asked","moves":MOVES}⏎"#,
    ),
    ("wrong-type", r#"{"type":"ready","id":"ID"}⏎"#),
    // No answer in form.
    ("not-json", "move 24/18\n"),
    ("two-objects", "ANSWER ANSWER\n"),
    ("array", r#"["move","ID",MOVES]⏎"#),
    ("missing-key", r#"{"type":"move","id":"ID"}⏎"#),
    (
        "duplicate-key",
        r#"{"type":"move","id":"ID","moves":MOVES,"moves":MOVES}⏎"#,
    ),
    (
        "duplicate-inside",
        r#"{"type":"move","id":"ID","moves":MOVES,"x":{"a":1,"a":1}}⏎"#,
    ),
    ("float", r#"{"type":"move","id":"ID","moves":[[24.0,18]]}⏎"#),
    (
        "huge-int",
        r#"{"type":"move","id":"ID","moves":[[18446744073709551616,18]]}⏎"#,
    ),
    (
        "nan",
        r#"{"type":"move","id":"ID","moves":MOVES,"info":{"equity":NaN}}⏎"#,
    ),
    (
        "lone-surrogate",
        r#"{"type":"move","id":"\ud800","moves":MOVES}⏎"#,
    ),
    ("nul", "ANSWER\0\n"),
    // In form, against the rules.
    ("illegal-none", r#"{"type":"move","id":"ID","moves":[]}⏎"#),
    (
        "illegal-far",
        r#"{"type":"move","id":"ID","moves":[[24,1]]}⏎"#,
    ),
    (
        "illegal-backward",
        r#"{"type":"move","id":"ID","moves":[[1,24]]}⏎"#,
    ),
    (
        "illegal-off",
        r#"{"type":"move","id":"ID","moves":[[24,0]]}⏎"#,
    ),
    (
        "illegal-bar",
        r#"{"type":"move","id":"ID","moves":[[25,20]]}⏎"#,
    ),
    ("illegal-head", r#"{"type":"move","id":"ID","moves":HEAD}⏎"#),
];

/// Stands for the line end in raw texts of [`SAYINGS`].
const LINE_END: &str = "⏎";

/// What it can do. `value` is what follows the colon of the order.
type Deed = fn(&mut Bot, value: &str) -> io::Result<()>;

/// What it can do in place of answering, or besides.
const DEEDS: &[(&str, Deed)] = &[
    ("answer", |bot, _| bot.answer()),
    ("silent", |_, _| Ok(())),
    // Never reads again, either.
    ("hang", |_, _| hang()),
    ("late", |bot, millis| {
        pause(millis, 1000);
        bot.answer()
    }),
    // As if stdout were not flushed before the program ends.
    ("until-end", |bot, _| {
        let answer = bot.correct_answer();
        while bot.read()? {}
        bot.say(&answer)?;
        exit(0)
    }),
    ("half-line", |bot, _| {
        let answer = bot.correct_answer();
        bot.say(&answer[..answer.len() / 2])
    }),
    ("drip", |bot, millis| {
        for byte in bot.correct_answer() {
            bot.say(&[byte])?;
            pause(millis, 200);
        }
        Ok(())
    }),
    ("flood", |bot, bytes| {
        chunks(bytes, |chunk| bot.say(&[b'x'; CHUNK][..chunk]))
    }),
    ("blank-flood", |bot, _| {
        loop {
            bot.say(&[b'\n'; CHUNK])?;
        }
    }),
    // An answer of exactly that many bytes without its line end.
    ("long-line", |bot, bytes| {
        let mut answer = bot.correct_answer();
        answer.truncate(answer.len() - 2);
        answer.extend_from_slice(br#","x":""#);
        answer.resize(number(bytes, 100_000) - 2, b'x');
        answer.extend_from_slice(b"\"}\n");
        bot.say(&answer)
    }),
    ("deep", |bot, levels| {
        let levels = number(levels, 1000);
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        let id = bot.id();
        bot.say(format!("{{\"type\":\"move\",\"id\":\"{id}\",\"x\":{open}{close}}}\n").as_bytes())
    }),
    ("bad-utf8", |bot, _| {
        bot.say(b"{\"type\":\"move\",\"id\":\"\xFF\"}\n")
    }),
    ("last-word", |bot, code| {
        let answer = bot.correct_answer();
        bot.say(answer.trim_ascii_end())?;
        exit(code_of(code))
    }),
    ("answer-then-exit", |bot, code| {
        bot.answer()?;
        exit(code_of(code))
    }),
    ("answer-then-hang", |bot, _| {
        bot.answer()?;
        hang()
    }),
    ("exit", |_, code| exit(code_of(code))),
    ("signal", |_, name| {
        loop {
            // Twice, for the first may only take away the runtime's own handler.
            kill_process(getpid(), signal(name))?;
        }
    }),
    ("close-stdout", |bot, _| {
        bot.stdout = None;
        Ok(())
    }),
    // Closes stdout, has so many ms to do, and exits.
    ("close-then-exit", |bot, millis| {
        bot.stdout = None;
        pause(millis, 1000);
        exit(0)
    }),
    ("close-stdin", |bot, _| {
        bot.stdin = None;
        hang()
    }),
    ("stderr", |bot, text| {
        writeln!(bot.stderr, "{text}")?;
        bot.answer()
    }),
    ("stderr-flood", |bot, bytes| {
        chunks(bytes, |chunk| bot.stderr.write_all(&[b'e'; CHUNK][..chunk]))?;
        bot.answer()
    }),
    ("ignore-term", |bot, _| {
        ignore_term();
        bot.answer()
    }),
    // A child in its own group, holding all three pipes.
    ("child", |bot, _| {
        start_child("hold")?;
        bot.answer()
    }),
    ("child-then-exit", |_, code| {
        start_child("hold")?;
        exit(code_of(code))
    }),
    // A child that leaves the group and the session.
    ("escaped-child", |bot, _| {
        start_child("escape")?;
        bot.answer()
    }),
];

/// An order: what to do when.
struct Order {
    kind: String,
    nth: Option<usize>,
    deed: Deed,
    value: String,
}

impl Order {
    fn parse(when: &str, what: &str) -> Self {
        let (kind, nth) = when.split_once(':').unwrap_or((when, ""));
        let (name, value) = what.split_once(':').unwrap_or((what, ""));
        let deed = DEEDS
            .iter()
            .chain(deeds::DEEDS)
            .find(|(known, _)| *known == name)
            .map(|(_, deed)| *deed);
        let saying = SAYINGS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| *text);
        let (deed, value): (Deed, &str) = match (deed, saying) {
            (Some(deed), _) => (deed, value),
            (None, Some(text)) => (|bot, text| bot.say_template(text), text),
            (None, None) => panic!("nobody has told me how to do `{name}`"),
        };
        let nth = (!nth.is_empty()).then(|| number(nth, 0));
        Self {
            kind: kind.to_owned(),
            nth,
            deed,
            value: value.to_owned(),
        }
    }
}

struct Bot {
    stdin: Option<BufReader<File>>,
    stdout: Option<File>,
    stderr: File,
    orders: Vec<Order>,
    /// How many messages of each type have come.
    seen: Vec<(String, usize)>,
    /// The message that was read last.
    message: Vec<u8>,
    /// The answer being put together.
    reply: Vec<u8>,
}

impl Bot {
    fn run(&mut self) -> io::Result<()> {
        self.obey("start")?;
        while self.read()? {
            let kind = text_at(&self.message, b"\"type\":\"").to_owned();
            if self.has_double() && self.obey("double")? || self.obey(&kind)? {
                continue;
            }
            if kind == "quit" {
                return Ok(());
            }
            self.answer()?;
        }
        self.obey("end").map(|_| ())
    }

    fn read(&mut self) -> io::Result<bool> {
        self.message.clear();
        let Some(stdin) = &mut self.stdin else {
            return Ok(false);
        };
        Ok(stdin.read_until(b'\n', &mut self.message)? > 0)
    }

    /// Carries out the order for this message, if there is one.
    fn obey(&mut self, kind: &str) -> io::Result<bool> {
        if self.orders.is_empty() {
            return Ok(false);
        }
        let count = self.count(kind);
        let due = |order: &&Order| order.kind == kind && order.nth.is_none_or(|nth| nth == count);
        let Some(order) = self.orders.iter().find(due) else {
            return Ok(false);
        };
        let (deed, value) = (order.deed, order.value.clone());
        deed(self, &value).map(|()| true)
    }

    /// Whether the message asks for a turn with two equal dice.
    fn has_double(&self) -> bool {
        matches!(after(&self.message, b"\"dice\":["), [one, b',', other, ..] if one == other)
    }

    fn count(&mut self, kind: &str) -> usize {
        match self.seen.iter_mut().find(|(known, _)| known == kind) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.seen.push((kind.to_owned(), 1));
                1
            }
        }
    }

    fn answer(&mut self) -> io::Result<()> {
        self.compose();
        match &mut self.stdout {
            Some(stdout) => stdout.write_all(&self.reply),
            None => Ok(()),
        }
    }

    fn correct_answer(&mut self) -> Vec<u8> {
        self.compose();
        self.reply.clone()
    }

    /// Puts the correct answer together; none for a message that wants none.
    fn compose(&mut self) {
        self.reply.clear();
        let kind = text_at(&self.message, b"\"type\":\"");
        let id = text_at(&self.message, b"\"id\":\"");
        let parts: &[&[u8]] = match kind {
            "hello" => &[
                br#"{"type":"hello","id":""#,
                id.as_bytes(),
                br#"","protocol":1,"name":"scripted","version":"1.0","rules":["long","#,
                br#""long-classic","long-app","long-club","gulbar","short","short-east"],"#,
                b"\"wants\":[\"legal\"]}\n",
            ],
            "game" => &[br#"{"type":"ready","id":""#, id.as_bytes(), b"\"}\n"],
            "turn" => &[
                br#"{"type":"move","id":""#,
                id.as_bytes(),
                br#"","moves":"#,
                first_legal(&self.message),
                b"}\n",
            ],
            _ => &[],
        };
        for part in parts {
            self.reply.extend_from_slice(part);
        }
    }

    fn say(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stdout
            .as_mut()
            .map_or(Ok(()), |stdout| stdout.write_all(bytes))
    }

    fn say_template(&mut self, template: &str) -> io::Result<()> {
        let answer = String::from_utf8_lossy(&self.correct_answer())
            .trim_end()
            .to_owned();
        let line = template
            .replace(LINE_END, "\n")
            .replace("ANSWER", &answer)
            .replace("ID", &self.id())
            .replace(
                "MOVES",
                &String::from_utf8_lossy(first_legal(&self.message)),
            )
            .replace("HEAD", &both_from_head(&self.message));
        self.say(line.as_bytes())
    }

    fn id(&self) -> String {
        text_at(&self.message, b"\"id\":\"").to_owned()
    }
}

/// What follows a key, from a message of the arena, whose keys come in a fixed order.
fn after<'a>(message: &'a [u8], key: &[u8]) -> &'a [u8] {
    let found = message.windows(key.len()).position(|window| window == key);
    found.map_or(&[], |at| &message[at + key.len()..])
}

/// The text that follows a key, as it stands there with its escapes.
fn text_at<'a>(message: &'a [u8], key: &[u8]) -> &'a str {
    let text = after(message, key);
    let mut escaped = false;
    let end = text.iter().position(|byte| {
        let ends = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    });
    str::from_utf8(&text[..end.unwrap_or(0)]).unwrap_or_default()
}

/// The first turn of `legal` as it stands there, or the pass.
fn first_legal(message: &[u8]) -> &[u8] {
    let legal = after(message, b"\"legal\":[");
    let end = legal.windows(2).position(|window| window == b"]]");
    end.map_or(b"[]", |end| &legal[..end + 2])
}

/// One checker move from the head for each die: more than the head rule allows.
fn both_from_head(message: &[u8]) -> String {
    let dice = after(message, b"\"dice\":[");
    let die = |at: usize| dice.get(at).map_or(1, |digit| digit.wrapping_sub(b'0'));
    format!("[[24,{}],[24,{}]]", 24 - die(0), 24 - die(2))
}

/// Most bytes of a flood written at once.
const CHUNK: usize = 4096;

/// Writes so many bytes chunk by chunk; without a number, for ever.
fn chunks(bytes: &str, mut write: impl FnMut(usize) -> io::Result<()>) -> io::Result<()> {
    let mut left = number(bytes, usize::MAX);
    while left > 0 {
        let chunk = left.min(CHUNK);
        write(chunk)?;
        left -= chunk;
    }
    Ok(())
}

fn number(text: &str, default: usize) -> usize {
    if text.is_empty() {
        default
    } else {
        text.parse().expect("a number after the colon")
    }
}

fn code_of(text: &str) -> i32 {
    text.parse().unwrap_or(0)
}

fn pause(millis: &str, default: usize) {
    sleep(Duration::from_millis(number(millis, default) as u64));
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

fn signal(name: &str) -> Signal {
    match name {
        "SEGV" => Signal::SEGV,
        "ABRT" => Signal::ABORT,
        "KILL" => Signal::KILL,
        "TERM" => Signal::TERM,
        other => panic!("nobody has told me of SIG{other}"),
    }
}

#[allow(unsafe_code)]
fn ignore_term() {
    // SAFETY: ignoring a signal installs no handler.
    unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
}

/// Starts this program again in the given role and tells its number on stderr.
fn start_child(role: &str) -> io::Result<()> {
    let child = Command::new(std::env::current_exe()?)
        .args(["--role", role])
        .spawn()?;
    writeln!(io::stderr(), "child {}", child.id())
}

/// The standard streams as files of its own, to be closed on order.
#[allow(unsafe_code)]
fn streams() -> [File; 3] {
    // SAFETY: the three are open in every process the arena starts, and nothing here uses the
    // standard library's handles for stdin and stdout. Its handle for stderr only writes.
    [0, 1, 2].map(|fd| unsafe { File::from_raw_fd(fd) })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut orders = Vec::new();
    for order in args.chunks(4) {
        match order.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["--at", when, "--do", what] => orders.push(Order::parse(when, what)),
            ["--role", "hold"] => hang(),
            ["--role", "escape"] => {
                setsid().expect("a new child may leave its session");
                hang()
            }
            _ => panic!("usage: scripted-bot [--at WHEN --do WHAT]..."),
        }
    }
    let [stdin, stdout, stderr] = streams();
    let mut bot = Bot {
        stdin: Some(BufReader::with_capacity(1 << 18, stdin)),
        stdout: Some(stdout),
        stderr,
        orders,
        seen: Vec::new(),
        message: Vec::new(),
        reply: Vec::new(),
    };
    // The only thing that can go wrong is that the arena has closed a pipe.
    let _ = bot.run();
}
