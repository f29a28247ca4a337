//! Signals of an autopilot for motors and servos.

/// Pulse of a motor at rest and at full speed; between them lies a servo's neutral. [µs]
const PULSE_MIN_US: f64 = 1000.0;
const PULSE_RANGE_US: f64 = 1000.0;

/// The signals of all outputs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Signals {
    /// Pulse widths; 0 where there is no pulse. [µs]
    Pulses(Vec<u16>),
    /// From -1 or 0 to 1; not a number where there is no signal.
    Controls(Vec<f32>),
    /// No output has a signal.
    None,
}

impl Signals {
    /// The signal of a motor that turns in one direction, from 0 to 1. Outputs count from 1.
    pub(crate) fn one_way(&self, output: usize) -> f64 {
        let level = match self {
            Self::Pulses(pulses) => pulse(pulses, output).map(|us| (us - PULSE_MIN_US) / PULSE_RANGE_US),
            Self::Controls(controls) => control(controls, output),
            Self::None => None,
        };
        level.unwrap_or_default().clamp(0.0, 1.0)
    }

    /// The signal of a servo or of a motor that turns in both directions, from -1 to 1.
    pub(crate) fn two_way(&self, output: usize) -> f64 {
        let level = match self {
            Self::Pulses(pulses) => {
                pulse(pulses, output).map(|us| 2.0 * (us - PULSE_MIN_US) / PULSE_RANGE_US - 1.0)
            }
            Self::Controls(controls) => control(controls, output),
            Self::None => None,
        };
        level.unwrap_or_default().clamp(-1.0, 1.0)
    }
}

fn pulse(pulses: &[u16], output: usize) -> Option<f64> {
    let pulse = *pulses.get(output.checked_sub(1)?)?;
    (pulse > 0).then(|| f64::from(pulse))
}

fn control(controls: &[f32], output: usize) -> Option<f64> {
    let control = *controls.get(output.checked_sub(1)?)?;
    control.is_finite().then(|| f64::from(control))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pulses_are_levels_and_what_is_missing_is_at_rest() {
        let signals = Signals::Pulses(vec![1000, 1500, 2000, 2400, 0]);
        let one_way: Vec<f64> = (0..7).map(|output| signals.one_way(output)).collect();
        assert_eq!(one_way, [0.0, 0.0, 0.5, 1.0, 1.0, 0.0, 0.0]);
        let two_way: Vec<f64> = (0..7).map(|output| signals.two_way(output)).collect();
        assert_eq!(two_way, [0.0, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn controls_that_are_not_numbers_are_at_rest() {
        let signals = Signals::Controls(vec![f32::NAN, 0.25, -0.5, 7.0]);
        assert_eq!([1, 2, 3, 4].map(|output| signals.one_way(output)), [0.0, 0.25, 0.0, 1.0]);
        assert_eq!([1, 2, 3, 4].map(|output| signals.two_way(output)), [0.0, 0.25, -0.5, 1.0]);
        assert_eq!(Signals::None.two_way(1), 0.0);
    }
}
