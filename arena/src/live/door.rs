//! The way in: a port that is bound before anything starts, and the token that opens it.
//!
//! A bot that nothing contains shares the loopback with its arena, and the other game of its pair
//! shows rolls that it is yet to get. So the page's address has a token, as that of a notebook
//! server does; it is told to the user alone and is nowhere on the command line or in a file.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

use nardy_protocol::text::hex;
use rand::TryRng;
use rand::rngs::{SysError, SysRng};
use sha2::{Digest, Sha256};

use super::address::Address;

/// Random bytes of a token, two hexadecimal digits each.
const TOKEN_BYTES: usize = 16;

/// A bound port and its token.
#[derive(Debug)]
pub struct Door {
    pub(super) listener: TcpListener,
    pub(super) token: Token,
    address: SocketAddr,
}

/// Why there is no door.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// Others could reach it, and nobody said they may.
    #[error(
        "--live={0} can be reached by other machines; leave the address out to show the league on \
         this one alone, or add --live-beyond-loopback to show it to whoever has the page's address"
    )]
    Beyond(Address),
    /// The port is taken.
    #[error("--live={0}: this port is in use; give another, or none for any that is free")]
    InUse(Address),
    /// The machine refuses to listen there.
    #[error("--live={address}: cannot listen there: {error}{}", remedy(error))]
    Refused {
        /// Where.
        address: Address,
        /// What it said.
        error: std::io::Error,
    },
    /// The machine has no randomness.
    #[error("--live: the machine refuses randomness for the page's address: {0}")]
    Randomness(#[from] SysError),
}

fn remedy(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::PermissionDenied => "; ports below 1024 take privileges, take one from there on",
        ErrorKind::AddrNotAvailable => "; this machine does not have that address",
        _ => "",
    }
}

impl DoorError {
    /// Whether the machine is at fault rather than what was asked for.
    #[must_use]
    pub const fn is_environment(&self) -> bool {
        !matches!(self, DoorError::Beyond(_))
    }
}

impl Door {
    /// Binds the address; one that others can reach only if they may.
    ///
    /// # Errors
    ///
    /// If they may not, or the machine refuses.
    pub fn open(address: Address, beyond_loopback: bool) -> Result<Door, DoorError> {
        if !address.is_loopback() && !beyond_loopback {
            return Err(DoorError::Beyond(address));
        }
        let refused = |error: std::io::Error| match error.kind() {
            ErrorKind::AddrInUse => DoorError::InUse(address),
            _ => DoorError::Refused { address, error },
        };
        let listener = TcpListener::bind(address.socket()).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        Ok(Door {
            address: listener.local_addr().map_err(refused)?,
            listener,
            token: Token::draw()?,
        })
    }

    /// Whether other machines can reach it.
    #[must_use]
    pub fn is_beyond_loopback(&self) -> bool {
        !self.address.ip().to_canonical().is_loopback()
    }

    /// The page's address. That of all of this machine's addresses is given as its loopback's.
    #[must_use]
    pub fn url(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let socket = SocketAddr::new(ip, self.address.port());
        format!("http://{socket}/{}/", self.token.0)
    }
}

/// What the page's path begins with.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    fn draw() -> Result<Token, SysError> {
        let mut bytes = [0; TOKEN_BYTES];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Token(hex(&bytes)))
    }

    /// Whether a path begins with it. Hashes are compared, so that the time it takes tells nothing.
    pub(super) fn opens(&self, path: &str) -> bool {
        let first = path
            .strip_prefix('/')
            .and_then(|rest| rest.split('/').next());
        Sha256::digest(first.unwrap_or_default()) == Sha256::digest(&self.0)
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_the_whole_token_opens() {
        let token = Token("0123abcd".to_owned());
        for path in ["/0123abcd", "/0123abcd/", "/0123abcd/events"] {
            assert!(token.opens(path), "{path}");
        }
        for path in [
            "",
            "/",
            "/0123abc/",
            "/0123abcde/",
            "0123abcd/",
            "//0123abcd/",
            "/x/0123abcd/",
        ] {
            assert!(!token.opens(path), "{path}");
        }
    }

    #[test]
    fn every_door_has_a_token_of_its_own_that_debug_does_not_show() {
        let doors = [(); 2].map(|()| Door::open("0".parse().unwrap(), false).unwrap());
        let [one, other] = doors.each_ref().map(|door| door.token.0.as_str());
        assert_ne!(one, other);
        assert_eq!(one.len(), 2 * TOKEN_BYTES);
        assert!(!format!("{:?}", doors[0]).contains(one));
        assert!(doors[0].url().starts_with("http://127.0.0.1:"));
        assert!(doors[0].url().ends_with(&format!("/{one}/")));
    }
}
