// The image of the sky: six squares below each other. As sky.rs in morse-world.

fn sky_pixel(side: u32, column: u32, row: u32) -> vec3<f32> {
    let size = frame[jobs[picture].sky + 1u];
    return unpacked(texels[frame[jobs[picture].sky] + (side * size + row) * size + column]).rgb;
}

// The color of a side at a share of its width and of its height from above.
fn sky_at(side: u32, share: vec2<f32>) -> vec3<f32> {
    let size = frame[jobs[picture].sky + 1u];
    let place = clamp(share * f32(size) - 0.5, vec2<f32>(0.0), vec2<f32>(f32(size - 1u)));
    let first = vec2<u32>(place);
    let second = min(first + 1u, vec2<u32>(size - 1u));
    let part = place - vec2<f32>(first);
    let above = mix(sky_pixel(side, first.x, first.y), sky_pixel(side, second.x, first.y), part.x);
    let below = mix(sky_pixel(side, first.x, second.y), sky_pixel(side, second.x, second.y), part.x);
    return mix(above, below, part.y) / 255.0;
}

// The color in a direction of the world.
fn sky_color(direction: vec3<f32>) -> vec3<f32> {
    let at = vec3<f32>(direction.x, direction.z, -direction.y);
    let size = abs(at);
    var side: u32;
    var on_side: vec2<f32>;
    var most: f32;
    if size.x >= size.y && size.x >= size.z {
        side = select(1u, 0u, at.x > 0.0);
        on_side = vec2<f32>(select(at.z, -at.z, at.x > 0.0), -at.y);
        most = size.x;
    } else if size.y >= size.z {
        side = select(3u, 2u, at.y > 0.0);
        on_side = vec2<f32>(at.x, select(-at.z, at.z, at.y > 0.0));
        most = size.y;
    } else {
        side = select(5u, 4u, at.z > 0.0);
        on_side = vec2<f32>(select(-at.x, at.x, at.z > 0.0), -at.y);
        most = size.z;
    }
    return sky_at(side, 0.5 * (on_side / max(most, 1.2e-38) + 1.0));
}
