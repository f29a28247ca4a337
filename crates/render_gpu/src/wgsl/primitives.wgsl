// Entry of rays into primitive solids, and their normals. As kernel/primitives.rs and geometry.rs in morse-raycast.
//
// A distance is FAR_AWAY if the ray misses or starts inside. Distances are computed from the point of the ray that is nearest to
// the center, for precision with small distant solids.

const SMALLEST = 1e-12;

fn from_outside(meets: bool, distance: f32) -> f32 {
    return select(FAR_AWAY, distance, meets && distance > 0.0);
}

// The interval in which a coordinate is within `half` of zero.
fn within_slab(origin: f32, direction: f32, half: f32) -> vec2<f32> {
    let size = max(abs(direction), SMALLEST);
    let start = select(origin, -origin, direction < 0.0);
    return vec2<f32>((-half - start) / size, (half - start) / size);
}

// The interval inside an infinite cylinder along z; empty (1, 0) if the ray misses it.
fn within_tube(origin: vec3<f32>, direction: vec3<f32>, radius: f32) -> vec2<f32> {
    let square = max(dot(direction.xy, direction.xy), SMALLEST * SMALLEST);
    let middle = -dot(origin.xy, direction.xy) / square;
    let nearest = origin.xy + direction.xy * middle;
    let left = radius * radius - dot(nearest, nearest);
    if left < 0.0 {
        return vec2<f32>(1.0, 0.0);
    }
    let half = sqrt(left / square);
    return vec2<f32>(middle - half, middle + half);
}

// The interval inside a ball centered on the z axis; empty (1, 0) if the ray misses it.
fn within_ball(origin: vec3<f32>, direction: vec3<f32>, center: f32, radius: f32) -> vec2<f32> {
    let start = origin - vec3<f32>(0.0, 0.0, center);
    let middle = -dot(start, direction);
    let nearest = start + direction * middle;
    let left = radius * radius - dot(nearest, nearest);
    if left < 0.0 {
        return vec2<f32>(1.0, 0.0);
    }
    let half = sqrt(left);
    return vec2<f32>(middle - half, middle + half);
}

fn is_met(interval: vec2<f32>) -> bool {
    return interval.x <= interval.y;
}

fn enter_box(origin: vec3<f32>, direction: vec3<f32>, half: vec3<f32>) -> f32 {
    let x = within_slab(origin.x, direction.x, half.x);
    let y = within_slab(origin.y, direction.y, half.y);
    let z = within_slab(origin.z, direction.z, half.z);
    let near = max(max(x.x, y.x), z.x);
    let far = min(min(x.y, y.y), z.y);
    return from_outside(near <= far, near);
}

fn enter_ball(origin: vec3<f32>, direction: vec3<f32>, radius: f32) -> f32 {
    let middle = -dot(origin, direction);
    let inside = within_ball(origin + direction * middle, direction, 0.0, radius);
    return from_outside(is_met(inside), middle + inside.x);
}

fn enter_capsule(origin: vec3<f32>, direction: vec3<f32>, radius: f32, half_height: f32) -> f32 {
    let beyond = max(abs(origin.z) - half_height, 0.0);
    let outside = radius * radius < dot(origin.xy, origin.xy) + beyond * beyond;
    let middle = -dot(origin, direction);
    let start = origin + direction * middle;
    var first = FAR_AWAY;
    let tube = within_tube(start, direction, radius);
    if is_met(tube) && abs(start.z + direction.z * tube.x) <= half_height {
        first = tube.x;
    }
    let lower = within_ball(start, direction, -half_height, radius);
    if is_met(lower) {
        first = min(first, lower.x);
    }
    let upper = within_ball(start, direction, half_height, radius);
    if is_met(upper) {
        first = min(first, upper.x);
    }
    return from_outside(outside && first < FAR_AWAY, middle + first);
}

fn enter_cylinder(origin: vec3<f32>, direction: vec3<f32>, radius: f32, half_height: f32) -> f32 {
    let middle = -dot(origin, direction);
    let start = origin + direction * middle;
    let side = within_tube(start, direction, radius);
    let ends = within_slab(start.z, direction.z, half_height);
    let near = max(side.x, ends.x);
    return from_outside(is_met(side) && near <= min(side.y, ends.y), middle + near);
}

// The base is at `-half_height`, the tip at `half_height`.
fn enter_cone(origin: vec3<f32>, direction: vec3<f32>, radius: f32, half_height: f32) -> f32 {
    let slope = radius / (2.0 * half_height);
    let height = 2.0 * half_height;
    let start_depth = half_height - origin.z;
    let start_side = start_depth * slope;
    let start_excess = dot(origin.xy, origin.xy) - start_side * start_side;
    if start_excess <= 0.0 && start_depth >= 0.0 && start_depth <= height {
        return FAR_AWAY;
    }
    let middle = -dot(origin, direction);
    let start = origin + direction * middle;
    let rise = direction.z * slope;
    let square = dot(direction.xy, direction.xy) - rise * rise;
    let side = (half_height - start.z) * slope;
    let half_linear = dot(start.xy, direction.xy) + side * rise;
    let constant = dot(start.xy, start.xy) - side * side;
    let discriminant = half_linear * half_linear - square * constant;
    var first = FAR_AWAY;
    if discriminant >= 0.0 {
        let root = sqrt(discriminant);
        // Both roots without cancellation.
        let sum = select(half_linear + root, half_linear - root, half_linear < 0.0);
        let one = -sum / square;
        let other = -constant / sum;
        let one_depth = half_height - (start.z + direction.z * one);
        if one_depth >= 0.0 && one_depth <= height {
            first = one;
        }
        let other_depth = half_height - (start.z + direction.z * other);
        if other_depth >= 0.0 && other_depth <= height {
            first = min(first, other);
        }
    }
    if direction.z > 0.0 {
        let to_base = (-half_height - start.z) / direction.z;
        let at_base = start.xy + direction.xy * to_base;
        // Slightly larger than the rim, so that no ray passes between base and side.
        if dot(at_base, at_base) <= radius * radius * (1.0 + 1e-6) {
            first = min(first, to_base);
        }
    }
    return from_outside(first < FAR_AWAY, middle + first);
}

fn enter_half_space(origin: vec3<f32>, direction: vec3<f32>) -> f32 {
    if direction.z < 0.0 {
        return from_outside(true, origin.z / -direction.z);
    }
    return FAR_AWAY;
}

fn enter_primitive(kind: u32, size: vec3<f32>, origin: vec3<f32>, direction: vec3<f32>) -> f32 {
    switch kind {
        case 0u: { return enter_box(origin, direction, size); }
        case 1u: { return enter_ball(origin, direction, size.x); }
        case 2u: { return enter_capsule(origin, direction, size.x, size.y); }
        case 3u: { return enter_cylinder(origin, direction, size.x, size.y); }
        case 4u: { return enter_cone(origin, direction, size.x, size.y); }
        default: { return enter_half_space(origin, direction); }
    }
}

// Of two faces, whether the first one is that of the entry: faces through which the ray can enter come first, then the one that
// is less deep.
fn is_entry(depth: f32, faces_away: bool, other_depth: f32, other_faces_away: bool) -> bool {
    if faces_away != other_faces_away {
        return other_faces_away;
    }
    return depth <= other_depth;
}

fn box_normal(point: vec3<f32>, direction: vec3<f32>, half: vec3<f32>) -> vec3<f32> {
    let depth = half - abs(point);
    let side = select(vec3<f32>(1.0), vec3<f32>(-1.0), point < vec3<f32>(0.0));
    let away = side * direction >= vec3<f32>(0.0);
    var normal = vec3<f32>(side.x, 0.0, 0.0);
    var best = depth.x;
    var best_away = away.x;
    if !is_entry(best, best_away, depth.y, away.y) {
        normal = vec3<f32>(0.0, side.y, 0.0);
        best = depth.y;
        best_away = away.y;
    }
    if !is_entry(best, best_away, depth.z, away.z) {
        normal = vec3<f32>(0.0, 0.0, side.z);
    }
    return normal;
}

// The outward normal at the point where a ray enters.
fn primitive_normal(kind: u32, size: vec3<f32>, point: vec3<f32>, direction: vec3<f32>) -> vec3<f32> {
    let up = vec3<f32>(0.0, 0.0, 1.0);
    switch kind {
        case 0u: { return box_normal(point, direction, size); }
        case 1u: { return normalized_or(point, up); }
        case 2u: {
            return normalized_or(vec3<f32>(point.xy, point.z - clamp(point.z, -size.y, size.y)), up);
        }
        case 3u: {
            let side = vec3<f32>(point.xy, 0.0);
            let end = vec3<f32>(0.0, 0.0, point.z);
            let is_side = is_entry(
                size.x - length(point.xy), dot(side, direction) >= 0.0,
                size.y - abs(point.z), dot(end, direction) >= 0.0,
            );
            return normalized_or(select(end, side, is_side), up);
        }
        case 4u: {
            let around = length(point.xy);
            let slope = size.x / (2.0 * size.y);
            let to_side = (slope * (size.y - point.z) - around) / sqrt(1.0 + slope * slope);
            let side = vec3<f32>(point.xy, slope * around);
            let is_side = is_entry(to_side, dot(side, direction) >= 0.0, point.z + size.y, direction.z <= 0.0);
            return normalized_or(select(-up, side, is_side), up);
        }
        default: { return up; }
    }
}
