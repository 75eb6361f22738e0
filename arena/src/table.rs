//! Plays one game between two processes: the only place where real time and pipes meet the pure
//! game.

mod guest;

use std::time::Duration;

use arena_referee::clock::Micros;
use arena_referee::game::{Game, Heard, Step};
use arena_referee::verdict::BotFault;
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::RequestId;
use nardy_protocol::record::Seat;
use rand::rngs::{StdRng, SysError, SysRng};
use rand::{Rng, SeedableRng};
use tokio::time::Instant;

use crate::bot::{BotProcess, Fault};

pub use guest::{Guest, play_guest};

/// How late the arena itself may notice that a deadline has passed. Beyond it the machine was too
/// busy to judge, for the answer may have been there in time, and the game is void.
pub const LATEST_NOTICE: Duration = Duration::from_millis(50);

/// How long a bot may keep the arena waiting for room in its pipe for the game's result.
const FAREWELL: Duration = Duration::from_millis(200);

/// How long a bot may think until its opponent is stopped. Most answers of quick bots come before,
/// and cost no signal; a clock cannot wake the arena sooner.
const FREEZE_AFTER: Duration = Duration::from_millis(1);

/// Why a game came to no end, through no fault of the bots'.
#[derive(Debug, thiserror::Error)]
pub enum Void {
    /// A system call on a bot's pipes failed.
    #[error("the arena could not talk to a bot: {0}")]
    Pipe(std::io::Error),
    /// The arena noticed a deadline far too late.
    #[error("the arena noticed a deadline {} ms late: the machine is overloaded", .0.as_millis())]
    Late(Duration),
}

/// Ids for requests that no bot can guess.
#[derive(Debug)]
pub struct RequestIds(StdRng);

impl RequestIds {
    /// A generator with a seed of the system's.
    ///
    /// # Errors
    ///
    /// If the system has no randomness to give.
    pub fn from_system() -> Result<RequestIds, SysError> {
        StdRng::try_from_rng(&mut SysRng).map(RequestIds)
    }

    /// The next id, 16 hexadecimal digits.
    pub fn next_id(&mut self) -> RequestId {
        RequestId::new(format!("{:016x}", self.0.next_u64()))
    }
}

/// What came of a game, besides what the game itself knows.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// From the first request to the end.
    pub elapsed: Duration,
    /// By seat, all the time the bot took for its answers.
    pub thought: [Duration; 2],
    /// By turn of the game, what its answer took; none for a pass, which nobody is asked for,
    /// and for a person without a clock. A rejected answer is one more at the end.
    pub turns: Vec<Option<Duration>>,
    /// By seat, the processor time that the bot's process had meanwhile, in whosever turn.
    pub processor: [Option<Duration>; 2],
}

/// Plays a game to its end; the bots are not told the result. A deadline that is noticed more than
/// `latest` after it has passed makes the game void. `seen` is shown the game at its start and
/// after each answer, and has to be quick: the next bot's time has not begun then.
///
/// # Errors
///
/// If it came to none through no fault of the bots'.
pub async fn play(
    game: &mut Game,
    mut bots: [&mut BotProcess; 2],
    ids: &mut RequestIds,
    latest: Duration,
    mut seen: impl FnMut(&Game),
) -> Result<Played, Void> {
    let had = bots.each_ref().map(|bot| bot.processor_time());
    let started = Instant::now();
    let mut thought = [Duration::ZERO; 2];
    let mut turns = Vec::new();
    game.begin(ids.next_id());
    seen(game);
    while let Step::Ask {
        seat,
        line,
        allowance,
    } = game.step()
    {
        let [zero, one] = &mut bots;
        let (bot, opponent) = match seat {
            Seat::Zero => (zero, one),
            Seat::One => (one, zero),
        };
        let sent = Instant::now();
        let asked = ask(bot, Some(opponent), line, (sent, allowance)).await;
        let heard = match asked {
            Ok(heard) => heard,
            Err(fault) => Heard::Fault(bot_fault(fault, latest)?),
        };
        if let Heard::Line { took, .. } = heard {
            let took = Duration::from_micros(took.0);
            thought[seat.index()] += took;
            note(&mut turns, game, took);
        }
        game.hear(heard, ids.next_id());
        seen(game);
    }
    let elapsed = started.elapsed();
    let processor = Seat::BOTH.map(|seat| {
        let has = bots[seat.index()].processor_time()?;
        has.checked_sub(had[seat.index()]?)
    });
    Ok(Played {
        elapsed,
        thought,
        turns,
        processor,
    })
}

/// Notes what the answer took that a game is about to hear, if it is one to a turn.
fn note(turns: &mut Vec<Option<Duration>>, game: &Game, took: Duration) {
    if game.dice().is_some() {
        turns.resize(game.turns().len(), None);
        turns.push(Some(took));
    }
}

/// One request and its answer, both by one fixed deadline. If the answer takes a while, the
/// opponent is stopped until it is asked itself, so that it cannot think in a time that is not
/// its own.
async fn ask<'b>(
    bot: &'b mut BotProcess,
    opponent: Option<&mut BotProcess>,
    line: &[u8],
    (sent, allowance): (Instant, Micros),
) -> Result<Heard<'b>, Fault> {
    let deadline = sent + Duration::from_micros(allowance.0);
    if let Some(line) = bot.received_before_asked()? {
        return Ok(Heard::Fault(unasked(line)));
    }
    bot.send(line, deadline).await?;
    let freeze = || {
        if let Some(opponent) = opponent {
            opponent.freeze();
        }
    };
    let line = bot
        .receive_while(deadline, sent + FREEZE_AFTER, freeze)
        .await?;
    let took = Micros(u64::try_from(sent.elapsed().as_micros()).unwrap_or(u64::MAX));
    Ok(Heard::Line { line, took })
}

fn unasked(line: &[u8]) -> BotFault {
    let message = "this line came when nothing was asked: answer each request once, and print \
                   remarks to stderr";
    BotFault::new(FaultCode::UnaskedLine, message).with_line(line)
}

/// What a bot did wrong, unless it was the arena, which may notice a deadline so late.
///
/// # Errors
///
/// If it was the arena.
pub fn bot_fault(fault: Fault, latest: Duration) -> Result<BotFault, Void> {
    let message = fault.to_string();
    let code = match fault {
        Fault::Io(error) => return Err(Void::Pipe(error)),
        Fault::Timeout { overdue, .. } if overdue > latest => {
            return Err(Void::Late(overdue));
        }
        other => other.code().parse().unwrap_or(FaultCode::Exited),
    };
    Ok(BotFault::new(code, message))
}

/// Tells both bots how the game ended; answers by seat whether the process can play on. One that
/// was at fault, does not listen or has written more than it was asked for cannot.
pub async fn farewell(game: &Game, bots: [&mut BotProcess; 2]) -> [bool; 2] {
    let culprit = game
        .verdict()
        .and_then(|verdict| verdict.fault.as_ref())
        .map(|f| f.seat);
    let mut fit = [true; 2];
    for (seat, bot) in Seat::BOTH.into_iter().zip(bots) {
        let quiet = farewell_to(game, seat, bot).await;
        fit[seat.index()] = quiet && culprit != Some(seat);
    }
    fit
}

/// Tells the bot in this seat how the game ended; answers whether it listened and was quiet.
pub async fn farewell_to(game: &Game, seat: Seat, bot: &mut BotProcess) -> bool {
    let lines = game.farewell(seat);
    let told = bot.send(&lines, Instant::now() + FAREWELL).await.is_ok();
    told && matches!(bot.received_before_asked(), Ok(None))
}
