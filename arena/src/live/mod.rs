//! A running league on a local web page: table, running boards, faults.
//!
//! [`Door`] binds the port before anything starts. [`Live`] is the dispatcher's end: it keeps what
//! happens in lists of fixed lengths and lays the news into a mailbox for one letter. A thread of
//! its own takes it from there, makes messages of it and serves them (`server`). Nothing here makes
//! the league wait: who finds the mailbox or a board in use leaves it for the next time, and the
//! thread is of low priority.
//!
//! The page is told what the report of the league would hold, turn by turn, and no more: no seed,
//! no key, no roll that is yet to be played, no path, no word of a bot's to stderr.

mod address;
mod door;
mod message;
mod news;
mod server;
mod words;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

pub use address::{Address, BadAddress};
pub use door::{Door, DoorError};
pub use news::Phase;
pub use server::{DESCRIPTORS, THREADS};

use crate::event::{Boards, Event};
use crate::plan::FrozenPlan;
use crate::store::Journal;
use message::Speaker;
use news::News;
use server::Server;

/// How often the page is told something.
const EVERY: Duration = Duration::from_millis(250);

/// How often the standings are counted, if that is quick.
const COUNT_EVERY: Duration = Duration::from_millis(500);

/// The part of the dispatcher's time that copying the counts may take: one in so many.
const COUNT_SHARE: u32 = 20;

/// How long the arena waits at its end until browsers have been told.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The plan's rules are not understood.
    #[error("the live page cannot show these rules: {0}")]
    Rules(String),
    /// The page could not be made.
    #[error("the live page cannot be made: {0}")]
    Template(#[from] askama::Error),
    /// The machine has no thread to give.
    #[error("the machine refuses a thread: {0}")]
    Thread(std::io::Error),
}

/// What the dispatcher and the page's thread share.
#[derive(Debug, Default)]
struct Shared {
    /// The last news, until the thread takes it.
    mailbox: Mutex<Option<News>>,
    /// Whether anybody looks at the page.
    watched: AtomicBool,
    boards: OnceLock<Boards>,
}

/// The dispatcher's end of the page. When it is dropped the page ends.
#[derive(Debug)]
pub struct Live {
    shared: Arc<Shared>,
    names: Vec<String>,
    news: News,
    /// When something may be told again.
    tell_at: Instant,
    /// When the standings may be counted again, and whether they have changed.
    count_at: Instant,
    changed: bool,
    stop: CancellationToken,
    /// Ends with the thread.
    ended: Receiver<()>,
}

impl Live {
    /// Opens the page: from now on it says that bots are being started.
    ///
    /// # Errors
    ///
    /// If the page cannot be made, or the machine has no thread.
    pub fn open(door: Door, plan: &FrozenPlan) -> Result<Live, LiveError> {
        let shared = Arc::new(Shared::default());
        let speaker = Speaker::new(plan);
        let page = message::page(plan, &speaker)?;
        let names = speaker.names().to_vec();
        let stop = CancellationToken::new();
        let (alive, ended): (Sender<()>, _) = channel();
        let server = Server {
            page,
            speaker,
            shared: Arc::clone(&shared),
            stop: stop.clone(),
        };
        std::thread::Builder::new()
            .name("live".into())
            .spawn(move || {
                server.run(door);
                drop(alive);
            })
            .map_err(LiveError::Thread)?;
        let now = Instant::now();
        let mut live = Live {
            shared,
            names,
            news: News::new(),
            tell_at: now,
            count_at: now,
            changed: true,
            stop,
            ended,
        };
        live.tell();
        Ok(live)
    }

    /// The first game begins: of so many in all, on these boards, and what the journal holds has
    /// been played before.
    pub fn begin(&mut self, games: u64, boards: Boards, journal: &Journal) {
        // It is told once.
        let _ = self.shared.boards.set(boards);
        // What cannot be read is told by whoever needs it.
        for record in journal.last_records(news::ENDED).flatten() {
            self.news.ended(&record);
        }
        self.news.begin(games, journal.len() as u64);
        self.tell();
    }

    /// Something has happened, or time has passed; the journal holds what is stored by now.
    pub fn on(&mut self, event: Option<&Event>, journal: &Journal) {
        if let Some(event) = event {
            self.changed |= matches!(event, Event::Played(_));
            self.news.on(event, &self.names);
        }
        let now = Instant::now();
        if now < self.tell_at || !self.shared.watched.load(Ordering::Relaxed) {
            return;
        }
        self.tell_at = now + EVERY;
        self.news.stored(journal);
        if self.changed && now >= self.count_at {
            self.count(journal);
        }
        self.tell();
    }

    /// The league has ended like this. Browsers are told, and a moment is spent on that.
    pub fn end(mut self, phase: Phase, journal: &Journal) {
        self.news.stored(journal);
        if self.shared.watched.load(Ordering::Relaxed) {
            self.count(journal);
        }
        self.news.phase = phase;
    }

    fn count(&mut self, journal: &Journal) {
        let before = Instant::now();
        // What cannot be counted is told by whoever needs it.
        self.news.counts = journal.counts().ok().flatten();
        let took = before.elapsed();
        self.count_at = before + COUNT_EVERY.max(took * COUNT_SHARE);
        self.changed = false;
    }

    /// Lays the news into the mailbox; if it is being emptied at this very moment, they stay here
    /// until the next time.
    fn tell(&mut self) {
        if let Ok(mut mailbox) = self.shared.mailbox.try_lock() {
            let unread = mailbox.take().and_then(|unread| unread.counts);
            let mut news = self.news.clone();
            news.counts = self.news.counts.take().or(unread);
            *mailbox = Some(news);
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if matches!(self.news.phase, Phase::Starting | Phase::Running) {
            self.news.phase = Phase::Broken;
        }
        let mailbox = self.shared.mailbox.lock();
        let mut mailbox = mailbox.unwrap_or_else(PoisonError::into_inner);
        let unread = mailbox.take().and_then(|unread| unread.counts);
        self.news.counts = self.news.counts.take().or(unread);
        *mailbox = Some(self.news.clone());
        drop(mailbox);
        self.stop.cancel();
        // Nothing is ever sent: this waits for the thread's end.
        let _ = self.ended.recv_timeout(FAREWELL);
    }
}
