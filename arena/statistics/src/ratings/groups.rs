//! Which ratings the results determine at all.
//!
//! A finite maximum of the likelihood needs, for any split of the bots in two, a win in each
//! direction across it (Ford 1957): the graph of wins must be strongly connected. So bots fall
//! into groups, the graph's strongly connected components; ratings are comparable inside a group
//! and not across.

use super::meetings::Meetings;

/// How one group stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// A chain of wins leads down to the other and none back.
    Above,
    /// The other way round.
    Below,
    /// No chain of wins leads either way.
    Apart,
}

/// The groups, numbered from 0.
#[derive(Debug, Clone)]
pub(crate) struct Groups {
    /// Each bot's group.
    of: Vec<usize>,
    /// Each group's bots, ascending.
    members: Vec<Vec<usize>>,
    /// For each bot those it beat.
    beaten: Vec<Vec<usize>>,
}

impl Groups {
    pub(crate) fn new(bots: usize, meetings: &[Meetings]) -> Groups {
        let mut beaten = vec![Vec::new(); bots];
        let mut beaten_by = vec![Vec::new(); bots];
        for meeting in meetings {
            let (first, second) = (meeting.first, meeting.second);
            for (bout, count) in meeting.bouts() {
                if count > 0.0 {
                    let (winner, loser) = if bout.won {
                        (first, second)
                    } else {
                        (second, first)
                    };
                    beaten[winner].push(loser);
                    beaten_by[loser].push(winner);
                }
            }
        }
        let mut groups = Groups {
            of: vec![usize::MAX; bots],
            members: Vec::new(),
            beaten,
        };
        groups.collect(&beaten_by);
        groups
    }

    /// Kosaraju's algorithm (Sharir 1981): in reverse order of leaving a walk along wins, all that
    /// lead to a bot against wins are its group.
    fn collect(&mut self, beaten_by: &[Vec<usize>]) {
        let bots = self.of.len();
        let mut seen = vec![false; bots];
        let mut left = Vec::with_capacity(bots);
        for bot in 0..bots {
            walk(bot, &self.beaten, &mut seen, &mut left);
        }
        let mut taken = vec![false; bots];
        for &bot in left.iter().rev() {
            let mut members = Vec::new();
            walk(bot, beaten_by, &mut taken, &mut members);
            if members.is_empty() {
                continue;
            }
            members.sort_unstable();
            for &member in &members {
                self.of[member] = self.members.len();
            }
            self.members.push(members);
        }
    }

    /// All groups' members.
    pub(crate) fn all(&self) -> &[Vec<usize>] {
        &self.members
    }

    /// A bot's companions, itself included.
    pub(crate) fn members_of(&self, bot: usize) -> &[usize] {
        &self.members[self.of[bot]]
    }

    pub(crate) fn together(&self, one: usize, other: usize) -> bool {
        self.of[one] == self.of[other]
    }

    /// How the group of one bot stands to that of another outside it.
    pub(crate) fn order(&self, one: usize, other: usize) -> Order {
        let leads = |from: usize, to: usize| {
            let mut seen = vec![false; self.of.len()];
            walk(from, &self.beaten, &mut seen, &mut Vec::new());
            seen[to]
        };
        if leads(one, other) {
            Order::Above
        } else if leads(other, one) {
            Order::Below
        } else {
            Order::Apart
        }
    }
}

/// Walks from a bot along edges and notes each bot when leaving it; without recursion, as leagues
/// may be long.
fn walk(start: usize, edges: &[Vec<usize>], seen: &mut [bool], left: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, 0)];
    while let Some((bot, next)) = path.last_mut() {
        match edges[*bot].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    path.push((to, 0));
                }
            }
            None => {
                left.push(*bot);
                path.pop();
            }
        }
    }
}

/// Whether the results inside the groups determine the first-move advantage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Determined {
    /// They do.
    Yes,
    /// Ever larger advantages explain them ever better.
    UnboundedAbove,
    /// Ever larger disadvantages do.
    UnboundedBelow,
    /// Ratings explain whatever it would explain.
    No,
}

/// Whether a finite advantage maximizes the likelihood together with the ratings.
///
/// An advantage that grows without end, with ratings that follow, lowers no game's likelihood
/// if there are numbers v with `v(winner) - v(loser) ± 1 ≥ 0` for all games, + where the winner
/// started. Such numbers exist unless a cycle of wins holds more by followers than by starters
/// (difference constraints: Bellman 1958). A finite maximum needs such cycles of both kinds.
pub(crate) fn advantage(groups: &Groups, meetings: &[Meetings]) -> Determined {
    let mut edges = Vec::new();
    for meeting in meetings {
        let (first, second) = (meeting.first, meeting.second);
        if !groups.together(first, second) {
            continue;
        }
        for (bout, count) in meeting.bouts() {
            if count > 0.0 {
                edges.push(if bout.won {
                    (first, second, bout.sign())
                } else {
                    (second, first, -bout.sign())
                });
            }
        }
    }
    let bots = groups.of.len();
    match (
        has_negative_cycle(bots, &edges, 1.0),
        has_negative_cycle(bots, &edges, -1.0),
    ) {
        (true, true) => Determined::Yes,
        (false, true) => Determined::UnboundedAbove,
        (true, false) => Determined::UnboundedBelow,
        (false, false) => Determined::No,
    }
}

/// Bellman's rounds: what still improves after as many rounds as there are bots runs in a circle.
fn has_negative_cycle(bots: usize, edges: &[(usize, usize, f64)], sign: f64) -> bool {
    let mut value = vec![0.0; bots];
    for _ in 0..bots {
        let mut improved = false;
        for &(from, to, length) in edges {
            let offer = value[from] + sign * length;
            if offer < value[to] {
                value[to] = offer;
                improved = true;
            }
        }
        if !improved {
            return false;
        }
    }
    true
}
