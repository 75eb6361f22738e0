//! Do the intervals hold as often as they say, does the test err as rarely? Plays synthetic
//! leagues whose truth is known and writes the tables of `CALIBRATION.md`.
//!
//! ```console
//! $ cargo run --release -p arena-statistics --example calibration
//! ```
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod coverage;
mod luck;
mod speed;
mod stopping;
mod world;

fn main() {
    let leagues = match std::env::args().nth(1) {
        Some(number) => number.parse().expect("the number of leagues for each line"),
        None => 2000,
    };
    coverage::print(leagues);
    luck::print(leagues);
    stopping::print(leagues);
    speed::print();
}
