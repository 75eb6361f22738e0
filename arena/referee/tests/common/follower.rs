//! A bot that keeps its own books: it knows the starting position, its own answers and what
//! `since` tells it, and nothing else.

use nardy_protocol::message::{By, Dice, MovePair, PlayedTurn, TurnRequest};
use nardy_protocol::record::Seat;
use nardy_protocol::situation::to_play;
use nardy_rules::{Position, Roll, Situation, Stage, TurnList};

use super::board::ByHand;
use super::order::Order;
use super::{geometry, law, ruleset};

/// What one bot knows of a game, in its own numbering.
#[derive(Debug)]
pub struct Follower {
    rules: String,
    seat: Seat,
    /// Who should play next, and what.
    order: Order,
    pub board: ByHand,
    /// Every turn so far, both sides'.
    pub log: Vec<PlayedTurn>,
}

impl Follower {
    pub fn new(rules: &str, seat: Seat, order: Order) -> Follower {
        Follower {
            rules: rules.to_owned(),
            seat,
            order,
            board: ByHand::start(rules),
            log: Vec::new(),
        }
    }

    /// Takes what happened since the last request and compares the request with its own books.
    pub fn read(&mut self, request: &TurnRequest) {
        for turn in &request.since {
            let may_be_told = turn.by == By::Opponent || turn.moves.is_empty();
            assert!(may_be_told, "the bot knows its own answers: {turn:?}");
            self.play(turn.clone());
        }
        let turn = request.turn;
        assert_eq!(turn as usize, self.log.len() + 1);
        assert_eq!((self.seat, request.dice.clone()), self.order.next);
        assert_eq!(ByHand::of(&self.rules, request), self.board, "turn {turn}");
        assert_eq!(
            request.first_turn,
            self.is_first_turn(By::Own, &request.dice)
        );
        let his_first = law::first_roll(&self.log, By::Opponent);
        assert_eq!(request.opponent_first_roll, his_first);
        let head = law::head(&self.rules, &self.log, &self.board.points, &request.dice);
        assert_eq!(request.head, head, "turn {turn}");
        assert_ne!(self.dice_usable(By::Own, &request.dice), 0);
    }

    /// The bot's own answer to the request it has read.
    pub fn answer(&mut self, dice: &Dice, moves: &[MovePair]) {
        self.play(PlayedTurn {
            by: By::Own,
            dice: dice.clone(),
            moves: moves.to_vec(),
        });
    }

    /// Plays a turn on the board, after looking at who plays it and with which dice.
    pub fn play(&mut self, turn: PlayedTurn) {
        let (seat, players_own) = match turn.by {
            By::Own => (self.seat, turn.moves.clone()),
            By::Opponent => (
                self.seat.other(),
                law::turned(geometry(&self.rules), &turn.moves),
            ),
        };
        assert_eq!((seat, turn.dice.clone()), self.order.next);
        let fits = law::fit_the_dice(&self.rules, &turn.dice, &players_own);
        assert!(fits, "{turn:?}");
        if turn.moves.is_empty() {
            assert_eq!(self.dice_usable(turn.by, &turn.dice), 0, "{turn:?}");
        }
        for &pair in &turn.moves {
            self.board.move_checker(turn.by, pair);
        }
        self.order.played(turn.moves.len());
        self.log.push(turn);
    }

    fn is_first_turn(&self, by: By, dice: &Dice) -> bool {
        matches!(dice, Dice::Roll(_)) && law::first_roll(&self.log, by).is_none()
    }

    /// How many dice the rules let a side play here.
    fn dice_usable(&self, by: By, dice: &Dice) -> u8 {
        let other = match by {
            By::Own => By::Opponent,
            By::Opponent => By::Own,
        };
        let his_first = law::first_roll(&self.log, other);
        let stage = if self.is_first_turn(by, dice) {
            Stage::FirstTurn {
                opponent_first_roll: his_first.map(|[a, b]| Roll::new(a, b).unwrap()),
            }
        } else {
            Stage::Later
        };
        let board = self.board.seen_by(by);
        let situation = Situation {
            position: Position::from_board(&board, geometry(&self.rules)).unwrap(),
            stage,
            to_play: to_play(dice).unwrap(),
        };
        let mut turns = TurnList::new();
        turns.generate(&ruleset(&self.rules), &situation);
        turns.dice_used()
    }
}
