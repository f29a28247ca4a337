//! The minimum of a convex function along a direction.

/// Slope at which the search ends, in relation to that at the start.
const SLOPE: f64 = 1e-6;

/// Slope that is left where the search may end before the minimum, in relation to that at the start.
const SHORT: f64 = 0.5;

/// The length at which a convex function is least, or a shorter one, given its slope at 0, which is negative. `derivatives` returns
/// slope and curvature at a length. Newton's method from the length 1, within the bracket known so far.
pub(super) fn minimum(iterations: usize, start: f64, mut derivatives: impl FnMut(f64) -> [f64; 2]) -> f64 {
    let falls = start < 0.0;
    if !falls {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let mut length = 1.0;
    for _ in 0..iterations {
        let [slope, curvature] = derivatives(length);
        if slope.abs() <= SLOPE * -start {
            return length;
        }
        // Short of the minimum by less than half of the way: the next direction is better than a longer search.
        if slope < 0.0 && high.is_infinite() && slope >= SHORT * start {
            return length;
        }
        if slope < 0.0 {
            low = length;
        } else {
            high = length;
        }
        let next = length - slope / curvature;
        // A slope of NaN, or a step out of the bracket, is replaced by the middle of the bracket.
        length = if next > low && next < high {
            next
        } else if high.is_finite() {
            0.5 * (low + high)
        } else {
            2.0 * length
        };
        let is_narrow = high.is_finite() && high - low <= 1e-15 * high;
        if !length.is_finite() || is_narrow {
            break;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimum_of_a_parabola_needs_one_step() {
        let mut calls = 0;
        let found = minimum(50, -3.0, |x| {
            calls += 1;
            [x - 3.0, 1.0]
        });
        assert_eq!((found, calls), (3.0, 2));
    }

    #[test]
    fn minimum_of_a_function_with_a_kink_is_found() {
        // ½ x² - x below 0.5, far steeper above.
        let found =
            minimum(
                50,
                -1.0,
                |x| if x < 0.5 { [x - 1.0, 1.0] } else { [x - 1.0 + 1e6 * (x - 0.5), 1e6 + 1.0] },
            );
        assert!((found - 0.5000005).abs() < 1e-9, "{found}");
    }

    #[test]
    fn ascent_and_values_that_are_not_finite_move_nothing() {
        assert_eq!(minimum(50, 1.0, |x| [x + 1.0, 1.0]), 0.0);
        assert_eq!(minimum(50, f64::NAN, |_| [f64::NAN, f64::NAN]), 0.0);
        assert_eq!(minimum(50, -1.0, |_| [f64::NAN, f64::NAN]), 0.0);
    }
}
