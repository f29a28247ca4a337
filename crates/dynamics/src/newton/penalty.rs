//! Costs of rows and their derivatives. The force of a row is the negative derivative of its cost.

use crate::constraints::Law;

/// The piece of its cost that a block is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    /// No force, or a constant one.
    Inactive,
    /// Force proportional to the excess.
    Quadratic,
    /// On the surface of a friction cone.
    Cone,
}

/// The scaled excess of the `N` rows of a contact: normal part, tangential parts (those of the rows after the first), length of the
/// tangential part.
#[inline]
fn scaled<const N: usize>(mu: f64, friction: &[f64; 5], x: &[f64; N]) -> (f64, [f64; 5], f64) {
    let mut tangential = [0.0; 5];
    let mut square = 0.0;
    for row in 1..N {
        let part = x[row] * friction[row - 1];
        tangential[row - 1] = part;
        square += part * part;
    }
    (x[0] * mu, tangential, square.sqrt())
}

/// The rows of a block as an array; zero if it has another number of rows.
#[inline]
fn array<const N: usize>(rows: &[f64]) -> [f64; N] {
    rows.try_into().unwrap_or([0.0; N])
}

/// Stiffness of the friction of a contact, in terms of the scaled excess.
fn friction_stiffness(friction: &[f64; 5], weight: &[f64]) -> f64 {
    weight[1] / (friction[0] * friction[0])
}

/// Writes the forces of a block and returns cost and zone. `x` is the excess of its rows.
#[inline]
pub(super) fn force(law: &Law, weight: &[f64], x: &[f64], force: &mut [f64]) -> (f64, Zone) {
    let quadratic = |force: &mut [f64]| {
        let mut cost = 0.0;
        for ((force, weight), x) in force.iter_mut().zip(weight).zip(x) {
            *force = -weight * x;
            cost -= 0.5 * *force * x;
        }
        (cost, Zone::Quadratic)
    };
    match law {
        Law::Equality => quadratic(force),
        Law::Unilateral if x[0] < 0.0 => quadratic(force),
        Law::Unilateral => {
            force[0] = 0.0;
            (0.0, Zone::Inactive)
        }
        Law::Clamped { low, high } => {
            let wanted = -weight[0] * x[0];
            if wanted > *low && wanted < *high {
                force[0] = wanted;
                return (-0.5 * wanted * x[0], Zone::Quadratic);
            }
            let limit = if wanted >= *high { *high } else { *low };
            force[0] = limit;
            (-limit * (x[0] + 0.5 * limit / weight[0]), Zone::Inactive)
        }
        Law::Cone { .. } | Law::Lagged { .. } => match x.len() {
            3 => contact_force::<3>(law, weight, x, force),
            4 => contact_force::<4>(law, weight, x, force),
            _ => contact_force::<6>(law, weight, x, force),
        },
    }
}

/// [`force`] of a contact with `N` rows.
#[inline]
fn contact_force<const N: usize>(law: &Law, weight: &[f64], x: &[f64], force: &mut [f64]) -> (f64, Zone) {
    let (weight, x) = (&array::<N>(weight), &array::<N>(x));
    let (found, cost, zone);
    match law {
        Law::Cone { mu, friction } => {
            let (normal, tangential, length) = scaled(*mu, friction, x);
            if normal >= mu * length {
                (found, cost, zone) = ([0.0; N], 0.0, Zone::Inactive);
            } else if mu * normal + length <= 0.0 {
                found = std::array::from_fn(|row| -weight[row] * x[row]);
                cost = -0.5 * found.iter().zip(x).map(|(force, x)| force * x).sum::<f64>();
                zone = Zone::Quadratic;
            } else {
                let stiffness = weight[0] / (mu * mu * (1.0 + mu * mu));
                let depth = normal - mu * length;
                let per_length = stiffness * depth * mu / length;
                found = std::array::from_fn(|row| match row {
                    0 => -stiffness * depth * mu,
                    _ => per_length * tangential[row - 1] * friction[row - 1],
                });
                (cost, zone) = (0.5 * stiffness * depth * depth, Zone::Cone);
            }
        }
        Law::Lagged { normal, friction, .. } => {
            let (_, tangential, length) = scaled(1.0, friction, x);
            let pressed = x[0].min(0.0);
            let stiffness = friction_stiffness(friction, weight);
            let is_sliding = stiffness * length > *normal;
            let per_length = if is_sliding { normal / length } else { stiffness };
            found = std::array::from_fn(|row| match row {
                0 => -weight[0] * pressed,
                _ => -per_length * tangential[row - 1] * friction[row - 1],
            });
            let slid = if is_sliding {
                normal * (length - 0.5 * normal / stiffness)
            } else {
                0.5 * stiffness * length * length
            };
            (cost, zone) = (slid - 0.5 * found[0] * pressed, Zone::Cone);
        }
        Law::Equality | Law::Clamped { .. } | Law::Unilateral => {
            (found, cost, zone) = ([0.0; N], 0.0, Zone::Inactive);
        }
    }
    force.copy_from_slice(&found);
    (cost, zone)
}

/// Slope and curvature of the cost of a block along a direction, `x + length × change`, and the piece that it is on there.
#[inline]
pub(super) fn derivatives(
    law: &Law,
    weight: &[f64],
    x: &[f64],
    change: &[f64],
    length: f64,
) -> ([f64; 2], Zone) {
    match law {
        Law::Equality => quadratic_derivatives(weight, x, change, length),
        Law::Unilateral if x[0] + length * change[0] < 0.0 => {
            quadratic_derivatives(weight, x, change, length)
        }
        Law::Unilateral => ([0.0; 2], Zone::Inactive),
        Law::Clamped { low, high } => {
            let wanted = -weight[0] * (x[0] + length * change[0]);
            if wanted >= *high {
                ([-high * change[0], 0.0], Zone::Inactive)
            } else if wanted <= *low {
                ([-low * change[0], 0.0], Zone::Inactive)
            } else {
                ([-wanted * change[0], weight[0] * change[0] * change[0]], Zone::Quadratic)
            }
        }
        Law::Cone { .. } | Law::Lagged { .. } => match x.len() {
            3 => contact_derivatives::<3>(law, weight, x, change, length),
            4 => contact_derivatives::<4>(law, weight, x, change, length),
            _ => contact_derivatives::<6>(law, weight, x, change, length),
        },
    }
}

/// [`derivatives`] of forces in proportion to the excess.
#[inline]
fn quadratic_derivatives(weight: &[f64], x: &[f64], change: &[f64], length: f64) -> ([f64; 2], Zone) {
    let (mut slope, mut curvature) = (0.0, 0.0);
    for ((weight, x), change) in weight.iter().zip(x).zip(change) {
        slope += weight * (x + length * change) * change;
        curvature += weight * change * change;
    }
    ([slope, curvature], Zone::Quadratic)
}

/// [`derivatives`] of a contact with `N` rows.
#[inline]
fn contact_derivatives<const N: usize>(
    law: &Law,
    weight: &[f64],
    x: &[f64],
    change: &[f64],
    length: f64,
) -> ([f64; 2], Zone) {
    let (weight, x, change) = (&array::<N>(weight), &array::<N>(x), &array::<N>(change));
    let at: [f64; N] = std::array::from_fn(|row| x[row] + length * change[row]);
    match law {
        Law::Cone { mu, friction } => {
            let (normal, tangential, size) = scaled(*mu, friction, &at);
            if normal >= mu * size {
                return ([0.0; 2], Zone::Inactive);
            }
            if mu * normal + size <= 0.0 {
                return quadratic_derivatives(weight, x, change, length);
            }
            let (normal_change, tangential_change, change_size) = scaled(*mu, friction, change);
            let stiffness = weight[0] / (mu * mu * (1.0 + mu * mu));
            let depth = normal - mu * size;
            let along: f64 = (0..N - 1).map(|row| tangential[row] * tangential_change[row]).sum();
            let size_slope = along / size;
            let size_curvature = (change_size * change_size - size_slope * size_slope) / size;
            let slope = normal_change - mu * size_slope;
            let curvature = stiffness * (slope * slope - depth * mu * size_curvature);
            ([stiffness * depth * slope, curvature], Zone::Cone)
        }
        Law::Lagged { normal, friction, .. } => {
            let (_, tangential, size) = scaled(1.0, friction, &at);
            let (_, tangential_change, change_size) = scaled(1.0, friction, change);
            let along: f64 = (0..N - 1).map(|row| tangential[row] * tangential_change[row]).sum();
            let stiffness = friction_stiffness(friction, weight);
            let [slope, curvature] = if stiffness * size > *normal {
                let size_slope = along / size;
                [normal * size_slope, normal * (change_size * change_size - size_slope * size_slope) / size]
            } else {
                [stiffness * along, stiffness * change_size * change_size]
            };
            let pressed = if at[0] < 0.0 { weight[0] * change[0] } else { 0.0 };
            ([slope + pressed * at[0], curvature + pressed * change[0]], Zone::Cone)
        }
        Law::Equality | Law::Clamped { .. } | Law::Unilateral => ([0.0; 2], Zone::Inactive),
    }
}

/// The second derivatives of the cost of a contact with `N` rows whose friction has a known limit.
#[inline]
pub(super) fn lagged_curvature<const N: usize>(
    normal: f64,
    friction: &[f64; 5],
    weight: &[f64],
    x: &[f64],
) -> [[f64; N]; N] {
    let x = &array::<N>(x);
    let (_, tangential, length) = scaled(1.0, friction, x);
    let stiffness = friction_stiffness(friction, weight);
    let is_sliding = stiffness * length > normal;
    let mut matrix = [[0.0; N]; N];
    matrix[0][0] = if x[0] < 0.0 { weight[0] } else { 0.0 };
    for row in 1..N {
        for column in 1..N {
            let one = if row == column { 1.0 } else { 0.0 };
            let value = if is_sliding {
                let along = tangential[row - 1] * tangential[column - 1] / (length * length);
                normal / length * (one - along)
            } else {
                stiffness * one
            };
            matrix[row][column] = value * friction[row - 1] * friction[column - 1];
        }
    }
    matrix
}

/// The second derivatives of the cost of a block with `N` rows on the surface of its cone.
#[inline]
pub(super) fn cone_curvature<const N: usize>(
    mu: f64,
    friction: &[f64; 5],
    weight: &[f64],
    x: &[f64],
) -> [[f64; N]; N] {
    let (normal, tangential, length) = scaled(mu, friction, &array::<N>(x));
    let stiffness = weight[0] / (mu * mu * (1.0 + mu * mu));
    let (inverse, depth) = (1.0 / length, normal - mu * length);
    let unit: [f64; N] =
        std::array::from_fn(|row| if row == 0 { -1.0 / mu } else { tangential[row - 1] * inverse });
    let scale: [f64; N] = std::array::from_fn(|row| if row == 0 { mu } else { friction[row - 1] });
    let across = depth * mu * inverse;
    let mut matrix = [[0.0; N]; N];
    for row in 0..N {
        for column in 0..N {
            let mut value = mu * mu * unit[row] * unit[column];
            if row > 0 && column > 0 {
                let one = if row == column { 1.0 } else { 0.0 };
                value -= across * (one - unit[row] * unit[column]);
            }
            matrix[row][column] = stiffness * value * scale[row] * scale[column];
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRICTION: [f64; 5] = [0.8, 0.8, 0.01, 0.002, 0.002];
    const CONE: Law = Law::Cone { mu: 0.8, friction: FRICTION };
    /// Weights as the rows of a contact have them.
    const WEIGHT: [f64; 6] =
        [5.0, 5.0, 5.0, 5.0 * 0.0125 * 0.0125, 5.0 * 0.0025 * 0.0025, 5.0 * 0.0025 * 0.0025];

    fn cost(x: &[f64; 6]) -> f64 {
        force(&CONE, &WEIGHT, x, &mut [0.0; 6]).0
    }

    #[test]
    fn lagged_friction_is_the_derivative_of_its_cost_and_keeps_its_limit() {
        let law = Law::Lagged { normal: 2.0, before: [0.0; 2], friction: FRICTION };
        let value = |x: &[f64; 6]| force(&law, &WEIGHT, x, &mut [0.0; 6]).0;
        for x in [[-1.0, 1.5, -0.7, 20.0, -30.0, 4.0], [0.5, 0.01, 0.02, 0.3, 0.4, -0.5]] {
            let mut exact = [0.0; 6];
            force(&law, &WEIGHT, &x, &mut exact);
            let scaled: f64 = exact[1..].iter().zip(FRICTION).map(|(force, it)| (force / it).powi(2)).sum();
            assert!(scaled.sqrt() <= 2.0 + 1e-9, "{exact:?}");
            let matrix = lagged_curvature::<6>(2.0, &FRICTION, &WEIGHT, &x);
            for row in 0..6 {
                let moved = |by: f64| {
                    let mut x = x;
                    x[row] += by;
                    x
                };
                let found = -(value(&moved(1e-5)) - value(&moved(-1e-5))) / 2e-5;
                assert!((found - exact[row]).abs() < 1e-7, "{row}: {found} {exact:?}");
                let forces = [1e-5, -1e-5].map(|by| {
                    let mut forces = [0.0; 6];
                    force(&law, &WEIGHT, &moved(by), &mut forces);
                    forces
                });
                for column in 0..6 {
                    let found = -(forces[0][column] - forces[1][column]) / 2e-5;
                    assert!((found - matrix[row][column]).abs() < 1e-6, "{row} {column}: {found}");
                }
            }
            let change = [0.3, -0.5, 1.0, 4.0, 9.0, -7.0];
            let at = |length: f64| std::array::from_fn(|row| x[row] + length * change[row]);
            let ([slope, _], _) = derivatives(&law, &WEIGHT, &x, &change, 0.7);
            let found = (value(&at(0.7 + 1e-5)) - value(&at(0.7 - 1e-5))) / 2e-5;
            assert!((found - slope).abs() < 1e-6, "{found} {slope}");
        }
    }

    #[test]
    fn forces_and_curvatures_are_derivatives_of_the_cost() {
        for x in [
            [-1.0, 1.5, -0.7, 20.0, -30.0, 4.0],
            [-1.0, 0.01, 0.02, 0.3, 0.4, -0.5],
            [0.2, 1.1, 2.0, 9.0, 3.0, 1.0],
        ] {
            let mut exact = [0.0; 6];
            let (_, zone) = force(&CONE, &WEIGHT, &x, &mut exact);
            for row in 0..6 {
                let moved = |by: f64| {
                    let mut x = x;
                    x[row] += by;
                    x
                };
                let found = -(cost(&moved(1e-5)) - cost(&moved(-1e-5))) / 2e-5;
                assert!((found - exact[row]).abs() < 1e-7, "{row}: {found} {exact:?}");
                if zone != Zone::Cone {
                    continue;
                }
                let matrix = cone_curvature::<6>(0.8, &FRICTION, &WEIGHT, &x);
                let forces = [1e-5, -1e-5].map(|by| {
                    let mut forces = [0.0; 6];
                    force(&CONE, &WEIGHT, &moved(by), &mut forces);
                    forces
                });
                for column in 0..6 {
                    let found = -(forces[0][column] - forces[1][column]) / 2e-5;
                    assert!((found - matrix[row][column]).abs() < 1e-6, "{row} {column}: {found}");
                }
            }
        }
    }

    #[test]
    fn zones_of_a_cone_meet_without_a_step() {
        // The border of the cone of no force, and that of the polar cone.
        for x0 in [0.8, -1.0 / 0.8 / 0.8 * 0.8] {
            let x = |by: f64| [x0 + by, 1.0, 0.0, 0.0, 0.0, 0.0];
            let forces = [1e-9, -1e-9].map(|by| {
                let mut forces = [0.0; 6];
                force(&CONE, &WEIGHT, &x(by), &mut forces);
                forces
            });
            for (a, b) in forces[0].iter().zip(forces[1]) {
                assert!((a - b).abs() < 1e-7, "{forces:?}");
            }
        }
    }

    #[test]
    fn derivatives_along_a_direction_are_those_of_the_cost() {
        let (x, change) = ([-1.0, 1.5, -0.7, 20.0, -30.0, 4.0], [0.3, -0.5, 1.0, 4.0, 9.0, -7.0]);
        let at = |length: f64| std::array::from_fn(|row| x[row] + length * change[row]);
        for length in [-0.5, 0.1, 0.7, 3.0] {
            let ([slope, curvature], _) = derivatives(&CONE, &WEIGHT, &x, &change, length);
            let found = (cost(&at(length + 1e-5)) - cost(&at(length - 1e-5))) / 2e-5;
            assert!((found - slope).abs() < 1e-6, "{found} {slope}");
            let slope_at = |length: f64| derivatives(&CONE, &WEIGHT, &x, &change, length).0[0];
            let found = (slope_at(length + 1e-5) - slope_at(length - 1e-5)) / 2e-5;
            assert!((found - curvature).abs() < 1e-5 * curvature.max(1.0), "{found} {curvature}");
        }
    }

    #[test]
    fn clamped_row_has_its_limit_beyond_the_range() {
        let law = Law::Clamped { low: -1.0, high: 2.0 };
        let mut found = [0.0];
        let costs = [-3.0f64, -1.0 - 1e-9, -1.0 + 1e-9, 0.5 - 1e-9, 0.5 + 1e-9]
            .map(|x| force(&law, &[2.0], &[x], &mut found).0);
        assert!((costs[1] - costs[2]).abs() < 1e-8 && (costs[3] - costs[4]).abs() < 1e-8, "{costs:?}");
        assert_eq!(force(&law, &[2.0], &[-3.0], &mut found).1, Zone::Inactive);
        assert_eq!(found, [2.0]);
        assert_eq!(derivatives(&law, &[2.0], &[-3.0], &[1.0], 0.0), ([-2.0, 0.0], Zone::Inactive));
    }
}
