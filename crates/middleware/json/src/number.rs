//! Numbers in JSON, formatted like Python.

use std::io::Write;

use morse_scene::python_repr;

/// Absolute values that both Python and `zmij` write without an exponent.
const PLAIN: std::ops::Range<f64> = 1e-4..1e15;

/// Absolute values that both write with an exponent, such as rounding errors of an angle of zero.
const TINY: std::ops::Range<f64> = 1e-99..1e-6;

/// Appends a float: `1.0`, `1e-05`, `-0.0`, `NaN`, `-Infinity`.
pub fn write_float(out: &mut Vec<u8>, number: f64) {
    if PLAIN.contains(&number.abs()) {
        out.extend_from_slice(zmij::Buffer::new().format_finite(number).as_bytes());
    } else if TINY.contains(&number.abs()) {
        write_tiny(out, zmij::Buffer::new().format_finite(number));
    } else if number == 0.0 {
        out.extend_from_slice(if number.is_sign_negative() { b"-0.0" } else { b"0.0" });
    } else if number.is_nan() {
        out.extend_from_slice(b"NaN");
    } else if number.is_infinite() {
        out.extend_from_slice(if number > 0.0 { b"Infinity" } else { b"-Infinity" });
    } else {
        python_repr::write_float(out, number);
    }
}

/// Appends a float with its exponent padded to two digits, as in Python.
fn write_tiny(out: &mut Vec<u8>, text: &str) {
    match text.strip_suffix(|last: char| last.is_ascii_digit()) {
        Some(before) if before.ends_with('-') => {
            out.extend_from_slice(before.as_bytes());
            out.push(b'0');
            out.extend_from_slice(text.get(before.len()..).unwrap_or_default().as_bytes());
        }
        _ => out.extend_from_slice(text.as_bytes()),
    }
}

/// Appends an integer.
pub fn write_int(out: &mut Vec<u8>, number: i64) {
    // Writing to a vector cannot fail.
    let _ = write!(out, "{number}");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn float(number: f64) -> String {
        let mut out = Vec::new();
        write_float(&mut out, number);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn floats_are_formatted_as_in_python() {
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-1.5, "-1.5"),
            (1e-5, "1e-05"),
            (1.5e-9, "1.5e-09"),
            (-1e-10, "-1e-10"),
            (3.0e-17, "3e-17"),
            (1e-4, "0.0001"),
            (1e15, "1000000000000000.0"),
            (9.999e14, "999900000000000.0"),
            (1e16, "1e+16"),
            (0.1_f32.into(), "0.10000000149011612"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
        ];
        for (number, text) in cases {
            assert_eq!(float(number), text);
        }
    }

    proptest! {
        #[test]
        fn fast_formatter_matches_python_repr(number in prop_oneof![
            proptest::num::f64::NORMAL,
            -1e-8..1e-8,
            (-1.0..1.0, -110_i32..-3).prop_map(|(mantissa, exponent)| mantissa * 10_f64.powi(exponent)),
            (-110_i32..20).prop_map(|exponent| 10_f64.powi(exponent)),
            -1e6..1e6,
            -1.0..1.0,
            (-1_000_000_i64..1_000_000).prop_map(|i| i as f64),
            (-1e17..1e17),
        ]) {
            prop_assert_eq!(float(number), python_repr::float_repr(number));
        }
    }
}
