//! Talking to others: network, sockets by name, shared memory.

use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{self, UnixStream};
use std::time::Duration;

use crate::{Findings, kernel, told};

pub(crate) fn look(findings: &mut Findings) {
    findings.note("TCP", yes(tcp()));
    findings.note("UDP", yes(udp()));
    findings.note("abstract socket", yes(abstract_socket()));
    let path = UnixStream::connect(told("SPY_SOCKET"));
    findings.note("path socket", path.ok().map(|_| "connected"));
    let key = told("SPY_SHM").parse().unwrap();
    let found = kernel::call(libc::SYS_shmget, [key, 0, 0, 0, 0, 0]);
    findings.note("shared memory", found.ok());
    for (name, family) in [
        ("internet", libc::AF_INET),
        ("internet 6", libc::AF_INET6),
        ("netlink", libc::AF_NETLINK),
        ("packet", libc::AF_PACKET),
        ("alg", libc::AF_ALG),
        ("vsock", libc::AF_VSOCK),
    ] {
        let arguments = [i64::from(family), i64::from(libc::SOCK_RAW), 0, 0, 0, 0];
        let opened = kernel::call(libc::SYS_socket, arguments);
        findings.note(&format!("{name} socket"), opened.ok().map(|_| "opened"));
    }
}

fn yes(talked: std::io::Result<()>) -> Option<&'static str> {
    talked.ok().map(|()| "connected")
}

fn tcp() -> std::io::Result<()> {
    let address: SocketAddr = told("SPY_TCP").parse().unwrap();
    TcpStream::connect_timeout(&address, Duration::from_millis(500)).map(drop)
}

fn udp() -> std::io::Result<()> {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.send_to(b"hello", told("SPY_UDP")).map(drop)
}

fn abstract_socket() -> std::io::Result<()> {
    let address = net::SocketAddr::from_abstract_name(told("SPY_ABSTRACT"))?;
    UnixStream::connect_addr(&address).map(drop)
}
