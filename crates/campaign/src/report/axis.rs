//! Axes of plots: ranges of numbers, and ticks at round numbers.

/// Equal ranges from the least to the greatest number; a single one when all are the same.
pub(super) fn ranges(numbers: &[f64], count: usize) -> Vec<(f64, f64)> {
    let (low, high) = extent(numbers.iter().copied());
    if low == high {
        return vec![(low, high)];
    }
    let edge = |index: usize| low + (high - low) * index as f64 / count as f64;
    (0..count).map(|index| (edge(index), if index + 1 == count { high } else { edge(index + 1) })).collect()
}

/// The least and the greatest of finite numbers; 0 and 0 when there are none.
pub(super) fn extent(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let extent = numbers.filter(|number| number.is_finite()).fold(None, |extent, number| match extent {
        None => Some((number, number)),
        Some((low, high)) => Some((f64::min(low, number), f64::max(high, number))),
    });
    extent.unwrap_or((0.0, 0.0))
}

/// An axis of a plot: from numbers to places on the picture.
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis on which these numbers lie, between two places on the picture.
    pub(super) fn new((low, high): (f64, f64), from: f64, to: f64) -> Self {
        // Where all numbers are the same, they lie in the middle.
        let margin = if low == high { low.abs().max(1.0) * 0.5 } else { (high - low) * 0.04 };
        Self { low: low - margin, high: high + margin, from, to }
    }

    /// An axis from 0 on.
    pub(super) fn from_zero(high: f64, from: f64, to: f64) -> Self {
        Self { low: 0.0, high: if high > 0.0 { high } else { 1.0 }, from, to }
    }

    /// The place of a number.
    pub(super) fn at(&self, number: f64) -> f64 {
        self.from + (number - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers on it, some five.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= rough);
        let step = step.unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        let numbers = (first..first + 12).map(|index| index as f64 * step);
        numbers.take_while(|&number| number <= self.high + step * 1e-9).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(Axis::from_zero(100.0, 0.0, 1.0).ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        let ticks = Axis::new((-1.0, 1.0), 0.0, 1.0).ticks();
        assert_eq!(ticks, [-1.0, -0.5, 0.0, 0.5, 1.0]);
    }

    #[test]
    fn every_number_lies_in_a_range() {
        assert_eq!(ranges(&[1.0, 3.0, 2.0], 2), [(1.0, 2.0), (2.0, 3.0)]);
        assert_eq!(ranges(&[4.0, 4.0], 5), [(4.0, 4.0)]);
    }
}
