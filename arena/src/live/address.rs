//! Where the page is to be had: an address of this machine, and a port.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// An address to listen on. Port 0 is any that is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address(SocketAddr);

impl Address {
    /// For listening.
    #[must_use]
    pub const fn socket(self) -> SocketAddr {
        self.0
    }

    /// Whether nobody but this machine's own programs can reach it.
    #[must_use]
    pub fn is_loopback(self) -> bool {
        self.0.ip().to_canonical().is_loopback()
    }
}

/// A text that is no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "write a port, an IP address, or both, like 8080, 127.0.0.1, 127.0.0.1:8080 or [::1]:8080; names \
     are not looked up"
)]
pub struct BadAddress;

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Address, BadAddress> {
        let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let port = || text.parse().map(|port| SocketAddr::new(loopback, port));
        let ip = || text.parse().map(|ip| SocketAddr::new(ip, 0));
        // Whoever writes ::1:8080 means a port.
        let is_ambiguous = |socket: &SocketAddr| match socket.ip() {
            IpAddr::V6(ip) => !text.starts_with('[') && !ip.is_loopback() && !ip.is_unspecified(),
            IpAddr::V4(_) => false,
        };
        let socket = port().ok().or_else(|| ip().ok());
        let socket = socket.or_else(|| text.parse().ok());
        let socket = socket.filter(|socket| !is_ambiguous(socket));
        socket.map(Address).ok_or(BadAddress)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.port() {
            0 => self.0.ip().fmt(f),
            _ => self.0.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_port_an_ip_or_both() {
        for (text, socket, is_loopback) in [
            ("8080", "127.0.0.1:8080", true),
            ("0", "127.0.0.1:0", true),
            ("127.0.0.1", "127.0.0.1:0", true),
            ("127.8.0.1:80", "127.8.0.1:80", true),
            ("::1", "[::1]:0", true),
            ("[::1]:80", "[::1]:80", true),
            ("[::ffff:127.0.0.1]:80", "[::ffff:127.0.0.1]:80", true),
            ("0.0.0.0:80", "0.0.0.0:80", false),
            ("::", "[::]:0", false),
            ("192.168.1.7:80", "192.168.1.7:80", false),
            ("[::ffff:10.0.0.1]:80", "[::ffff:10.0.0.1]:80", false),
        ] {
            let address: Address = text.parse().expect(text);
            assert_eq!(address.socket().to_string(), socket, "{text}");
            assert_eq!(address.is_loopback(), is_loopback, "{text}");
        }
        for text in [
            "",
            "65536",
            "-1",
            "localhost",
            "localhost:80",
            "127.0.0.1:",
            ":80",
            "1.2.3",
            "::1:8080",
            "2001:db8::7",
        ] {
            assert_eq!(text.parse::<Address>(), Err(BadAddress), "{text}");
        }
    }
}
