//! The shortest way of a cord around a sphere or a cylinder, or along the inside of one.
//!
//! The way lies in a plane for a sphere. For a cylinder, the way seen along the axis is that around a circle, and the height changes
//! evenly along it. Formulas are derived from tangents of a circle; the choice of the way is that of MuJoCo's documentation,
//! chapter XML reference, sections `tendon/spatial` and `geom` in it.

use glam::{DVec2, DVec3};
use morse_geometry::Pose;

use crate::tendon_model::Obstacle;

/// Lengths below which points coincide. [m]
const SMALL: f64 = 1e-15;

/// A cord on an obstacle: the points where it meets and leaves the surface, in the world, and the length between them. [m]
pub(super) struct Wrapped {
    pub points: [DVec3; 2],
    pub length: f64,
}

/// A cord on a circle about the origin: the points where it meets and leaves the circle, and the length of the arc.
struct Arc {
    points: [DVec2; 2],
    length: f64,
}

/// The cord between two points of the world, if it touches the obstacle; `None` if it passes by in a straight line.
pub(super) fn wrapped(
    obstacle: &Obstacle,
    world_from_shape: Pose,
    ends: [DVec3; 2],
    side: Option<DVec3>,
) -> Option<Wrapped> {
    let shape_from_world = world_from_shape.inverse();
    let [start, end] = ends.map(|end| shape_from_world.transform_point(end));
    let side = side.map(|side| shape_from_world.transform_point(side));
    if start.length() < SMALL || end.length() < SMALL {
        return None;
    }
    let [x, y] = if obstacle.is_cylinder { [DVec3::X, DVec3::Y] } else { plane_of(start, end) };
    let flat = |point: DVec3| DVec2::new(point.dot(x), point.dot(y));
    let (from, to, radius) = (flat(start), flat(end), obstacle.radius);
    let is_inside = side.is_some_and(|side| side.length() < radius);
    let arc = if is_inside {
        within(from, to, radius)?
    } else {
        let towards = side.map(|side| flat(side).normalize_or(DVec2::X));
        around(from, to, towards, radius)?
    };
    let mut points = arc.points.map(|point| x * point.x + y * point.y);
    let mut length = arc.length;
    if obstacle.is_cylinder {
        let (before, after) = (from.distance(arc.points[0]), to.distance(arc.points[1]));
        let slope = (end.z - start.z) / (before + length + after);
        points[0].z = start.z + slope * before;
        points[1].z = start.z + slope * (before + length);
        length = libm::hypot(length, points[1].z - points[0].z);
    }
    Some(Wrapped { points: points.map(|point| world_from_shape.transform_point(point)), length })
}

/// Orthogonal unit vectors of the plane through the center and two points, the first one towards the first point.
fn plane_of(start: DVec3, end: DVec3) -> [DVec3; 2] {
    let x = start.normalize();
    let normal = start.cross(end);
    let normal = if normal.length() < SMALL {
        // The points and the center lie on a line: any plane through it serves.
        let mut other = DVec3::ONE;
        other[x.abs().max_position()] = 0.0;
        x.cross(other)
    } else {
        normal
    };
    [x, normal.cross(x).normalize()]
}

/// Whether two line segments cross.
fn cross(a: [DVec2; 2], b: [DVec2; 2]) -> bool {
    let (along_a, along_b, between) = (a[1] - a[0], b[1] - b[0], a[0] - b[0]);
    let determinant = along_a.perp_dot(along_b);
    if determinant.abs() < SMALL {
        return false;
    }
    let on_a = along_b.perp_dot(between) / determinant;
    let on_b = along_a.perp_dot(between) / determinant;
    (0.0..=1.0).contains(&on_a) && (0.0..=1.0).contains(&on_b)
}

/// The point where a line from a point outside of a circle touches it. Seen from the center, it lies clockwise of the point if
/// `turn` is positive.
fn touch(from: DVec2, radius: f64, turn: f64) -> DVec2 {
    let square = from.length_squared();
    let along = (square - radius * radius).sqrt();
    (from * radius * radius + DVec2::new(from.y, -from.x) * (turn * radius * along)) / square
}

/// The angle between two directions, 0 to π.
fn angle(a: DVec2, b: DVec2) -> f64 {
    libm::atan2(a.perp_dot(b).abs(), a.dot(b))
}

/// The cord around the outside of a circle, on the side of a unit vector if one is given, else on the shorter way.
fn around(from: DVec2, to: DVec2, side: Option<DVec2>, radius: f64) -> Option<Arc> {
    let line = to - from;
    let is_outside = |point: DVec2| point.length_squared() >= radius * radius;
    if !is_outside(from) || !is_outside(to) || radius < SMALL || line.length_squared() < SMALL {
        return None;
    }
    let nearest = from + line * (-line.dot(from) / line.length_squared()).clamp(0.0, 1.0);
    let is_apart = nearest.length_squared() > radius * radius;
    if is_apart && side.is_none_or(|side| side.dot(nearest) >= 0.0) {
        return None;
    }
    let way = |turn: f64| {
        let points = [touch(from, radius, turn), touch(to, radius, -turn)];
        let is_crossed = cross([from, points[0]], [to, points[1]]);
        let merit = match side {
            Some(side) => (points[0] + points[1]).normalize_or(DVec2::X).dot(side),
            None => -(points[0] - points[1]).length_squared(),
        };
        (points, is_crossed, if is_crossed { -1e4 } else { merit })
    };
    let ways = [way(1.0), way(-1.0)];
    let number = usize::from(ways[0].2 <= ways[1].2);
    let (points, is_crossed, _) = ways[number];
    if is_crossed {
        return None;
    }
    let short = angle(points[0], points[1]);
    // The cord arrives in one direction of rotation, and continues in it.
    let turned = points[0].perp_dot(points[1]);
    let goes_back = if number == 0 { turned > 0.0 } else { turned < 0.0 };
    let turned = if goes_back { std::f64::consts::TAU - short } else { short };
    Some(Arc { points, length: radius * turned })
}

/// Largest number of Newton's iterations.
const ITERATIONS: usize = 60;

/// The cord that touches a circle from within at one point, where it is reflected: the shortest cord that leaves the circle of
/// this radius on its other side.
///
/// The sines of the angles between the cord and the radius at the point are `z`; from the center, the ends are apart by the angle γ:
/// asin(A z) + asin(B z) − 2 asin(z) + γ = 0, with the radius as a share A and B of the distances of the ends.
fn within(from: DVec2, to: DVec2, radius: f64) -> Option<Arc> {
    let (far_a, far_b) = (from.length(), to.length());
    if far_a <= radius || far_b <= radius || radius < SMALL {
        return None;
    }
    let line = to - from;
    if line.length_squared() > SMALL {
        let share = -line.dot(from) / line.length_squared();
        if share > 0.0 && share < 1.0 && (from + line * share).length() <= radius {
            return None;
        }
    }
    let middle = (from + to).normalize_or(DVec2::X) * radius;
    let at = |point: DVec2| Some(Arc { points: [point; 2], length: 0.0 });
    let between = angle(from, to);
    if between > std::f64::consts::PI - 1e-7 {
        return None;
    }
    let (a, b) = (radius / far_a, radius / far_b);
    let sine = |z: f64| libm::atan2(z.min(1.0), (1.0 - z * z).max(0.0).sqrt());
    let value = |z: f64| sine(a * z) + sine(b * z) - 2.0 * sine(z) + between;
    let slope = |z: f64| {
        let part = |share: f64| share / (1.0 - (share * z).powi(2)).max(SMALL).sqrt();
        part(a) + part(b) - 2.0 * part(1.0)
    };
    let mut z = 1.0 - 1e-7;
    if value(z) > 0.0 || between < 1e-7 {
        return at(middle);
    }
    // The function is concave and falls: from the right, Newton's steps approach its root without passing it.
    for _ in 0..ITERATIONS {
        let next = z - value(z) / slope(z);
        if !(next < z && next > 0.0) {
            break;
        }
        z = next;
    }
    let (start, share) = if from.perp_dot(to) > 0.0 { (from, a) } else { (to, b) };
    let turn = sine(z) - sine(share * z);
    at(DVec2::from_angle(turn).rotate(start.normalize()) * radius)
}
