// Mean colors of textures over the footprints of pixels. As shading/texture_samples.rs in morse-render.

const SAMPLES_MAX = 4.0;

struct Footprint {
    uv: vec2<f32>,
    // Change of the coordinates to the next pixel to the right, and below.
    right: vec2<f32>,
    down: vec2<f32>,
}

struct Between {
    first: u32,
    // Weight of the next pixel.
    share: f32,
}

// The first of two pixels around a coordinate on an axis of `count` pixels and a margin of one on either side. The image repeats.
fn between(coordinate: f32, count: u32) -> Between {
    var place = 0.5;
    if is_finite(coordinate) {
        place = (coordinate - floor(coordinate)) * f32(count) + 0.5;
    }
    let first = floor(place);
    return Between(min(u32(first), count), place - first);
}

// The color in a copy of a texture, from 0 to 255. `copy_at` is its record in `frame`: first pixel of its margin, width, height.
fn color_in_copy(copy_at: u32, uv: vec2<f32>) -> vec4<f32> {
    let stride = frame[copy_at + 1u] + 2u;
    let column = between(uv.x, frame[copy_at + 1u]);
    let row = between(1.0 - uv.y, frame[copy_at + 2u]);
    let upper = frame[copy_at] + row.first * stride + column.first;
    let lower = upper + stride;
    let above = mix(unpacked(texels[upper]), unpacked(texels[upper + 1u]), column.share);
    let below = mix(unpacked(texels[lower]), unpacked(texels[lower + 1u]), column.share);
    return mix(above, below, row.share);
}

fn unpacked(texel: u32) -> vec4<f32> {
    return vec4<f32>(vec4<u32>(texel, texel >> 8u, texel >> 16u, texel >> 24u) & vec4<u32>(255u));
}

// The mean color over a footprint, 0 to 1. `texture` is its record in `frame`: number of copies, then their records.
fn texture_color(texture: u32, footprint: Footprint) -> vec4<f32> {
    let copies = frame[texture];
    let size = vec2<f32>(f32(frame[texture + 2u]), f32(frame[texture + 3u]));
    let across = length(footprint.right * size);
    let below = length(footprint.down * size);
    let is_right = across >= below;
    let longer = select(below, across, is_right);
    let shorter = select(across, below, is_right);
    let is_spread = longer > 1.0 && is_finite(longer);
    var count = 1.0;
    var along = vec2<f32>(0.0);
    var level = 0u;
    var share = 0.0;
    if is_spread {
        count = clamp(floor(longer / max(shorter, 1.0) + 0.5), 1.0, SAMPLES_MAX);
        along = select(footprint.down, footprint.right, is_right);
        let seen = longer / count;
        if seen > 1.0 {
            // The binary logarithm: its integer part, and its fractional part by the same parabola as on the CPU.
            let bits = bitcast<u32>(seen);
            let above = bitcast<f32>((bits & 0x7fffffu) | 0x3f800000u) - 1.0;
            level = (bits >> 23u) - 127u;
            share = above * (1.3436 - 0.3436 * above);
        }
    }
    let last = copies - 1u;
    if level >= last {
        level = last;
        share = 0.0;
    }
    let large = texture + 1u + 3u * level;
    if count == 1.0 {
        var color = color_in_copy(large, footprint.uv);
        if share > 0.0 {
            color = mix(color, color_in_copy(large + 3u, footprint.uv), share);
        }
        return color / 255.0;
    }
    // Samples of the smaller copy come first.
    let smaller = floor(share * count + 0.5);
    var sum = vec4<f32>(0.0);
    for (var number = 0.0; number < count; number += 1.0) {
        let uv = footprint.uv + along * ((number + 0.5) / count - 0.5);
        sum += color_in_copy(select(large, large + 3u, number < smaller), uv);
    }
    return sum / (255.0 * count);
}
