// Light on surface points. As shading/lighting.rs in morse-render.

const LIGHT_WORDS = 24u;
// Fainter light is ignored.
const FAINT_LIGHT = 1e-3;
const SOFT_FROM = 0.7;
const SOFT_TO = 1.0;
const BASE_MIN = 1e-15;
// Reflectance of surfaces of microfacets that are not of metal, seen from straight above.
const DIELECTRIC = 0.04;
const ROUGHNESS_MIN = 0.05;
const FACING_MIN = 1e-3;
const OCCLUSION_RAYS = 16u;
const OCCLUSION_SLANT_MIN = 0.1;

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

// The brightness of a highlight of a light on microfacets, for the cosine between the normal and the half vector. As
// shading/microfacets.rs in morse-render.
fn microfacet_highlight(surface: Surface, arrival: Arriving, cosine: f32) -> f32 {
    let to = surface.facing;
    let slant = clamp(arrival.slant, 0.0, 1.0);
    let square = surface.roughness * surface.roughness;
    let width = square * square;
    let spread = max(cosine * cosine * (width - 1.0) + 1.0, width);
    let masked = slant * sqrt(to * to * (1.0 - width) + width) + to * sqrt(slant * slant * (1.0 - width) + width);
    return width / (spread * spread) * 0.5 / max(masked, 1.2e-38) * slant * arrival.strength;
}

// Computes the reflectance of microfacets in the direction of the camera, and the diffuse color without the share of metal.
fn prepare_microfacets(plain: Surface, direction: vec3<f32>) -> Surface {
    var surface = plain;
    surface.facing = clamp(-dot(surface.normal, direction), FACING_MIN, 1.0);
    surface.roughness = clamp(surface.roughness, ROUGHNESS_MIN, 1.0);
    surface.metallic = clamp(surface.metallic, 0.0, 1.0);
    surface.open = clamp(surface.open, 0.0, 1.0);
    let dielectric = clamp(DIELECTRIC * surface.specular * surface.gloss, vec3<f32>(0.0), vec3<f32>(1.0));
    let ahead = dielectric + (surface.rgb - dielectric) * surface.metallic;
    let grazing = 1.0 - surface.facing;
    let square = grazing * grazing;
    surface.specular = ahead + (max(vec3<f32>(1.0 - surface.roughness), ahead) - ahead) * (square * square * grazing);
    surface.rgb *= 1.0 - surface.metallic;
    surface.gloss = 1.0;
    surface.ambient = 0.0;
    return surface;
}

// The brightness of a highlight of a light.
fn highlight(surface: Surface, arrival: Arriving, direction: vec3<f32>) -> f32 {
    let halfway = arrival.from_direction - direction;
    let base = dot(surface.normal, halfway * (1.0 / sqrt(dot(halfway, halfway))));
    var power = 1.0;
    // Also zero for NaN, where the light comes from behind the camera.
    var square = select(0.0, base, base > BASE_MIN && arrival.strength > 0.0);
    if surface.lobe == 2u {
        return microfacet_highlight(surface, arrival, square);
    }
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

// The share of the ambient light that arrives at a surface. As shading/occlusion.rs in morse-render.
fn open_share(surface: Surface, distance: f32) -> f32 {
    let reach = jobs[picture].occlusion;
    if reach <= 0.0 {
        return 1.0;
    }
    let normal = surface.normal;
    let side = select(1.0, -1.0, normal.z < 0.0);
    let a = -1.0 / (side + normal.z);
    let b = normal.x * normal.y * a;
    let right = vec3<f32>(1.0 + side * normal.x * normal.x * a, side * b, -side * normal.x);
    let ahead = vec3<f32>(b, side + normal.y * normal.y * a, -normal.y);
    let start = surface.point + surface.outwards * (1e-3 + 1e-5 * distance);
    var free = 0.0;
    for (var number = 0u; number < OCCLUSION_RAYS; number += 1u) {
        let about = frame_vector(jobs[picture].occlusion_directions + 3u * number);
        var direction = right * about.x + ahead * about.y + normal * about.z;
        direction -= surface.outwards * min(dot(direction, surface.outwards) - OCCLUSION_SLANT_MIN, 0.0);
        direction = normalized_or(direction, surface.outwards);
        if cast_ray(start, direction, reach, RayLimits(0.0, true)).instance == NONE {
            free += 1.0;
        }
    }
    return free / f32(OCCLUSION_RAYS);
}

// The color of a surface in the light of all sources.
fn lit_color(plain: Surface, direction: vec3<f32>, distance: f32) -> vec3<f32> {
    var surface = plain;
    var color = surface.rgb;
    if !surface.shadeless {
        let up = 0.5 + 0.5 * surface.normal.z;
        let below = jobs[picture].ambient_below;
        let change = jobs[picture].ambient_above - below;
        var diffuse = below + change * up;
        var shine = vec3<f32>(0.0);
        var shines = surface.gloss != 0.0 && any(surface.specular != vec3<f32>(0.0));
        if surface.lobe == 2u {
            surface = prepare_microfacets(surface, direction);
            shines = true;
            let mirrored = 0.5 + 0.5 * (direction.z + 2.0 * surface.facing * surface.normal.z);
            diffuse = (diffuse + jobs[picture].ambient_added) * surface.open;
            let far = jobs[picture].ambient_added + jobs[picture].surroundings;
            shine = (below + change * mirrored + far) * surface.open;
        }
        let open = open_share(surface, distance);
        diffuse = diffuse * open + surface.emission;
        shine *= open;
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
        color = surface.rgb * diffuse * factor + gloss * factor + surface.glow;
    }
    color = developed(color, has(LINEAR));
    if has(LINEAR) {
        color = encoded(color);
    }
    return color;
}
