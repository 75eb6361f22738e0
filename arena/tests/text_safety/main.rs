//! Whatever a file, a line or a name holds: readers take it or refuse it, and nothing that is
//! written acts on a terminal, a spreadsheet or a reader's eye.

#![allow(clippy::unwrap_used)]

mod bounds;
mod damage;
mod holds;
mod inputs;
