// Draws a picture: one invocation for each pixel. As tile.rs in morse-render.

const LAYERS_MAX = 8u;
// Surfaces behind transparent layers are ignored if the transmittance is below this.
const FAINT = 0.00390625;

fn byte(part: f32) -> u32 {
    return u32(clamp(part, 0.0, 1.0) * 255.0 + 0.5);
}

// Number of workgroups in a row of the dispatch.
const GROUPS_ACROSS = 32768u;

// The picture of a workgroup: the last one that begins at it or before.
fn picture_of(group: u32) -> u32 {
    var first = 0u;
    var end = arrayLength(&jobs);
    while end - first > 1u {
        let middle = (first + end) / 2u;
        if jobs[middle].first_group <= group {
            first = middle;
        } else {
            end = middle;
        }
    }
    return first;
}

// The color of the surroundings where a ray meets nothing.
fn surroundings(row: u32, direction: vec3<f32>) -> vec3<f32> {
    if has(SKY) {
        return developed(sky_color(direction), false);
    }
    return background(row);
}

@compute @workgroup_size(8, 8)
fn draw(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let group_number = group.y * GROUPS_ACROSS + group.x;
    picture = picture_of(group_number);
    let within = group_number - jobs[picture].first_group;
    let across = (jobs[picture].size.x + 7u) / 8u;
    let pixel = vec2<u32>(within % across, within / across) * 8u + local.xy;
    if pixel.x >= jobs[picture].size.x || pixel.y >= jobs[picture].size.y {
        return;
    }
    var ray = pixel_ray(pixel);
    var rgb = vec3<f32>(0.0);
    var transmittance = 1.0;
    var depth = bitcast<f32>(0x7f7fffffu);
    var seen = NONE;
    var normal = vec3<f32>(0.0);
    // The distance from which the ray is cast next.
    var from_distance = jobs[picture].near / ray.ahead;
    // The color of the last mirror, which a ray that it reflects has where it meets nothing.
    var is_mirrored = false;
    var unmirrored = vec3<f32>(0.0);
    let has_ray = any(ray.direction != vec3<f32>(0.0));
    for (var layer = 0u; layer < LAYERS_MAX && has_ray; layer += 1u) {
        let hit = cast_ray(ray.start, ray.direction, jobs[picture].far / ray.ahead, RayLimits(from_distance, false));
        if hit.instance == NONE {
            if is_mirrored {
                rgb += unmirrored * transmittance;
            } else {
                rgb += surroundings(pixel.y, ray.direction) * transmittance;
            }
            break;
        }
        let surface = surface_at(hit, pixel, ray);
        let is_last = layer + 1u == LAYERS_MAX;
        if seen == NONE && surface.opacity > 0.5 {
            seen = hit.instance;
            depth = hit.distance * ray.ahead;
            normal = surface.outwards;
        }
        let is_mirror = has(COLORS) && !is_last && surface.mirror > 0.0;
        var opacity = select(surface.opacity, 1.0, is_last);
        opacity *= select(1.0, 1.0 - surface.mirror, is_mirror);
        var color = vec3<f32>(0.0);
        if has(COLORS) && (opacity > 0.0 || is_mirror) {
            color = lit_color(surface, ray.direction, hit.distance);
            rgb += transmittance * opacity * color;
        }
        transmittance *= 1.0 - opacity;
        if transmittance <= FAINT {
            break;
        }
        from_distance = hit.distance + 1e-4 + 1e-6 * hit.distance;
        if is_mirror {
            // Off the mirror by more than the rounding error of the point.
            ray.start = surface.point + surface.outwards * (1e-4 + 1e-6 * length(surface.point));
            ray.direction -= 2.0 * dot(ray.direction, surface.outwards) * surface.outwards;
            from_distance = 0.0;
            is_mirrored = true;
            unmirrored = color;
        }
    }
    let count = jobs[picture].size.x * jobs[picture].size.y;
    let number = pixel.y * jobs[picture].size.x + pixel.x;
    let at = jobs[picture].output + number;
    pixels[at] = byte(rgb.x) | (byte(rgb.y) << 8u) | (byte(rgb.z) << 16u) | 0xff000000u;
    pixels[at + count] = bitcast<u32>(depth);
    pixels[at + 2u * count] = seen;
    if has(NORMALS) {
        let normals = jobs[picture].output + 3u * count + 3u * number;
        pixels[normals] = bitcast<u32>(normal.x);
        pixels[normals + 1u] = bitcast<u32>(normal.y);
        pixels[normals + 2u] = bitcast<u32>(normal.z);
    }
}
