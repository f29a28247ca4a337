//! Random numbers from a seed.

use morse::Value;

/// Numbers of events that are unlikely in use.
const RARE: [f64; 12] =
    [0.0, 1.0, -1.0, 0.3, 5.0, 1e-9, 100.0, -1e4, 1e9, f64::MAX, f64::NAN, f64::NEG_INFINITY];
/// Texts of arguments: names, empty, long and with special characters.
const TEXTS: [&str; 8] = ["stop", "", "robot0", "a.b.c", "'\"\\\n{[", "ä∞🦀", "nan", "../../etc/passwd"];

/// Deterministic random numbers (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB) >> 17
    }

    /// A number from 0 to `count` - 1.
    pub fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count.max(1)
    }

    /// True once in `count` calls.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of some values.
    pub fn one<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// One of some names.
    pub fn one_of<'a>(&mut self, names: &[&'a str]) -> &'a str {
        names[self.below(names.len())]
    }

    /// A number between -2 and 2; if `is_rare`, half of them are any numbers.
    pub fn number(&mut self, is_rare: bool) -> f64 {
        if is_rare && self.one_in(2) { *self.one(&RARE) } else { self.below(4001) as f64 / 1000.0 - 2.0 }
    }

    fn numbers(&mut self, count: usize, is_rare: bool) -> Value {
        Value::List((0..count).map(|_| Value::Float(self.number(is_rare))).collect())
    }

    /// A value of a type of the catalog.
    pub fn value(&mut self, type_name: &str, is_rare: bool) -> Value {
        match type_name {
            "float" => Value::Float(self.number(is_rare)),
            "int" => Value::Int(self.below(100) as i64 - 50),
            "bool" => Value::Bool(self.one_in(2)),
            "vec3" => self.numbers(3, is_rare),
            "vec4" => self.numbers(4, is_rare),
            _ => Value::from(*self.one(&TEXTS)),
        }
    }

    /// A value of any type.
    pub fn any_value(&mut self, is_rare: bool) -> Value {
        const TYPES: [&str; 6] = ["float", "float", "int", "bool", "vec3", "text"];
        match self.below(12) {
            0 if is_rare => Value::Null,
            1 if is_rare => Value::List(vec![Value::List(Vec::new()); 3]),
            2 => {
                let count = self.below(8);
                self.numbers(count, is_rare)
            }
            _ => {
                let type_name = *self.one(&TYPES);
                self.value(type_name, is_rare)
            }
        }
    }
}
