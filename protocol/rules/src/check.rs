//! placeholder
/// placeholder
#[derive(Debug)]
pub struct Breach;
