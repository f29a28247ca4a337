//! The legacy solver of Blender's editor: selectively damped least squares, with joints that are locked at their
//! limits.
//!
//! The method is that of S. R. Buss and J.-S. Kim, "Selectively Damped Least Squares for Inverse Kinematics" (2005):
//! each singular direction of the Jacobian is damped separately. Constants, the limits of errors, the order in which
//! joints are locked and the end of the iterations are those of Blender 2.79 (`IK_QJacobian.cpp`,
//! `IK_QJacobianSolver.cpp`), because where a redundant chain comes to rest depends on them.

use std::f64::consts::FRAC_PI_4;

use glam::{DQuat, DVec3};

use crate::ik::chain::Chain;
use crate::ik::svd::Svd;
use crate::{BoneSpec, rotation};

/// Maximum number of iterations from one configuration.
pub(super) const ITERATIONS_MAX: u32 = 500;
/// Iterations after which the solver may end early.
const ITERATIONS_MIN: u32 = 11;
/// Maximum change of a joint in one iteration. [rad]
const CHANGE_MAX: f64 = FRAC_PI_4;
/// The share of a step that is applied, so that chains at their limits do not oscillate.
const STEP: f64 = 0.8;
/// The solver has settled after an iteration with a smaller change. [rad]
const SETTLED: f64 = 1e-3;
/// Singular values below this are zero.
const SINGULAR: f64 = 1e-10;
/// A joint at its limit that would move less than this is locked immediately. [rad or m]
const AT_LIMIT: f64 = 1e-12;

/// A bone with its degrees of freedom.
struct Segment {
    bone: usize,
    /// The index of its first degree of freedom in the chain.
    first: usize,
    count: usize,
    /// Whether the bone rotates about x and z, or about all three axes. Its step is then a rotation about its own axes.
    is_ball: bool,
}

/// The step of a segment, by degree of freedom.
struct Step {
    values: Vec<f64>,
    /// The change of each value.
    moved: Vec<f64>,
    /// Whether a limit stops it.
    is_clamped: Vec<bool>,
    /// The value that it keeps when locked; for a ball joint, the sine of half the swing.
    kept: Vec<f64>,
}

impl Segment {
    /// The degrees of freedom that are locked together with one of them: the swing of a ball joint is locked as a
    /// whole.
    fn locked_with(&self, freedom: usize) -> Vec<usize> {
        // The degrees of freedom of a ball joint are x and z, or x, y and z.
        let is_twist = |at: usize| self.count == 3 && at == 1;
        if self.is_ball && !is_twist(freedom) {
            (0..self.count).filter(|&at| !is_twist(at)).collect()
        } else {
            vec![freedom]
        }
    }
}

/// Iterates from the configuration of a chain, given the number `done` of earlier iterations; returns the new number,
/// which is [`ITERATIONS_MAX`] if the chain has settled.
pub(super) fn settle(chain: &mut Chain<'_>, done: u32, steps: u32) -> u32 {
    let segments = segments(chain);
    for iteration in done..done.saturating_add(steps).min(ITERATIONS_MAX) {
        let largest = iterate(chain, &segments);
        if largest < SETTLED && iteration >= ITERATIONS_MIN {
            return ITERATIONS_MAX;
        }
    }
    done.saturating_add(steps).min(ITERATIONS_MAX)
}

fn segments(chain: &Chain<'_>) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    for (number, freedom) in chain.dofs.iter().enumerate() {
        match segments.last_mut() {
            Some(segment) if segment.bone == freedom.bone => segment.count += 1,
            _ => {
                let turns = chain.bone(freedom.bone).turns();
                let is_ball = turns[0] && turns[2];
                segments.push(Segment { bone: freedom.bone, first: number, count: 1, is_ball });
            }
        }
    }
    segments
}

/// One iteration; returns the largest change. [rad]
fn iterate(chain: &mut Chain<'_>, segments: &[Segment]) -> f64 {
    let mut error = Vec::new();
    chain.limited_error(&mut error);
    let rows = error.len();
    let mut jacobian = jacobian(chain, segments, rows);
    let before = chain.values();
    let mut locked: Vec<Vec<Option<f64>>> =
        segments.iter().map(|segment| vec![None; segment.count]).collect();
    let mut largest = 0.0_f64;
    loop {
        let change = damped_step(&jacobian, &error);
        let step = |(segment, locked): (&Segment, &Vec<Option<f64>>)| {
            step(chain.bone(segment.bone), segment, &before, &change, locked)
        };
        let steps: Vec<Step> = segments.iter().zip(&locked).map(step).collect();
        // Among the joints stopped by limits: lock those that cannot move at all, then the one that moves least.
        let mut least: Option<((usize, usize), f64)> = None;
        let mut to_lock = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            for (freedom, moved) in step.moved.iter().map(|moved| moved.abs()).enumerate() {
                if !step.is_clamped[freedom] {
                    continue;
                }
                if moved < AT_LIMIT {
                    to_lock.push((index, freedom));
                } else if least.is_none_or(|(_, known)| moved < known) {
                    least = Some(((index, freedom), moved));
                }
            }
        }
        if let Some((place, moved)) = least {
            to_lock.push(place);
            largest = largest.max(moved);
        }
        if to_lock.is_empty() {
            let values: Vec<f64> = steps.into_iter().flat_map(|step| step.values).collect();
            chain.set(&values);
            return change.iter().fold(largest, |most, part| most.max(part.abs()));
        }
        for (index, freedom) in to_lock {
            let segment = &segments[index];
            for freedom in segment.locked_with(freedom) {
                if locked[index][freedom].is_some() {
                    continue;
                }
                locked[index][freedom] = Some(steps[index].kept[freedom]);
                let moved = steps[index].moved[freedom];
                let first = (segment.first + freedom) * rows;
                for (error, part) in error.iter_mut().zip(&mut jacobian[first..first + rows]) {
                    *error -= *part * moved;
                    *part = 0.0;
                }
            }
        }
    }
}

/// The Jacobian, one column after the other.
fn jacobian(chain: &Chain<'_>, segments: &[Segment], rows: usize) -> Vec<f64> {
    let mut jacobian = Vec::with_capacity(chain.dofs.len() * rows);
    for segment in segments {
        for number in segment.first..segment.first + segment.count {
            let axis = if segment.is_ball { chain.own_axis(number) } else { chain.axis(number) };
            chain.unweighted_column(number, axis, &mut jacobian);
        }
    }
    jacobian
}

/// The damped step towards the goals: each singular direction is limited by its influence on the tails.
fn damped_step(jacobian: &[f64], error: &[f64]) -> Vec<f64> {
    let rows = error.len();
    let columns: Vec<&[f64]> = jacobian.chunks_exact(rows.max(1)).collect();
    let length = |part: &[f64]| part.iter().map(|x| x * x).sum::<f64>().sqrt();
    // The motion of the tails per degree of freedom: the lengths of position and orientation parts, summed.
    let reach: Vec<f64> =
        columns.iter().map(|column| column.chunks_exact(3).map(length).sum::<f64>()).collect();
    let svd = Svd::of(&columns, rows);
    let mut change = vec![0.0; columns.len()];
    for direction in &svd.directions {
        let singular = direction.singular_value;
        if singular <= SINGULAR {
            continue;
        }
        let wanted: f64 = direction.left.iter().zip(error).map(|(u, e)| u * e).sum::<f64>() / singular;
        let ends: f64 = direction.left.chunks_exact(3).map(length).sum();
        let influence: f64 =
            direction.right.iter().zip(&reach).map(|(v, reach)| v.abs() * reach).sum::<f64>();
        let influence = influence / singular;
        let most = if ends < influence { CHANGE_MAX * ends / influence } else { CHANGE_MAX };
        let largest = direction.right.iter().fold(0.0_f64, |largest, v| largest.max((v * wanted).abs()));
        let damping = if most < largest { most / largest } else { 1.0 };
        for (change, v) in change.iter_mut().zip(&direction.right) {
            *change += STEP * damping * v * wanted;
        }
    }
    let largest = change.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
    if largest > CHANGE_MAX {
        let shorter = CHANGE_MAX / (CHANGE_MAX + largest);
        change.iter_mut().for_each(|part| *part *= shorter);
    }
    change
}

/// The step of a segment for a change of its degrees of freedom, restricted by its limits and locks.
fn step(bone: &BoneSpec, segment: &Segment, before: &[f64], change: &[f64], locked: &[Option<f64>]) -> Step {
    let dofs = segment.first..segment.first + segment.count;
    let (before, change) = (&before[dofs.clone()], &change[dofs]);
    if segment.is_ball {
        ball_step(bone, before, change, locked)
    } else {
        straight_step(bone, before, change, locked)
    }
}

fn straight_step(bone: &BoneSpec, before: &[f64], change: &[f64], locked: &[Option<f64>]) -> Step {
    let turns = bone.turns();
    let axes = (0..3).filter(|&axis| turns[axis]);
    let mut limits: Vec<Option<[f64; 2]>> = axes.map(|axis| bone.limits[axis]).collect();
    if limits.is_empty() {
        limits.push(Some(bone.joint_limits()));
    }
    let wanted: Vec<f64> = before.iter().zip(change).map(|(before, change)| before + change).collect();
    let within = |(&wanted, limits): (&f64, Option<[f64; 2]>)| {
        limits.map_or(wanted, |[low, high]| wanted.clamp(low, high))
    };
    let allowed: Vec<f64> = wanted.iter().zip(limits).map(within).collect();
    let values: Vec<f64> =
        locked.iter().zip(&allowed).map(|(locked, &allowed)| locked.unwrap_or(allowed)).collect();
    Step {
        moved: values.iter().zip(before).map(|(value, before)| value - before).collect(),
        is_clamped: (0..values.len()).map(|at| locked[at].is_none() && allowed[at] != wanted[at]).collect(),
        kept: values.clone(),
        values,
    }
}

/// A rotation about the bone's own axes. Limits about x and z bound the swing by quarter ellipses in the sines of
/// half angles.
fn ball_step(bone: &BoneSpec, before: &[f64], change: &[f64], locked: &[Option<f64>]) -> Step {
    let turns = bone.turns();
    let spread = |part: &[f64]| {
        let mut parts = part.iter();
        DVec3::from_array(turns.map(|turns| if turns { parts.next().copied().unwrap_or(0.0) } else { 0.0 }))
    };
    let gather = |whole: [f64; 3]| -> Vec<f64> {
        (0..3).filter(|&axis| turns[axis]).map(|axis| whole[axis]).collect()
    };
    let was = rotation::rotation(spread(before), turns);
    let (swing, twist) = swing_and_twist(was * DQuat::from_scaled_axis(spread(change)));
    let (locked_x, locked_z) = (locked.first().copied().flatten(), locked.last().copied().flatten());
    let locked_twist = if turns[1] { locked[1] } else { Some(0.0) };
    let allowed_twist = match (locked_twist, bone.limits[1]) {
        (Some(twist), _) => twist,
        (None, Some([low, high])) => twist.clamp(low, high),
        (None, None) => twist,
    };
    let swing = [swing.x, swing.z];
    let half_axis = |x: f64, axis: usize| match bone.limits[axis] {
        Some([low, _]) if x < 0.0 => -libm::sin(low / 2.0),
        Some([_, high]) => libm::sin(high / 2.0),
        None => 1.0,
    };
    let half_axes = [half_axis(swing[0], 0).max(0.0), half_axis(swing[1], 2).max(0.0)];
    let (allowed, swing_is_locked) = match (locked_x, locked_z) {
        (Some(x), Some(z)) => ([x, z], true),
        _ => (clamp_to_ellipse(swing, half_axes), false),
    };
    let swing_is_clamped = !swing_is_locked && allowed != swing;
    let twist_is_clamped = locked_twist.is_none() && allowed_twist != twist;
    let [x, z] = allowed;
    let swing = DQuat::from_xyzw(x, 0.0, z, (1.0 - x * x - z * z).max(0.0).sqrt()).normalize();
    let is = swing * DQuat::from_rotation_y(allowed_twist);
    let moved = was.conjugate() * is;
    let moved = if moved.w < 0.0 { -moved } else { moved };
    let is_clamped = [swing_is_clamped, twist_is_clamped, swing_is_clamped];
    Step {
        values: gather(rotation::components(is, turns).to_array()),
        moved: gather(moved.to_scaled_axis().to_array()),
        is_clamped: (0..3).filter(|&axis| turns[axis]).map(|axis| is_clamped[axis]).collect(),
        kept: gather([x, allowed_twist, z]),
    }
}

/// Decomposes a rotation into one about y, by an angle [rad], followed by one about an axis perpendicular to y.
fn swing_and_twist(rotation: DQuat) -> (DQuat, f64) {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    let twist = 2.0 * libm::atan2(rotation.y, rotation.w);
    let swing = rotation * DQuat::from_rotation_y(-twist);
    (if swing.w < 0.0 { -swing } else { swing }, twist)
}

/// The point on the line to the origin where it enters the quarter ellipse with these semi-axes.
fn clamp_to_ellipse(point: [f64; 2], half_axes: [f64; 2]) -> [f64; 2] {
    let [x, z] = point;
    let [a, b] = half_axes;
    if a < AT_LIMIT || b < AT_LIMIT {
        return [x.clamp(-a, a), z.clamp(-b, b)];
    }
    let out = libm::hypot(x / a, z / b);
    if out > 1.0 { [x / out, z / out] } else { point }
}
