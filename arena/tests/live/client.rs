//! A plain client of the page.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::support::Running;

/// Far longer than anything here takes on a slow and busy machine.
const LONG: Duration = Duration::from_secs(60);

/// Where a running league shows itself.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) url: String,
    pub(crate) host: String,
    pub(crate) token: String,
}

/// An answer to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

/// What the page is told.
pub(crate) struct Events {
    lines: BufReader<TcpStream>,
    /// All of it, as it came.
    pub(crate) all: String,
}

impl Site {
    /// Waits until an arena has told its address.
    pub(crate) fn of(running: &mut Running<'_>) -> Site {
        let mut found = None;
        let stderr = running.stderr_file();
        running.until("the page's address", || {
            let said = std::fs::read_to_string(&stderr).unwrap();
            let line = said
                .lines()
                .find_map(|line| line.strip_prefix("live page: "));
            // It may have been written in part.
            found = line.filter(|url| url.ends_with('/')).and_then(Site::at);
            found.is_some()
        });
        found.unwrap()
    }

    fn at(url: &str) -> Option<Site> {
        let (host, token) = url.strip_prefix("http://")?.split_once('/')?;
        let token = token.strip_suffix('/')?;
        Some(Site {
            url: url.to_owned(),
            host: host.to_owned(),
            token: token.to_owned(),
        })
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream.set_write_timeout(Some(LONG)).unwrap();
        stream
    }

    /// Sends a request as it is, and reads until the arena hangs up.
    pub(crate) fn send(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect(&answer);
        Answer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    /// Asks for a path.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.host
        ))
    }

    /// Begins to listen.
    pub(crate) fn events(&self) -> Events {
        let mut stream = self.connect();
        // By the older protocol the answer is not in chunks.
        let request = format!(
            "GET /{}/events HTTP/1.0\r\nHost: {}\r\n\r\n",
            self.token, self.host
        );
        stream.write_all(request.as_bytes()).unwrap();
        Events {
            lines: BufReader::new(stream),
            all: String::new(),
        }
    }
}

impl Events {
    /// The next message and its kind; none when the arena has hung up.
    pub(crate) fn next(&mut self) -> Option<(String, Value)> {
        let mut kind = String::new();
        loop {
            let mut line = String::new();
            match self.lines.read_line(&mut line) {
                Ok(0) => return None,
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                read => read.unwrap(),
            };
            self.all += &line;
            if let Some(said) = line.strip_prefix("event: ") {
                said.trim_end().clone_into(&mut kind);
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return Some((kind, serde_json::from_str(data).unwrap()));
            }
        }
    }

    /// The first message of a kind that is like this.
    pub(crate) fn until(&mut self, kind: &str, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        while let Some((said, message)) = self.next() {
            if said == kind && wanted(&message) {
                return message;
            }
        }
        panic!("no such {kind}: {}", self.all)
    }

    /// Reads on to the end.
    pub(crate) fn rest(mut self) -> String {
        while self.next().is_some() {}
        self.all
    }
}
