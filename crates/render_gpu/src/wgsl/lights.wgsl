// Light on surface points. As shading/lighting.rs in morse-render.

const LIGHT_WORDS = 24u;
// Fainter light is ignored.
const FAINT_LIGHT = 1e-3;
const SOFT_FROM = 0.7;
const SOFT_TO = 1.0;
const BASE_MIN = 1e-15;

// The light of a source that arrives at a point.
struct Arriving {
    from_direction: vec3<f32>,
    distance: f32,
    strength: f32,
    slant: f32,
}

fn attenuated(light: u32, distance: f32) -> f32 {
    let reach = frame_number(light + 10u);
    var strength = 1.0;
    switch u32(frame_number(light + 9u)) {
        case 1u: { strength = reach / (reach + distance); }
        case 2u: { strength = reach / (reach + distance * distance); }
        case 3u: {
            let ratio = distance / reach;
            strength = 1.0 / ((1.0 + frame_number(light + 11u) * ratio) * (1.0 + frame_number(light + 12u) * ratio * ratio));
        }
        default: {}
    }
    if frame_number(light + 13u) != 0.0 {
        strength *= max((reach - distance) / reach, 0.0);
    }
    return strength;
}

fn arriving(light: u32, surface: Surface) -> Arriving {
    let kind = u32(frame_number(light));
    let place = frame_vector(light + 1u);
    var arrival = Arriving(place, FAR_AWAY, 1.0, 0.0);
    if kind >= 2u {
        let towards = place - surface.point;
        let distance = length(towards);
        arrival.from_direction = towards / max(distance, 1.2e-38);
        arrival.distance = distance;
        arrival.strength = attenuated(light, distance);
    }
    if kind == 3u {
        let cosine = -dot(arrival.from_direction, frame_vector(light + 14u));
        let inside = clamp((cosine - frame_number(light + 17u)) / frame_number(light + 18u), 0.0, 1.0);
        arrival.strength *= cosine * inside * inside * (3.0 - 2.0 * inside);
    }
    let is_around = kind == 1u;
    let cosine = dot(surface.normal, arrival.from_direction);
    arrival.slant = select(cosine, 0.5 + 0.5 * cosine, is_around);
    let is_front = is_around || dot(surface.outwards, arrival.from_direction) > 0.0;
    if !(arrival.slant > 0.0 && is_front && arrival.strength >= FAINT_LIGHT) {
        arrival.strength = 0.0;
    }
    return arrival;
}

fn is_in_shadow(surface: Surface, arrival: Arriving, distance: f32) -> bool {
    // Offset from the surface by more than the rounding error of the distance.
    let off = 1e-3 + 1e-5 * distance;
    let start = surface.point + surface.outwards * off;
    let hit = cast_ray(start, arrival.from_direction, arrival.distance - off, RayLimits(0.0, true));
    return hit.instance != NONE;
}

// The brightness of a highlight of a light.
fn highlight(surface: Surface, arrival: Arriving, direction: vec3<f32>) -> f32 {
    let halfway = arrival.from_direction - direction;
    let base = dot(surface.normal, halfway * (1.0 / sqrt(dot(halfway, halfway))));
    var power = 1.0;
    // Also zero for NaN, where the light comes from behind the camera.
    var square = select(0.0, base, base > BASE_MIN && arrival.strength > 0.0);
    for (var left = surface.hardness; left != 0u; left >>= 1u) {
        if (left & 1u) == 1u {
            power *= square;
        }
        square *= square;
        if !(square > BASE_MIN) {
            square = 0.0;
        }
    }
    if surface.lobe == 1u {
        power /= 0.1 + max(-dot(surface.normal, direction), 0.0);
    }
    return power * arrival.strength;
}

// The color of a surface in the light of all sources.
fn lit_color(surface: Surface, direction: vec3<f32>, distance: f32) -> vec3<f32> {
    var color = surface.rgb;
    if !surface.shadeless {
        let up = 0.5 + 0.5 * surface.normal.z;
        var diffuse = jobs[picture].ambient_below + (jobs[picture].ambient_above - jobs[picture].ambient_below) * up + surface.emission;
        var shine = vec3<f32>(0.0);
        let shines = surface.gloss != 0.0 && any(surface.specular != vec3<f32>(0.0));
        for (var number = 0u; number < jobs[picture].light_count; number += 1u) {
            let light = jobs[picture].lights + number * LIGHT_WORDS;
            var arrival = arriving(light, surface);
            let casts_shadows = has(SHADOWS) && frame_number(light + 19u) == 0.0;
            if casts_shadows && arrival.strength > 0.0 && is_in_shadow(surface, arrival, distance) {
                arrival.strength = 0.0;
            }
            if arrival.strength <= 0.0 {
                continue;
            }
            let rgb = frame_vector(light + 4u);
            if frame_number(light + 7u) != 0.0 {
                diffuse += rgb * (arrival.strength * arrival.slant * surface.diffuse);
            }
            if shines && frame_number(light + 8u) != 0.0 {
                shine += rgb * highlight(surface, arrival, direction);
            }
        }
        var factor = 1.0;
        let most = max(max(diffuse.x, diffuse.y), diffuse.z);
        let over = most - SOFT_FROM;
        if has(SOFT) && over > 0.0 {
            let range = SOFT_TO - SOFT_FROM;
            factor = (SOFT_FROM + range * over / (over + range)) / most;
        }
        let gloss = surface.ambient * jobs[picture].ambient_added + surface.specular * surface.gloss * shine;
        color = surface.rgb * diffuse * factor + gloss * factor;
    }
    if has(LINEAR) {
        color = encoded(color);
    }
    return color;
}
