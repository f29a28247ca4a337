// Draws a picture: one invocation for each pixel. As tile.rs in morse-render.

const LAYERS_MAX = 8u;
// Surfaces behind transparent layers are ignored if the transmittance is below this.
const FAINT = 0.00390625;

fn byte(part: f32) -> u32 {
    return u32(clamp(part, 0.0, 1.0) * 255.0 + 0.5);
}

@compute @workgroup_size(8, 8)
fn draw(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let pixel = invocation.xy;
    if pixel.x >= job.size.x || pixel.y >= job.size.y {
        return;
    }
    let ray = pixel_ray(pixel);
    var rgb = vec3<f32>(0.0);
    var transmittance = 1.0;
    var depth = bitcast<f32>(0x7f7fffffu);
    var seen = NONE;
    var normal = vec3<f32>(0.0);
    // The distance from which the ray is cast next.
    var from_distance = job.near / ray.ahead;
    let has_ray = any(ray.direction != vec3<f32>(0.0));
    for (var layer = 0u; layer < LAYERS_MAX && has_ray; layer += 1u) {
        let hit = cast_ray(ray.start, ray.direction, job.far / ray.ahead, RayLimits(from_distance, false));
        if hit.instance == NONE {
            rgb += background(pixel.y) * transmittance;
            break;
        }
        let surface = surface_at(hit, pixel, ray);
        let is_last = layer + 1u == LAYERS_MAX;
        if seen == NONE && surface.opacity > 0.5 {
            seen = hit.instance;
            depth = hit.distance * ray.ahead;
            normal = surface.outwards;
        }
        let opacity = select(surface.opacity, 1.0, is_last);
        if has(COLORS) && opacity > 0.0 {
            rgb += transmittance * opacity * lit_color(surface, ray.direction, hit.distance);
        }
        transmittance *= 1.0 - opacity;
        if transmittance <= FAINT {
            break;
        }
        from_distance = hit.distance + 1e-4 + 1e-6 * hit.distance;
    }
    let count = job.size.x * job.size.y;
    let number = pixel.y * job.size.x + pixel.x;
    let at = job.output + number;
    pixels[at] = byte(rgb.x) | (byte(rgb.y) << 8u) | (byte(rgb.z) << 16u) | 0xff000000u;
    pixels[at + count] = bitcast<u32>(depth);
    pixels[at + 2u * count] = seen;
    if has(NORMALS) {
        let normals = job.output + 3u * count + 3u * number;
        pixels[normals] = bitcast<u32>(normal.x);
        pixels[normals + 1u] = bitcast<u32>(normal.y);
        pixels[normals + 2u] = bitcast<u32>(normal.z);
    }
}
