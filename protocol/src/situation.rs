//! From the fields of a turn request to the situation whose legal turns the rules can list.
//!
//! A message is read first and only then looked at with the rules' eyes: readable numbers may
//! still be no position and no roll. Here is the door between the two.

use nardy_rules::{
    Board, Defect, Die, Geometry, Leftover, MAX_MOVES, Position, Roll, Situation, Stage, ToPlay,
};

use crate::message::{Dice, TurnRequest};

/// Why fields of a turn request are no situation of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotASituation {
    /// Everything that keeps the board from being a position.
    #[error("`board`, `bar` and `off` are no position: {}", listed(.0))]
    Board(Vec<Defect>),
    /// A number that is no face of a die.
    #[error("`{key}` holds {face}: the faces of a die are 1 to 6")]
    Face {
        /// The key it stands under.
        key: &'static str,
        /// The number.
        face: u8,
    },
    /// Too many or too few leftover dice.
    #[error("`leftover` holds {count} dice: a cascade leaves 1 to {MAX_MOVES}")]
    LeftoverLength {
        /// How many there are.
        count: usize,
    },
}

fn listed(defects: &[Defect]) -> String {
    let texts: Vec<String> = defects.iter().map(Defect::to_string).collect();
    texts.join("; ")
}

impl TurnRequest {
    /// The situation the request asks a turn for, in a game in which the sides travel this way.
    ///
    /// # Errors
    ///
    /// A board that is no position, a number that is no face of a die, or too many leftover
    /// dice.
    pub fn situation(&self, geometry: Geometry) -> Result<Situation, NotASituation> {
        let to_play = to_play(&self.dice)?;
        let stage = match to_play {
            ToPlay::Roll(_) if self.first_turn => Stage::FirstTurn {
                opponent_first_roll: self
                    .opponent_first_roll
                    .map(|faces| roll("opponent_first_roll", faces))
                    .transpose()?,
            },
            // A remainder is never its player's first turn (R12).
            ToPlay::Roll(_) | ToPlay::Leftover(_) => Stage::Later,
        };
        let board = Board {
            points: self.board,
            bar: self.bar,
            off: self.off,
        };
        Ok(Situation {
            position: Position::from_board(&board, geometry).map_err(NotASituation::Board)?,
            stage,
            to_play,
        })
    }
}

/// What a message's dice let a side play.
///
/// # Errors
///
/// A number that is no face of a die, or too many leftover dice.
pub fn to_play(dice: &Dice) -> Result<ToPlay, NotASituation> {
    match dice {
        Dice::Roll(faces) => roll("dice", *faces).map(ToPlay::Roll),
        Dice::Leftover(faces) => leftover(faces).map(ToPlay::Leftover),
    }
}

fn roll(key: &'static str, [a, b]: [u8; 2]) -> Result<Roll, NotASituation> {
    Ok(Roll::from_dice([die(key, a)?, die(key, b)?]))
}

fn leftover(faces: &[u8]) -> Result<Leftover, NotASituation> {
    let dice: Vec<Die> = faces
        .iter()
        .map(|&face| die("leftover", face))
        .collect::<Result<_, _>>()?;
    Leftover::new(&dice).ok_or(NotASituation::LeftoverLength { count: dice.len() })
}

fn die(key: &'static str, face: u8) -> Result<Die, NotASituation> {
    Die::new(face).ok_or(NotASituation::Face { key, face })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::message::{Clock, RequestId};

    /// Both sides' checkers on their heads: mine on my 24, his on my 12 (R1, R2).
    fn request(dice: Dice) -> TurnRequest {
        let mut board = [0; 24];
        board[23] = 15;
        board[11] = -15;
        TurnRequest {
            id: RequestId::new("1"),
            turn: 1,
            dice,
            board,
            bar: [0, 0],
            off: [0, 0],
            first_turn: true,
            opponent_first_roll: None,
            head: Some(1),
            clock: Clock {
                turn_ms: 1_000,
                bank_ms: 30_000,
            },
            since: Vec::new(),
            legal: None,
            legal_cut: false,
        }
    }

    fn said(request: &TurnRequest) -> String {
        request.situation(Geometry::Long).unwrap_err().to_string()
    }

    #[test]
    fn the_first_request_of_a_long_game_is_its_starting_situation() {
        let situation = request(Dice::Roll([3, 5])).situation(Geometry::Long);
        let ruleset = nardy_rules::Ruleset::by_id("long").unwrap();
        assert_eq!(
            situation.unwrap(),
            Situation {
                position: Position::start(&ruleset),
                stage: Stage::FirstTurn {
                    opponent_first_roll: None
                },
                to_play: ToPlay::Roll(Roll::new(3, 5).unwrap()),
            }
        );
    }

    #[test]
    fn the_opponents_first_roll_matters_on_the_first_turn_only() {
        let mut request = request(Dice::Roll([4, 4]));
        request.opponent_first_roll = Some([5, 5]);
        let stage = |request: &TurnRequest| request.situation(Geometry::Long).unwrap().stage;
        assert_eq!(
            stage(&request),
            Stage::FirstTurn {
                opponent_first_roll: Roll::new(5, 5)
            }
        );
        request.first_turn = false;
        assert_eq!(stage(&request), Stage::Later);
    }

    #[test]
    fn a_leftover_is_played_in_its_order_and_is_never_a_first_turn() {
        let situation = request(Dice::Leftover(vec![5, 6, 6])).situation(Geometry::Long);
        let situation = situation.unwrap();
        let ToPlay::Leftover(leftover) = situation.to_play else {
            panic!("{:?} is no leftover", situation.to_play);
        };
        assert_eq!(leftover.faces(), [5, 6, 6]);
        assert_eq!(situation.stage, Stage::Later);
    }

    #[test]
    fn every_defect_of_a_board_is_told_at_once() {
        let mut request = request(Dice::Roll([3, 5]));
        request.board[0] = 1;
        request.bar = [0, 2];
        assert_eq!(
            said(&request),
            "`board`, `bar` and `off` are no position: 16 own checkers on points, bar and off; \
             there must be 15; 17 opposing checkers on points, bar and off; there must be 15; \
             2 opposing checkers on the bar; a long game has no bar"
        );
    }

    #[test]
    fn a_number_that_is_no_face_is_named_with_its_key() {
        let seven = request(Dice::Roll([7, 5]));
        assert_eq!(
            said(&seven),
            "`dice` holds 7: the faces of a die are 1 to 6"
        );
        let zero = request(Dice::Leftover(vec![0]));
        assert_eq!(
            said(&zero),
            "`leftover` holds 0: the faces of a die are 1 to 6"
        );
        let mut first = request(Dice::Roll([1, 2]));
        first.opponent_first_roll = Some([1, 9]);
        assert_eq!(
            said(&first),
            "`opponent_first_roll` holds 9: the faces of a die are 1 to 6"
        );
    }

    #[test]
    fn a_leftover_has_one_to_twelve_dice() {
        let said = |count| said(&request(Dice::Leftover(vec![6; count])));
        assert_eq!(said(0), "`leftover` holds 0 dice: a cascade leaves 1 to 12");
        assert_eq!(
            said(13),
            "`leftover` holds 13 dice: a cascade leaves 1 to 12"
        );
    }
}
