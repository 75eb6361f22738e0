//! The thread that serves the page: a few connections at once, each with limits.
//!
//! A reader is told the last state of things, not each one: whoever is slow or silent misses what
//! came between, and what waits for him is no more than one state and his connection's buffers.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, HeaderValue,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};
use tokio_util::sync::CancellationToken;

use super::door::{Door, Token};
use super::message::{Page, Speaker};
use super::{EVERY, FAREWELL, Shared};
use crate::store::Counts;

/// Connections at once; further ones wait until one of these has ended.
const CONNECTIONS: usize = 32;

/// Of these, readers that are told what happens; the others are always free for the page.
const READERS: usize = 16;

/// Descriptors that this may hold: connections, the port, and the runtime's own.
pub const DESCRIPTORS: u64 = CONNECTIONS as u64 + 5;

/// Threads that this may start: one that rates the bots.
pub const THREADS: u64 = 1;

/// How long a request may take to come.
const REQUEST: Duration = Duration::from_secs(5);

/// How long a connection lasts; browsers come again by themselves, the dead do not.
const CONNECTION: Duration = Duration::from_secs(600);

/// How soon a browser comes again.
const AGAIN: Duration = Duration::from_secs(1);

/// What of a request is held, in bytes and in headers.
const BUFFER: usize = 16 << 10;
const HEADERS: usize = 64;

/// Rest after the machine had no connection to give.
const REST: Duration = Duration::from_millis(200);

/// How much less of a busy processor core this thread gets than the others.
const NICE: i32 = 10;

/// The part of the time that rating the bots may take: one in so many.
const RATE_SHARE: u32 = 10;

/// What is served.
pub(super) struct Server {
    pub(super) page: Page,
    pub(super) speaker: Speaker,
    pub(super) shared: Arc<Shared>,
    pub(super) stop: CancellationToken,
}

/// The last message of each kind, empty before the first; what a reader hears of them.
type Told = [watch::Sender<Arc<str>>; 3];
type Heard = [watch::Receiver<Arc<str>>; 3];

/// The kinds of messages, as the page's script knows them.
const KINDS: [&str; 3] = ["league", "standings", "boards"];

/// What answers to requests need.
#[derive(Clone)]
struct Desk {
    token: Token,
    html: Bytes,
    policy: HeaderValue,
    readers: Arc<Semaphore>,
    heard: Heard,
}

impl Server {
    /// Serves until it is stopped. If the machine has no runtime to give there is no page.
    pub(super) fn run(self, door: Door) {
        if let Err(error) = rustix::process::nice(NICE) {
            tracing::debug!(%error, "the live page has the priority of all else");
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let served = runtime.and_then(|runtime| {
            let served = runtime.block_on(self.serve(door));
            // Bots that are still being rated end with the arena.
            runtime.shutdown_background();
            served
        });
        if let Err(error) = served {
            tracing::warn!(%error, "there is no live page");
        }
    }

    async fn serve(self, door: Door) -> std::io::Result<()> {
        let listener = TcpListener::from_std(door.listener)?;
        let told: Told = KINDS.map(|_| watch::Sender::new(Arc::from("")));
        let readers = Arc::new(Semaphore::new(READERS));
        let desk = Desk {
            token: door.token,
            html: Bytes::from(self.page.html),
            policy: HeaderValue::from_str(&self.page.policy).map_err(std::io::Error::other)?,
            readers: Arc::clone(&readers),
            heard: told.each_ref().map(watch::Sender::subscribe),
        };
        let mut teller = Teller {
            speaker: Arc::new(self.speaker),
            shared: self.shared,
            told,
            readers,
            counts: None,
            rate_at: Instant::now(),
            rating: None,
        };
        let connections = Arc::new(Semaphore::new(CONNECTIONS));
        tokio::select! {
            () = accept(listener, router(desk), &connections) => {}
            () = teller.go_on() => {}
            () = self.stop.cancelled() => {}
        }
        teller.end().await;
        let has_readers = teller.has_readers();
        // Without it the streams end, behind what was told last.
        drop(teller);
        if has_readers {
            let all = connections.acquire_many(CONNECTIONS as u32);
            let _ = timeout(FAREWELL / 2, all).await;
        }
        Ok(())
    }
}

/// Makes messages of the news.
struct Teller {
    speaker: Arc<Speaker>,
    shared: Arc<Shared>,
    told: Told,
    readers: Arc<Semaphore>,
    /// The last counts, if no standings were made of them yet, and when that may be.
    counts: Option<Counts>,
    rate_at: Instant,
    rating: Option<JoinHandle<Rated>>,
}

/// Standings that were made of counts.
struct Rated {
    message: String,
    took: Duration,
}

impl Teller {
    async fn go_on(&mut self) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => self.tell(),
                rated = rated(&mut self.rating) => self.tell_standings(rated),
            }
            if self.rating.is_none() && Instant::now() >= self.rate_at {
                self.rate();
            }
        }
    }

    /// What has happened since the last time is told, standings only if that is quickly done.
    async fn end(&mut self) {
        self.tell();
        if self.has_readers() {
            let _ = timeout(FAREWELL / 2, self.rate_the_rest()).await;
        }
    }

    async fn rate_the_rest(&mut self) {
        while self.rating.is_some() || self.counts.is_some() {
            if self.rating.is_none() {
                self.rate();
            }
            let rated = rated(&mut self.rating).await;
            self.tell_standings(rated);
        }
    }

    fn has_readers(&self) -> bool {
        self.readers.available_permits() < READERS
    }

    fn tell(&mut self) {
        let watched = self.has_readers();
        self.shared.watched.store(watched, Ordering::Relaxed);
        let mailbox = self.shared.mailbox.lock();
        let news = mailbox.unwrap_or_else(PoisonError::into_inner).take();
        let [league, _, boards] = &self.told;
        if let Some(mut news) = news {
            self.counts = news.counts.take().or(self.counts.take());
            let message = self.speaker.league(&news, Instant::now());
            put(league, message);
        }
        if let Some(running) = self.shared.boards.get().filter(|_| watched) {
            put(boards, self.speaker.boards(running));
        }
    }

    /// Begins to rate the bots by the last counts, beside this thread: many bots take a while.
    fn rate(&mut self) {
        let Some(counts) = self.counts.take() else {
            return;
        };
        let speaker = Arc::clone(&self.speaker);
        self.rating = Some(spawn_blocking(move || {
            let before = Instant::now();
            Rated {
                message: speaker.standings(&counts.tables()),
                took: before.elapsed(),
            }
        }));
    }

    fn tell_standings(&mut self, rated: Option<Rated>) {
        self.rating = None;
        // None if it came down by an error of the arena's own, which is told on the terminal.
        let Some(rated) = rated else { return };
        self.rate_at = Instant::now() + rated.took * RATE_SHARE;
        put(&self.told[1], rated.message);
    }
}

/// Waits for standings; for ever if none are being made.
async fn rated(rating: &mut Option<JoinHandle<Rated>>) -> Option<Rated> {
    match rating {
        Some(rating) => rating.await.ok(),
        None => std::future::pending().await,
    }
}

/// Tells something, unless it was told last.
fn put(told: &watch::Sender<Arc<str>>, message: String) {
    told.send_if_modified(|last| {
        let is_new = **last != *message;
        if is_new {
            *last = message.into();
        }
        is_new
    });
}

/// Takes connections, as many as there may be at once.
async fn accept(listener: TcpListener, router: Router, connections: &Arc<Semaphore>) {
    loop {
        let Ok(permit) = Arc::clone(connections).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(talk(stream, router.clone(), permit))),
            Err(error) => {
                tracing::debug!(%error, "a browser cannot be let in");
                sleep(REST).await;
            }
        }
    }
}

/// One request and its answer.
async fn talk(stream: TcpStream, router: Router, _permit: OwnedSemaphorePermit) {
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST)
        .max_buf_size(BUFFER)
        .max_headers(HEADERS)
        .keep_alive(false);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    // However it ends, the next one comes.
    let _ = timeout(CONNECTION, connection).await;
}

fn router(desk: Desk) -> Router {
    Router::new()
        .route("/{token}", get(with_slash))
        .route("/{token}/", get(page))
        .route("/{token}/events", get(events))
        .layer(from_fn_with_state(desk.clone(), guard))
        .with_state(desk)
}

/// Lets nobody in who does not have the token, nor a page of somebody else's whose name leads
/// here (DNS rebinding); and says how browsers are to treat what they get.
async fn guard(State(desk): State<Desk>, request: Request, next: Next) -> Response {
    let mut response = if !is_our_name(request.headers()) {
        let why = "open the page by the address that the arena has told\n";
        (StatusCode::MISDIRECTED_REQUEST, why).into_response()
    } else if desk.token.opens(request.uri().path()) {
        next.run(request).await
    } else {
        let why = "open the page by the whole address that the arena has told\n";
        (StatusCode::NOT_FOUND, why).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, desk.policy);
    for (name, value) in HARDENING {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

const HARDENING: [(HeaderName, &str); 4] = [
    (CACHE_CONTROL, "no-store"),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Whether a request is for an IP address or `localhost`, and not for a name of somebody else's.
fn is_our_name(headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let Some(host) = host else { return false };
    let is_ip = |text: &str| text.parse::<IpAddr>().is_ok();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let six = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    name.eq_ignore_ascii_case("localhost") || is_ip(six.unwrap_or(name))
}

/// The page's own address, of which the end was lost.
async fn with_slash(request: Request) -> Redirect {
    Redirect::temporary(&format!("{}/", request.uri().path()))
}

async fn page(State(desk): State<Desk>) -> Response {
    let kind = (CONTENT_TYPE, "text/html; charset=utf-8");
    ([kind], desk.html).into_response()
}

async fn events(State(desk): State<Desk>) -> Response {
    let Ok(permit) = desk.readers.try_acquire_owned() else {
        let why = "too many pages are open\n";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    };
    Sse::new(heard(desk.heard, permit)).into_response()
}

/// What a reader hears: the last message of each kind, and from then on those that are new when he
/// is ready for one.
fn heard(
    heard: Heard,
    permit: OwnedSemaphorePermit,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let [league, standings, boards] = heard.map(WatchStream::new);
    let of_kind = |kind: &'static str| {
        move |text: Arc<str>| (!text.is_empty()).then(|| Event::default().event(kind).data(text))
    };
    let [one, two, three] = KINDS.map(of_kind);
    let messages = league
        .filter_map(one)
        .merge(standings.filter_map(two))
        .merge(boards.filter_map(three));
    let first = tokio_stream::once(Event::default().retry(AGAIN));
    first.chain(messages).map(move |event| {
        // The reader's place is free when the stream is dropped.
        let _ = &permit;
        Ok(event)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_for_an_ip_address_or_localhost() {
        let is_ours = |host: &'static str| {
            let headers = [(HOST, HeaderValue::from_static(host))];
            is_our_name(&HeaderMap::from_iter(headers))
        };
        for host in [
            "127.0.0.1:8080",
            "127.0.0.1",
            "[::1]:8080",
            "[::1]",
            "localhost:80",
            "LocalHost",
            "192.168.1.7:80",
        ] {
            assert!(is_ours(host), "{host}");
        }
        for host in [
            "",
            "example.com",
            "example.com:8080",
            "127.0.0.1.example.com",
            "localhost.example.com:80",
            "127.0.0.1:x",
            "[::1",
        ] {
            assert!(!is_ours(host), "{host}");
        }
        assert!(!is_our_name(&HeaderMap::new()));
    }
}
