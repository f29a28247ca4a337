//! Requests of socket clients as bytes in two pieces: half a line in one tick, the rest in a later one, or never.

use morse::Value;
use morse_socket::json;

use super::chance::Chance;

/// Most ticks between the pieces of a line.
const TICKS_MAX: usize = 6;

/// The line of a request, cut into two pieces.
pub struct Pieces {
    pub first: Vec<u8>,
    pub rest: Vec<u8>,
    /// Ticks between the pieces.
    pub early_ticks: u64,
    /// Whether a second client sends the first piece and leaves.
    pub is_left_once: bool,
}

impl Pieces {
    /// The pieces of the call with a number; `None` if it cannot be written as a line.
    pub fn of(number: u64, component: &str, service: &str, arguments: &[Value]) -> Option<Self> {
        let mut line = format!("{number} {component} {service} ").into_bytes();
        json::write_value(&mut line, &Value::List(arguments.to_vec())).ok()?;
        line.push(b'\n');
        let mut chance = Chance(number.wrapping_mul(7919));
        // The first piece may be empty, and the rest may be the line feed alone.
        let rest = line.split_off(chance.below(line.len()));
        Some(Self {
            first: line,
            rest,
            early_ticks: chance.below(TICKS_MAX) as u64,
            is_left_once: chance.one_in(3),
        })
    }
}
