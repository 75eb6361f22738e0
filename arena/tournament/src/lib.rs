//! Many games of nardy: schedules, standings and ratings, pure.
