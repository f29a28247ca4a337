// Texture layers of a material, with the formulas of the material shaders of Blender 2.7. As shading/texture_layers.rs in
// morse-render.

const LAYER_WORDS = 28u;
const BRIGHTNESS = vec3<f32>(0.35, 0.45, 0.2);

fn blended(mode: u32, color: f32, below: f32, share: f32) -> f32 {
    let rest = 1.0 - share;
    switch mode {
        case 1u: { return (rest + share * color) * below; }
        case 2u: { return below + share * color; }
        case 3u: { return below - share * color; }
        case 4u: {
            if color == 0.0 {
                return below;
            }
            return rest * below + share * below / color;
        }
        case 5u: { return share * min(color, below) + rest * below; }
        case 6u: { return share * abs(color - below) + rest * below; }
        case 7u: { return max(share * color, below); }
        case 8u: { return 1.0 - (rest + share * (1.0 - color)) * (1.0 - below); }
        case 9u: {
            if below < 0.5 {
                return below * (rest + 2.0 * share * color);
            }
            return 1.0 - (rest + 2.0 * share * (1.0 - color)) * (1.0 - below);
        }
        default: { return share * color + rest * below; }
    }
}

fn blended_rgb(mode: u32, color: vec3<f32>, below: vec3<f32>, share: f32) -> vec3<f32> {
    return vec3<f32>(
        blended(mode, color.x, below.x, share),
        blended(mode, color.y, below.y, share),
        blended(mode, color.z, below.z, share),
    );
}

// A layer changes a number by its value; the number stays at 0 or above.
fn changed(factor: f32, mode: u32, value: f32, number: f32, share: f32) -> f32 {
    if factor == 0.0 {
        return number;
    }
    return max(blended(mode, value, number, share * factor), 0.0);
}

// The normal encoded by a color of a normal map.
fn mapped(rgb: vec3<f32>, is_negative: bool, normal: vec3<f32>, along_u: vec3<f32>, along_v: vec3<f32>) -> vec3<f32> {
    var tangent = cross(along_v, normal);
    tangent = select(tangent, -tangent, dot(along_u, tangent) < 0.0);
    tangent = normalized_or(tangent - normal * dot(tangent, normal), vec3<f32>(0.0));
    var across = cross(normal, tangent);
    across = select(across, -across, dot(along_v, across) < 0.0);
    let part = 2.0 * rgb - 1.0;
    let aside = (tangent * part.x + across * part.y) * select(1.0, -1.0, is_negative);
    return normalized_or(aside + normal * part.z, normal);
}

// The distance to the second height sample along an axis, in texture coordinates.
fn bump_step(right: f32, down: f32, size: u32) -> f32 {
    return 0.5 * max(max(abs(right), abs(down)), 1.0 / f32(size));
}

fn height_at(texture: u32, footprint: Footprint, offset: vec2<f32>) -> f32 {
    let color = texture_color(texture, Footprint(footprint.uv + offset, footprint.right, footprint.down));
    return dot(color.rgb, BRIGHTNESS);
}

// Slopes of a height map from samples on either side of the point along each axis.
fn slopes(texture: u32, footprint: Footprint) -> vec2<f32> {
    let u = bump_step(footprint.right.x, footprint.down.x, frame[texture + 2u]);
    let v = bump_step(footprint.right.y, footprint.down.y, frame[texture + 3u]);
    let along_u = vec2<f32>(u, 0.0);
    let along_v = vec2<f32>(0.0, v);
    return vec2<f32>(
        (height_at(texture, footprint, along_u) - height_at(texture, footprint, -along_u)) / (2.0 * u),
        (height_at(texture, footprint, along_v) - height_at(texture, footprint, -along_v)) / (2.0 * v),
    );
}

fn apply_layers(surface: ptr<function, Surface>, material: u32, instance: Instance, facet: Facet, kinds: u32) {
    let is_smooth = (kinds & HAS_NORMALS) != 0u;
    var stencil = 1.0;
    var mixed = facet.plane;
    var normal = facet.plane;
    if is_smooth {
        mixed = smooth_normal(facet);
        normal = normalized_or(mixed, vec3<f32>(0.0, 0.0, 1.0));
    }
    let count = frame[material + 14u];
    for (var number = 0u; number < count; number += 1u) {
        let layer = frame[material + 15u] + number * LAYER_WORDS;
        let texture = frame[layer];
        var footprint: Footprint;
        // Gradients of the coordinates in the frame of the surface.
        var along_u: vec3<f32>;
        var along_v: vec3<f32>;
        let source = frame[layer + 1u];
        if source == 2u {
            footprint = Footprint(
                jobs[picture].position + (*surface).point.xy, facet.steps.right.xy, facet.steps.down.xy,
            );
            along_u = vector_in(instance, vec3<f32>(1.0, 0.0, 0.0)) / facet.factors;
            along_v = vector_in(instance, vec3<f32>(0.0, 1.0, 0.0)) / facet.factors;
        } else {
            if (source == 0u && (kinds & HAS_UV) == 0u) || (source == 1u && (kinds & HAS_GENERATED) == 0u) {
                continue;
            }
            var corners: Corners;
            if source == 0u {
                corners = uv_corners(facet);
            } else {
                corners = generated_corners(facet);
            }
            footprint = footprint_of(facet, corners);
            along_u = facet.gradients[0] * corners.second.x + facet.gradients[1] * corners.third.x;
            along_v = facet.gradients[0] * corners.second.y + facet.gradients[1] * corners.third.y;
        }
        let scale = vec2<f32>(frame_number(layer + 2u), frame_number(layer + 3u));
        footprint.uv = footprint.uv * scale + vec2<f32>(frame_number(layer + 4u), frame_number(layer + 5u));
        footprint.right *= scale;
        footprint.down *= scale;
        let color = texture_color(texture, footprint);
        var rgb = color.rgb;
        var opacity = color.a;
        var intensity = dot(rgb, BRIGHTNESS);
        switch frame[layer + 23u] {
            case 1u: { intensity = rgb.r; }
            case 2u: { intensity = rgb.g; }
            case 3u: { intensity = rgb.b; }
            default: {}
        }
        let is_intensity = frame[layer + 6u] != 0u;
        if frame[layer + 10u] != 0u {
            rgb = 1.0 - rgb;
            intensity = 1.0 - intensity;
        }
        if frame[layer + 11u] != 0u {
            let open = select(opacity, intensity, is_intensity);
            intensity *= stencil;
            opacity *= stencil;
            stencil *= open;
        }
        let uses_alpha = frame[layer + 12u] != 0u;
        let mode = frame[layer + 13u];
        let value = frame_number(layer + 14u);
        let of_color = frame_number(layer + 15u);
        let of_specular_color = frame_number(layer + 16u);
        let of_alpha = frame_number(layer + 20u);
        let of_glow = frame_number(layer + 24u);
        if of_color != 0.0 || of_specular_color != 0.0 || of_glow != 0.0 {
            var share = 1.0;
            if is_intensity {
                rgb = frame_vector(layer + 7u);
                share = intensity;
            } else if of_alpha > 0.0 {
                share = stencil;
            } else if uses_alpha {
                share = opacity;
            }
            if has(LINEAR) {
                rgb = decoded(rgb);
            }
            if of_color != 0.0 {
                (*surface).rgb = blended_rgb(mode, rgb, (*surface).rgb, share * of_color * stencil);
            }
            if of_specular_color != 0.0 {
                (*surface).specular = blended_rgb(mode, rgb, (*surface).specular, share * of_specular_color * stencil);
            }
            if of_glow != 0.0 {
                (*surface).glow = blended_rgb(mode, rgb, (*surface).glow, share * of_glow * stencil);
            }
        }
        let share = select(intensity, opacity, !is_intensity && uses_alpha) * stencil;
        (*surface).diffuse = changed(frame_number(layer + 17u), mode, value, (*surface).diffuse, share);
        (*surface).gloss = changed(frame_number(layer + 18u), mode, value, (*surface).gloss, share);
        (*surface).emission = changed(frame_number(layer + 19u), mode, value, (*surface).emission, share);
        (*surface).opacity = changed(of_alpha, mode, value, (*surface).opacity, share);
        (*surface).metallic = changed(frame_number(layer + 25u), mode, value, (*surface).metallic, share);
        (*surface).roughness = changed(frame_number(layer + 26u), mode, value, (*surface).roughness, share);
        (*surface).open = changed(frame_number(layer + 27u), mode, value, (*surface).open, share);
        let strength = frame_number(layer + 22u);
        if frame[layer + 21u] == 1u {
            let tilt = strength * stencil;
            let seen = mapped(color.rgb, tilt < 0.0, normal, along_u * scale.x, along_v * scale.y);
            normal = normalized_or(normal * (1.0 - abs(tilt)) + seen * abs(tilt), normal);
        } else if frame[layer + 21u] == 2u {
            let slope = slopes(texture, footprint);
            let rise = along_u * (scale.x * slope.x) + along_v * (scale.y * slope.y);
            normal = normalized_or(normal - rise * (strength * stencil), normal);
        }
    }
    (*surface).opacity = clamp((*surface).opacity, 0.0, 1.0);
    (*surface).normal = turned(instance, facet, normal, select(normal, mixed, is_smooth), (*surface).outwards);
}
