//! What every forfeit looks like, whatever the fault.

use arena_referee::clock::Micros;
use arena_referee::game::{Heard, Step};
use arena_referee::verdict::BotFault;
use nardy_protocol::codec::decode_request;
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{RequestId, ToBot, WinKind};
use nardy_protocol::record::Seat;

use super::table::Table;

/// Checks that the game is over, lost by `culprit` for this fault, and stays so.
pub fn check(table: &mut Table, culprit: Seat, code: FaultCode) {
    assert!(table.is_over(), "{code}: the game goes on");
    check_verdict(table, culprit, code);
    check_farewells(table, culprit, code);
    check_it_stays_over(table);
}

/// A forfeit counts as a mars, two points in every built-in ruleset.
fn check_verdict(table: &Table, culprit: Seat, code: FaultCode) {
    let verdict = table.game.verdict().unwrap();
    let result = &verdict.result;
    assert_eq!(result.reason, code.as_str());
    assert_eq!(result.winner, culprit.other(), "{code}");
    assert_eq!(result.kind, WinKind::Forfeit);
    assert_eq!((result.points, result.pips), (2, None));
    let fault = verdict.fault.as_ref().unwrap();
    assert_eq!(fault.seat, culprit);
    assert_eq!(fault.code, code.as_str());
    assert_ne!(fault.message, "");
}

/// The culprit is told why and then the result, the other the result alone.
fn check_farewells(table: &Table, culprit: Seat, code: FaultCode) {
    let fault = table.game.verdict().unwrap().fault.clone().unwrap();
    let culprits = messages(&table.game.farewell(culprit));
    let [ToBot::Error(error), ToBot::Result(lost)] = &culprits[..] else {
        panic!("{culprits:?}");
    };
    assert_eq!(error.code, code.as_str());
    assert_eq!(error.rule, fault.rule);
    assert_eq!(error.message, fault.message);
    assert_eq!(error.moves, fault.example);
    let others = messages(&table.game.farewell(culprit.other()));
    let [ToBot::Result(won)] = &others[..] else {
        panic!("{others:?}");
    };
    assert_eq!((lost.won, won.won), (false, true));
    for notice in [lost, won] {
        assert_eq!(notice.kind, WinKind::Forfeit);
        assert_eq!(notice.points, 2);
        assert_eq!(notice.reason, code.as_str());
    }
    assert_eq!(lost.game, won.game);
}

fn messages(lines: &[u8]) -> Vec<ToBot> {
    let lines = lines.split_inclusive(|&byte| byte == b'\n');
    lines.map(|line| decode_request(line).unwrap()).collect()
}

fn check_it_stays_over(table: &mut Table) {
    let verdict = table.game.verdict().unwrap().clone();
    let line = Heard::Line {
        line: b"{\"type\":\"move\"}",
        took: Micros(u64::MAX),
    };
    let fault = Heard::Fault(BotFault::new(FaultCode::Exited, "gone"));
    for heard in [line, fault] {
        assert_eq!(table.game.hear(heard, RequestId::new("x")), Step::Over);
        assert_eq!(table.game.verdict(), Some(&verdict));
    }
}
