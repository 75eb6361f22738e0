//! Built-in sparring partners of the arena.
