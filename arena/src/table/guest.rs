//! A game between somebody inside the arena, such as a person, and a bot's process.

use std::time::Duration;

use arena_referee::clock::Micros;
use arena_referee::game::{Game, Heard, Step};
use arena_referee::verdict::BotFault;
use nardy_protocol::fault::FaultCode;
use nardy_protocol::record::Seat;
use tokio::time::{Instant, timeout};

use super::{Played, RequestIds, Void, ask, bot_fault, note};
use crate::bot::BotProcess;

/// Somebody who plays and is no process.
pub trait Guest {
    /// The answer to a request, both as a bot's; none when he leaves the game. The future may be
    /// dropped when his time is up.
    fn answer(&mut self, request: &[u8]) -> impl Future<Output = Option<Vec<u8>>>;
}

/// Plays a game between a guest in seat 0 and a bot; none if the guest leaves it. A guest who is
/// not `clocked` has all the time in the world.
///
/// # Errors
///
/// If it came to no end through neither's fault.
pub async fn play_guest(
    game: &mut Game,
    (guest, clocked): (&mut impl Guest, bool),
    bot: &mut BotProcess,
    ids: &mut RequestIds,
) -> Result<Option<Played>, Void> {
    let had = bot.processor_time();
    let started = Instant::now();
    let mut thought = [Duration::ZERO; 2];
    let mut turns = Vec::new();
    let mut answer;
    let mut step = game.begin(ids.next_id());
    while let Step::Ask {
        seat,
        line,
        allowance,
    } = step
    {
        let sent = Instant::now();
        let heard = match seat {
            Seat::Zero => {
                // It shall not think in a time that is not its own.
                bot.freeze();
                let limit = match clocked {
                    true => Duration::from_micros(allowance.0),
                    false => Duration::MAX,
                };
                match timeout(limit, guest.answer(line)).await {
                    Ok(None) => return Ok(None),
                    Ok(Some(answered)) => {
                        answer = answered;
                        let took = match clocked {
                            true => micros(sent.elapsed()),
                            false => Micros(0),
                        };
                        let line = answer.strip_suffix(b"\n").unwrap_or(&answer);
                        Heard::Line { line, took }
                    }
                    Err(_) => Heard::Fault(BotFault::new(
                        FaultCode::Timeout,
                        "no turn was played within the turn's time and the rest of the bank",
                    )),
                }
            }
            Seat::One => match ask(bot, None, line, (sent, allowance)).await {
                Ok(heard) => heard,
                // Nobody plays a game over again because the machine was busy.
                Err(fault) => Heard::Fault(bot_fault(fault, Duration::MAX)?),
            },
        };
        let took = sent.elapsed();
        thought[seat.index()] += took;
        let is_clocked = clocked || seat == Seat::One;
        if let Heard::Line { .. } = heard
            && is_clocked
        {
            note(&mut turns, game, took);
        }
        step = game.hear(heard, ids.next_id());
    }
    let had_and_has = had.zip(bot.processor_time());
    let processor = had_and_has.and_then(|(had, has)| has.checked_sub(had));
    Ok(Some(Played {
        elapsed: started.elapsed(),
        thought,
        turns,
        processor: [None, processor],
    }))
}

fn micros(time: Duration) -> Micros {
    Micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}
