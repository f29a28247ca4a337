//! Output signals of an autopilot for motors and servos.

/// Pulse width of a motor at rest. [µs]
const PULSE_MIN_US: f64 = 1000.0;
/// Difference of the pulse widths at full speed and at rest. The neutral position of a servo is in the middle. [µs]
const PULSE_RANGE_US: f64 = 1000.0;

/// Signals of all outputs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Signals {
    /// Pulse widths; 0 for no pulse. [µs]
    Pulses(Vec<u16>),
    /// Controls from -1 or 0 to 1; NaN for no signal.
    Controls(Vec<f32>),
    /// No output has a signal.
    None,
}

impl Signals {
    /// Signal of a unidirectional motor, from 0 to 1. Outputs are numbered from 1.
    pub(crate) fn one_way(&self, output: usize) -> f64 {
        let level = match self {
            Self::Pulses(pulses) => pulse(pulses, output).map(|us| (us - PULSE_MIN_US) / PULSE_RANGE_US),
            Self::Controls(controls) => control(controls, output),
            Self::None => None,
        };
        level.unwrap_or_default().clamp(0.0, 1.0)
    }

    /// Signal of a servo or a bidirectional motor, from -1 to 1.
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
    fn pulses_scale_to_levels_and_missing_pulses_mean_rest() {
        let signals = Signals::Pulses(vec![1000, 1500, 2000, 2400, 0]);
        let one_way: Vec<f64> = (0..7).map(|output| signals.one_way(output)).collect();
        assert_eq!(one_way, [0.0, 0.0, 0.5, 1.0, 1.0, 0.0, 0.0]);
        let two_way: Vec<f64> = (0..7).map(|output| signals.two_way(output)).collect();
        assert_eq!(two_way, [0.0, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn nan_controls_mean_rest() {
        let signals = Signals::Controls(vec![f32::NAN, 0.25, -0.5, 7.0]);
        assert_eq!([1, 2, 3, 4].map(|output| signals.one_way(output)), [0.0, 0.25, 0.0, 1.0]);
        assert_eq!([1, 2, 3, 4].map(|output| signals.two_way(output)), [0.0, 0.25, -0.5, 1.0]);
        assert_eq!(Signals::None.two_way(1), 0.0);
    }
}
