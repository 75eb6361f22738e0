//! Bot processes: starting them, talking to them line by line, ending them.
//!
//! The only place where pipes and process numbers are touched. A [`Spawner`] starts a
//! [`Launch`] and gives a [`BotProcess`]; [`handshake`] opens the conversation; each further
//! exchange is one [`send`](BotProcess::send) and one [`receive`](BotProcess::receive) under one
//! fixed deadline; [`stop`](BotProcess::stop) ends it. Nothing here knows the game.
//!
//! Linux only, 5.11 or later: exits are seen by pidfd, bots die with the arena by
//! `PR_SET_PDEATHSIG`, inherited descriptors are closed by `close_range`, and what bots leave
//! behind becomes the arena's to reap by `PR_SET_CHILD_SUBREAPER`. A process that leaves its
//! group (`setsid`), and children of a bot when the arena itself is killed, are beyond the reach
//! of all this; what holds those, and much else, is the [`Sandbox`].
//!
//! | file | what |
//! |---|---|
//! | `launch` | what is started, and its environment |
//! | `preflight`, `elf`, `problem` | why it could not be |
//! | `spawn`, `vfork`, `child` | the thread that starts processes, and what they do before their program runs |
//! | `process`, `pipes`, `watch` | sending, receiving, and what is watched meanwhile |
//! | `stderr` | the bounded part of stderr that is kept |
//! | `room` | how many more processes and descriptors the machine allows |
//! | `sandbox` | what holds a bot that is contained, and the keeper that puts it there |
//! | `work` | the one folder in which all work folders are |
//! | `group`, `stop` | the process group, and the ladder that ends it |
//! | `fault`, `handshake` | what a bot does wrong, and the first exchange |

mod child;
mod elf;
mod fault;
mod group;
mod handshake;
mod launch;
mod pipes;
mod preflight;
mod problem;
mod process;
mod processor;
mod room;
mod sandbox;
mod spawn;
mod stderr;
mod stop;
mod vfork;
mod watch;
mod work;

pub use fault::{ExitStatus, Fault, SignalNumber, Stream};
pub use handshake::{HandshakeError, handshake};
pub use launch::{Launch, StderrLimits};
pub use preflight::{interpreters, preflight, resolve_program};
pub use problem::{LaunchProblem, SpawnError};
pub use process::BotProcess;
pub use room::{descriptors_left, processes_left};
pub use sandbox::{
    Containment, Layer, Layers, Limits, Missing, Sandbox, View, Wanted, keep, probe_here,
};
pub use spawn::Spawner;
pub use stderr::StderrTail;
pub use stop::{Exit, Leaving, Remains, StopPolicy};
pub use work::WorkFolder;
