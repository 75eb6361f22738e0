//! What the scripted bot can do to the machine, and what it can tell of itself.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::{exit, id};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use super::{Bot, Deed, after, hang, number, start_child, text_at};

const MIB: usize = 1 << 20;

/// The end of every bomb, lest a sandbox that does not hold take the machine down.
const ENOUGH: usize = 4096;

/// Each answers in the end, if it comes so far, with the number of things it got as `info.made`.
pub(super) const DEEDS: &[(&str, Deed)] = &[
    ("fork-bomb", |bot, _| {
        let made = count(ENOUGH, |_| {
            if fork()? == 0 {
                // Its children try, too.
                let _ = count(8, |_| fork().map(|_| ()));
                hang()
            }
            Ok(())
        });
        bot.answer_with("made", made)
    }),
    ("thread-bomb", |bot, _| {
        let small = || thread::Builder::new().stack_size(16 * 1024);
        let made = count(ENOUGH, |_| small().spawn(|| hang()).map(drop));
        bot.answer_with("made", made)
    }),
    // So many MiB in one process.
    ("memory-bomb", |bot, mib| {
        let held: Vec<_> = (0..number(mib, ENOUGH)).map(|_| touched()).collect();
        bot.answer_with("made", black_box(held).len())
    }),
    // So many MiB, each in a process of its own; then time to be seen.
    ("family-bomb", |bot, mib| {
        let made = count(number(mib, 200), |_| {
            if fork()? == 0 {
                let _held = black_box(touched());
                hang()
            }
            Ok(())
        });
        thread::sleep(Duration::from_secs(2));
        bot.answer_with("made", made)
    }),
    ("descriptor-bomb", |bot, _| {
        let mut open = Vec::new();
        let made = count(ENOUGH, |_| {
            File::open("/dev/null").map(|file| open.push(file))
        });
        bot.answer_with("made", made)
    }),
    // In files of one MiB.
    ("disk-bomb", |bot, mib| {
        let made = count(number(mib, 256), |nth| {
            fs::write(own_file(nth), vec![b'x'; MIB])
        });
        bot.answer_with("made", made)
    }),
    ("file-bomb", |bot, mib| {
        let mut file = File::create(own_file(0))?;
        let made = count(number(mib, 256), |_| file.write_all(&vec![b'x'; MIB]));
        bot.answer_with("made", made)
    }),
    ("inode-bomb", |bot, _| {
        let made = count(10 * ENOUGH, |nth| File::create(own_file(nth)).map(drop));
        bot.answer_with("made", made)
    }),
    ("sparse-file", |bot, _| {
        let made = count(1, |nth| File::create(own_file(nth))?.set_len(1 << 40));
        bot.answer_with("made", made)
    }),
    // Shared memory by name, which stays when it is closed.
    ("shared-bomb", |bot, mib| {
        let made = count(number(mib, 256), |nth| {
            fs::write(format!("/dev/shm/{nth}"), vec![b'x'; MIB])
        });
        bot.answer_with("made", made)
    }),
    // Shared memory of the old kind, which stays when nobody holds it.
    ("segment-bomb", |bot, mib| {
        let made = count(number(mib, 256), |_| segment());
        bot.answer_with("made", made)
    }),
    // A file whose path is in its environment, for what its arguments name is its own: whether it
    // is there.
    ("look", |bot, _| {
        let path = std::env::var_os("LOOK_AT").unwrap_or_default();
        let made = usize::from(fs::read(path).is_ok());
        bot.answer_with("made", made)
    }),
    // A child of a child whose parent has ended at once.
    ("orphan", |bot, _| {
        if fork()? == 0 {
            start_child("hold")?;
            exit(0);
        }
        bot.answer()
    }),
    // Keeps the message in a file of this name, behind the process's number.
    ("note", |bot, name| {
        let note = [format!("{} ", id()).as_bytes(), &bot.message].concat();
        let mut file = File::options().create(true).append(true).open(name)?;
        file.write_all(&note)?;
        bot.answer()
    }),
    // Which process this is.
    ("tell-process", |bot, _| {
        let process = format!("{:?} {}", fs::read_link("/proc/self/ns/pid")?, started()?);
        bot.answer_with_info(&format!("{{\"process\":{process:?}}}"))
    }),
    // Computes all the time; thinks for so long, and tells how much processor time, in ms, went by
    // since its last answer and while it thought.
    // Now the first legal turn, now the last, as the request's id has it.
    ("whim", |bot, _| {
        let sum: u32 = text_at(&bot.message, b"\"id\":\"")
            .bytes()
            .map(u32::from)
            .sum();
        if sum.is_multiple_of(2) {
            return bot.answer();
        }
        let (id, moves) = (
            text_at(&bot.message, b"\"id\":\""),
            last_legal(&bot.message),
        );
        let answer = format!("{{\"type\":\"move\",\"id\":\"{id}\",\"moves\":{moves}}}\n");
        bot.say(answer.as_bytes())
    }),
    ("burn", |bot, millis| burn(bot, number(millis, 300))),
];

/// How often something could be done, at most `most` times.
fn count(most: usize, mut attempt: impl FnMut(usize) -> io::Result<()>) -> usize {
    (0..most)
        .position(|nth| attempt(nth).is_err())
        .unwrap_or(most)
}

/// A MiB of memory that is really there.
fn touched() -> Vec<u8> {
    let mut memory = Vec::with_capacity(MIB);
    memory.resize(MIB, 1_u8);
    memory
}

fn own_file(nth: usize) -> PathBuf {
    std::env::temp_dir().join(format!("file-{nth}"))
}

#[allow(unsafe_code)]
fn fork() -> io::Result<i32> {
    // SAFETY: this bot has one thread when it does so, so the child finds every lock open.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        child => Ok(child),
    }
}

#[allow(unsafe_code)]
fn segment() -> io::Result<()> {
    // SAFETY: a new segment is attached where the kernel finds room, written within its size, and
    // let go.
    unsafe {
        let segment = libc::shmget(libc::IPC_PRIVATE, MIB, 0o600);
        let place = libc::shmat(segment, std::ptr::null(), 0);
        if segment < 0 || place.addr() == usize::MAX {
            return Err(io::Error::last_os_error());
        }
        place.cast::<u8>().write_bytes(1, MIB);
        libc::shmdt(place);
    }
    Ok(())
}

/// When this process was started, in the kernel's ticks.
fn started() -> io::Result<u64> {
    Ok(statistics(19..20)?.iter().sum())
}

/// Processor time of this process so far, in ms. The kernel tells it in steps of 10.
fn processor_time() -> io::Result<u64> {
    Ok(statistics(11..13)?.iter().sum::<u64>() * 10)
}

/// Numbers that the kernel tells of this process, by their place after its name.
fn statistics(places: Range<usize>) -> io::Result<Vec<u64>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let fields = fields.split_whitespace().skip(places.start);
    let numbers = fields.take(places.len()).map(str::parse);
    numbers.collect::<Result<_, _>>().map_err(io::Error::other)
}

fn burn(bot: &mut Bot, millis: usize) -> io::Result<()> {
    static LAST: Mutex<Option<u64>> = Mutex::new(None);
    let asked = processor_time()?;
    let mut last = LAST.lock().expect("nobody panics with it");
    let away = last.map_or(0, |last| asked - last);
    if last.is_none() {
        thread::spawn(|| {
            loop {
                black_box(0);
            }
        });
    }
    thread::sleep(Duration::from_millis(millis as u64));
    let now = processor_time()?;
    *last = Some(now);
    bot.answer_with_info(&format!("{{\"away\":{away},\"own\":{}}}", now - asked))
}

impl Bot {
    fn answer_with(&mut self, key: &str, value: usize) -> io::Result<()> {
        self.answer_with_info(&format!("{{{key:?}:{value}}}"))
    }

    /// The correct answer, with something for the record.
    fn answer_with_info(&mut self, info: &str) -> io::Result<()> {
        let mut answer = self.correct_answer();
        answer.truncate(answer.len() - 2);
        answer.extend_from_slice(format!(",\"info\":{info}}}\n").as_bytes());
        self.say(&answer)
    }
}

/// The last turn of `legal` as it stands there, or the pass.
fn last_legal(message: &[u8]) -> &str {
    let legal = after(message, b"\"legal\":[");
    let end = legal.windows(3).position(|window| window == b"]]]");
    let all = end.map_or(&b"[]"[..], |end| &legal[..end + 2]);
    let start = all.windows(2).rposition(|window| window == b"[[");
    std::str::from_utf8(&all[start.unwrap_or(0)..]).unwrap_or("[]")
}
