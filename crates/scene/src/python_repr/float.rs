//! Floats in Python's layout: the shortest digits that are parsed as the same number.
//!
//! CPython's `float_repr` is format `r` of `PyOS_double_to_string`: plain digits if the decimal exponent is in -4..16,
//! else scientific notation with at least two exponent digits. The text always contains `.` or `e`.

use std::ops::Range;

/// Maximum length of the text: sign, 17 digits, point, `e-308`.
const CAPACITY: usize = 24;
const DIGITS_MAX: usize = 17;

/// Absolute values that Python prints without an exponent, in addition to zero.
const PLAIN: Range<f64> = 1e-4..1e16;

/// Text of a float, stored without allocation.
#[derive(Clone, Copy, Debug)]
pub struct FloatText {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl FloatText {
    /// Formats a number, including `inf`, `-inf` and `nan`.
    #[must_use]
    pub fn new(number: f64) -> Self {
        let mut text = Self { bytes: [0; CAPACITY], length: 0 };
        if number.is_nan() {
            text.push(b"nan");
        } else if number.is_infinite() {
            text.push(if number > 0.0 { b"inf" } else { b"-inf" });
        } else {
            let mut buffer = zmij::Buffer::new();
            let shortest = buffer.format_finite(number).as_bytes();
            // Fast path for nearly all numbers of a simulation: both layouts agree if neither has an exponent.
            if PLAIN.contains(&number.abs()) && !shortest.contains(&b'e') {
                text.push(shortest);
            } else {
                text.lay_out(&Decimal::from_shortest(shortest));
            }
        }
        text
    }

    /// Returns the text as ASCII bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    fn lay_out(&mut self, decimal: &Decimal) {
        let digits = decimal.digits();
        let point = decimal.point;
        if decimal.negative {
            self.push(b"-");
        }
        // `point` is the position of the decimal point, counted from the first digit; the exponent is one less.
        if point <= -4 || point > 16 {
            let (first, rest) = digits.split_at(1);
            self.push(first);
            if !rest.is_empty() {
                self.push(b".");
                self.push(rest);
            }
            self.push_exponent(point - 1);
        } else if point <= 0 {
            self.push(b"0.");
            self.push_zeros(point.unsigned_abs() as usize);
            self.push(digits);
        } else {
            let point = point.unsigned_abs() as usize;
            let whole = point.min(digits.len());
            let (before, after) = digits.split_at(whole);
            self.push(before);
            self.push_zeros(point - whole);
            self.push(b".");
            self.push(if after.is_empty() { b"0" } else { after });
        }
    }

    fn push_exponent(&mut self, exponent: i32) {
        self.push(if exponent < 0 { b"e-" } else { b"e+" });
        let size = exponent.unsigned_abs();
        let digit = |unit: u32| b'0' + (size / unit % 10) as u8;
        if size >= 100 {
            self.push(&[digit(100)]);
        }
        self.push(&[digit(10), digit(1)]);
    }

    fn push_zeros(&mut self, count: usize) {
        for _ in 0..count {
            self.push(b"0");
        }
    }

    fn push(&mut self, text: &[u8]) {
        let end = self.length + text.len();
        if let Some(free) = self.bytes.get_mut(self.length..end) {
            free.copy_from_slice(text);
            self.length = end;
        }
    }
}

/// A finite number as `0.d₁d₂d₃… × 10^point`, without leading or trailing zeros (zero itself is one digit 0).
struct Decimal {
    negative: bool,
    digits: [u8; DIGITS_MAX],
    count: usize,
    point: i32,
}

impl Decimal {
    /// Reads any layout of the shortest digits: `1234.5`, `0.001`, `1e16`, `1.5e-7`.
    fn from_shortest(text: &[u8]) -> Self {
        let mut decimal = Self { negative: false, digits: [b'0'; DIGITS_MAX], count: 0, point: 0 };
        let mut seen_point = false;
        // Zeros are counted here until a digit after them shows that they are not trailing.
        let mut pending_zeros = 0;
        for (index, byte) in text.iter().copied().enumerate() {
            match byte {
                b'-' => decimal.negative = true,
                b'.' => seen_point = true,
                b'e' | b'E' => {
                    decimal.point += exponent(text.get(index + 1..).unwrap_or_default());
                    break;
                }
                digit => {
                    let leading = decimal.count == 0 && digit == b'0';
                    if !leading && digit == b'0' {
                        pending_zeros += 1;
                    } else if !leading {
                        decimal.count += pending_zeros;
                        pending_zeros = 0;
                        if let Some(place) = decimal.digits.get_mut(decimal.count) {
                            *place = digit;
                            decimal.count += 1;
                        }
                    }
                    decimal.point += match (seen_point, leading) {
                        (false, false) => 1,
                        (true, true) => -1,
                        _ => 0,
                    };
                }
            }
        }
        if decimal.count == 0 {
            (decimal.count, decimal.point) = (1, 1);
        }
        decimal
    }

    fn digits(&self) -> &[u8] {
        self.digits.get(..self.count).unwrap_or(&self.digits)
    }
}

/// Reads `-7`, `16` or `+16`.
fn exponent(text: &[u8]) -> i32 {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] | digits => (1, digits),
    };
    sign * digits.iter().fold(0, |size, digit| size * 10 + i32::from(digit - b'0'))
}

/// Returns a number as Python's `repr` prints it: `1.0`, `1e-05`, `1e+16`, `-0.0`, `inf`, `nan`.
///
/// ```
/// # use morse_scene::python_repr::float_repr;
/// assert_eq!(float_repr(0.00001), "1e-05");
/// assert_eq!(float_repr(1e16), "1e+16");
/// ```
#[must_use]
pub fn float_repr(number: f64) -> String {
    FloatText::new(number).as_str().to_owned()
}

/// Appends [`float_repr`] to bytes without further allocation.
pub fn write_float(out: &mut Vec<u8>, number: f64) {
    out.extend_from_slice(FloatText::new(number).as_bytes());
}

/// Appends [`float_repr`] to a string without further allocation.
pub fn push_float(out: &mut String, number: f64) {
    out.push_str(FloatText::new(number).as_str());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Write;
    use std::process::{Command, Stdio};

    #[test]
    fn layout_changes_at_the_same_numbers_as_in_python() {
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (100.0, "100.0"),
            (123456.789, "123456.789"),
            (0.0001, "0.0001"),
            (0.00012345, "0.00012345"),
            (0.00001, "1e-05"),
            (1.5e-7, "1.5e-07"),
            (9999999999999998.0, "9999999999999998.0"),
            (1e16, "1e+16"),
            (1e15, "1000000000000000.0"),
            (12345678901234567.0, "1.2345678901234568e+16"),
            (1e22, "1e+22"),
            (1e100, "1e+100"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (-f64::MIN_POSITIVE, "-2.2250738585072014e-308"),
            (0.1f32 as f64, "0.10000000149011612"),
            (f64::NAN, "nan"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
        ];
        for (number, expected) in cases {
            assert_eq!(float_repr(number), expected);
        }
    }

    #[test]
    fn python_prints_the_same_text() {
        let mut numbers: Vec<f64> =
            (-330..310).map(|exponent| format!("3.7e{exponent}").parse().unwrap()).collect();
        numbers.extend((0..17).map(|exponent| 10f64.powi(exponent)));
        // A fixed multiplicative sequence walks over all exponents and mantissas.
        let mut bits: u64 = 0x9E37_79B9_7F4A_7C15;
        numbers.extend((0..20_000).map(|_| {
            bits = bits.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            f64::from_bits(bits)
        }));
        numbers.extend((0..20_000).map(|index| f64::from(index) / 1000.0));
        let program = "import sys, struct\nfor line in sys.stdin:\n    print(repr(struct.unpack('>d', bytes.fromhex(line.strip()))[0]))";
        let child = Command::new("python3")
            .args(["-c", program])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut child) = child else {
            eprintln!("not compared with Python: there is no python3 here");
            return;
        };
        let lines: String = numbers.iter().map(|number| format!("{:016x}\n", number.to_bits())).collect();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()).unwrap());
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.lines().count(), numbers.len());
        for (number, expected) in numbers.iter().zip(printed.lines()) {
            assert_eq!(float_repr(*number), expected);
        }
    }

    proptest! {
        #[test]
        fn every_finite_number_survives_a_round_trip(number in proptest::num::f64::ANY) {
            prop_assume!(number.is_finite());
            let text = float_repr(number);
            prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), number.to_bits());
            prop_assert!(text.contains(['.', 'e']));
        }
    }
}
