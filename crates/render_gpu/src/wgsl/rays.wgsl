// Casts rays through the two trees: over the instances, and over the triangles of each mesh. As kernel/traversal.rs and
// kernel/triangles.rs in morse-raycast.

// A tree deeper than device.rs allows does not reach the device.
const STACK = 72u;
const NODE_WORDS = 28u;
const TRIANGLE_WORDS = 10u;
// Relative growth of boxes: a few times the rounding error of single precision.
const GROWTH = 1e-6;

struct Hit {
    distance: f32,
    // NONE without a hit.
    instance: u32,
    // Number of the triangle in leaf order.
    triangle: u32,
}

struct RayLimits {
    // Hits at smaller distances do not count.
    from_distance: f32,
    // Whether any hit ends the search, as for shadows.
    any: bool,
}

var<private> best: Hit;
var<private> outer_stack: array<u32, STACK>;
var<private> inner_stack: array<u32, STACK>;

// The distances at which a ray enters the boxes of the four branches of a node; FAR_AWAY if not before `reach`.
fn enter_boxes(
    corners: array<vec4<f32>, 6>,
    origin: vec3<f32>,
    inverse: vec3<f32>,
    growth: f32,
    reach: f32,
) -> vec4<f32> {
    let low_x = (corners[0] - growth - origin.x) * inverse.x;
    let high_x = (corners[3] + growth - origin.x) * inverse.x;
    let low_y = (corners[1] - growth - origin.y) * inverse.y;
    let high_y = (corners[4] + growth - origin.y) * inverse.y;
    let low_z = (corners[2] - growth - origin.z) * inverse.z;
    let high_z = (corners[5] + growth - origin.z) * inverse.z;
    let near = max(max(min(low_x, high_x), min(low_y, high_y)), max(min(low_z, high_z), vec4<f32>(0.0)));
    let far = min(min(max(low_x, high_x), max(low_y, high_y)), min(max(low_z, high_z), vec4<f32>(reach)));
    return select(vec4<f32>(FAR_AWAY), near, near <= far);
}

fn static_four(at: u32) -> vec4<f32> {
    return vec4<f32>(static_number(at), static_number(at + 1u), static_number(at + 2u), static_number(at + 3u));
}

fn inverse_of(direction: vec3<f32>) -> vec3<f32> {
    let size = max(abs(direction), vec3<f32>(SMALLEST));
    return select(vec3<f32>(1.0), vec3<f32>(-1.0), direction < vec3<f32>(0.0)) / size;
}

// Sorts four branches by distance, the farthest first.
struct Sorted {
    near: vec4<f32>,
    branches: vec4<u32>,
}


fn sorted(near: vec4<f32>, branches: vec4<u32>) -> Sorted {
    var n = near;
    var b = branches;
    if n.x < n.y { n = n.yxzw; b = b.yxzw; }
    if n.z < n.w { n = n.xywz; b = b.xywz; }
    if n.x < n.z { n = n.zyxw; b = b.zyxw; }
    if n.y < n.w { n = n.xwzy; b = b.xwzy; }
    if n.y < n.z { n = n.xzyw; b = b.xzyw; }
    return Sorted(n, b);
}

fn offer(instance: u32, triangle: u32, distance: f32, limits: RayLimits) {
    if distance < limits.from_distance {
        return;
    }
    // Of equally near hits, that of the instance with the lowest number counts.
    if distance < best.distance || (distance == best.distance && instance < best.instance) {
        best = Hit(distance, instance, triangle);
    }
}

fn cast_at_mesh(number: u32, mesh: u32, origin: vec3<f32>, direction: vec3<f32>, limits: RayLimits) {
    let is_solid = statics[mesh] != 0u;
    let nodes = statics[mesh + 2u];
    let triangles = statics[mesh + 3u];
    let inverse = inverse_of(direction);
    let far_side = max(max(abs(origin.x), abs(origin.y)), abs(origin.z)) + static_number(mesh + 4u);
    let growth = far_side * GROWTH;
    // The steepest axis of the ray is the last one.
    let size = abs(direction);
    var last = 2u;
    if size.x >= size.y && size.x >= size.z {
        last = 0u;
    } else if size.y >= size.z {
        last = 1u;
    }
    let first_axis = (last + 1u) % 3u;
    let second_axis = (last + 2u) % 3u;
    let shear = vec2<f32>(direction[first_axis], direction[second_axis]) / direction[last];
    var top = 1u;
    inner_stack[0] = statics[mesh + 1u];
    while top > 0u {
        top -= 1u;
        let branch = inner_stack[top];
        let count = branch & 15u;
        let index = branch >> 4u;
        if count == 0u {
            let at = nodes + index * NODE_WORDS;
            let corners = array<vec4<f32>, 6>(
                static_four(at), static_four(at + 4u), static_four(at + 8u),
                static_four(at + 12u), static_four(at + 16u), static_four(at + 20u),
            );
            let near = enter_boxes(corners, origin, inverse, growth, best.distance);
            let below = vec4<u32>(statics[at + 24u], statics[at + 25u], statics[at + 26u], statics[at + 27u]);
            // The box of an unused branch has no meaning.
            let order = sorted(select(near, vec4<f32>(FAR_AWAY), below == vec4<u32>(0u)), below);
            for (var which = 0u; which < 4u; which += 1u) {
                if order.near[which] < FAR_AWAY && top < STACK {
                    inner_stack[top] = order.branches[which];
                    top += 1u;
                }
            }
            continue;
        }
        for (var triangle = index; triangle < index + count; triangle += 1u) {
            let at = triangles + triangle * TRIANGLE_WORDS;
            let a = static_vector(at) - origin;
            let b = static_vector(at + 3u) - origin;
            let c = static_vector(at + 6u) - origin;
            let a2 = vec2<f32>(a[first_axis], a[second_axis]) - shear * a[last];
            let b2 = vec2<f32>(b[first_axis], b[second_axis]) - shear * b[last];
            let c2 = vec2<f32>(c[first_axis], c[second_axis]) - shear * c[last];
            let u = c2.x * b2.y - c2.y * b2.x;
            let v = a2.x * c2.y - a2.y * c2.x;
            let w = b2.x * a2.y - b2.y * a2.x;
            let least = min(min(u, v), w);
            let most = max(max(u, v), w);
            // Both hold if all three areas are zero: the triangle is seen edge-on.
            if (least >= 0.0) == (most <= 0.0) {
                continue;
            }
            let upright = cross(c - a, a - b);
            let ahead = dot(upright, direction);
            if ahead == 0.0 || (is_solid && ahead > 0.0) {
                continue;
            }
            let distance = dot(upright, a) / ahead;
            if distance >= 0.0 {
                offer(number, triangle, distance, limits);
                if limits.any && best.instance != NONE {
                    return;
                }
            }
        }
    }
}

fn cast_at(number: u32, origin: vec3<f32>, direction: vec3<f32>, limits: RayLimits) {
    if is_skipped(number) {
        return;
    }
    let instance = instance_at(number);
    let start = point_in(instance, origin);
    let along = vector_in(instance, direction);
    if instance.kind == 6u {
        cast_at_mesh(number, bitcast<u32>(instance.size.x), start, along, limits);
    } else {
        let distance = enter_primitive(instance.kind, instance.size, start, along);
        if distance < FAR_AWAY {
            offer(number, 0u, distance, limits);
        }
    }
}

// The nearest hit of a ray, with the origin relative to the camera.
fn cast_ray(origin: vec3<f32>, direction: vec3<f32>, reach: f32, limits: RayLimits) -> Hit {
    best = Hit(reach, NONE, 0u);
    for (var nth = 0u; nth < jobs[picture].unbounded_count; nth += 1u) {
        cast_at(frame[jobs[picture].unbounded + nth], origin, direction, limits);
    }
    if jobs[picture].root == NONE || (limits.any && best.instance != NONE) {
        return best;
    }
    let inverse = inverse_of(direction);
    let growth = (max(max(abs(origin.x), abs(origin.y)), abs(origin.z)) + jobs[picture].extent) * GROWTH;
    var top = 1u;
    outer_stack[0] = jobs[picture].root;
    while top > 0u {
        top -= 1u;
        let branch = outer_stack[top];
        let count = branch & 15u;
        let index = branch >> 4u;
        if count == 0u {
            let at = jobs[picture].nodes + index * NODE_WORDS;
            let corners = array<vec4<f32>, 6>(
                frame_row(at), frame_row(at + 4u), frame_row(at + 8u),
                frame_row(at + 12u), frame_row(at + 16u), frame_row(at + 20u),
            );
            let near = enter_boxes(corners, origin, inverse, growth, best.distance);
            let below = vec4<u32>(frame[at + 24u], frame[at + 25u], frame[at + 26u], frame[at + 27u]);
            let order = sorted(select(near, vec4<f32>(FAR_AWAY), below == vec4<u32>(0u)), below);
            for (var which = 0u; which < 4u; which += 1u) {
                if order.near[which] < FAR_AWAY && top < STACK {
                    outer_stack[top] = order.branches[which];
                    top += 1u;
                }
            }
            continue;
        }
        for (var item = index; item < index + count; item += 1u) {
            cast_at(frame[jobs[picture].leaves + item], origin, direction, limits);
            if limits.any && best.instance != NONE {
                return best;
            }
        }
    }
    return best;
}
