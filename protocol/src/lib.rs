//! The protocol between the arena and a bot: messages, codec, game records.
