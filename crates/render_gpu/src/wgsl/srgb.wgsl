// Conversion between display values and linear light (IEC 61966-2-1). As shading/srgb.rs in morse-render.

fn decoded(display: vec3<f32>) -> vec3<f32> {
    let part = clamp(display, vec3<f32>(0.0), vec3<f32>(1.0));
    return select(pow((part + 0.055) / 1.055, vec3<f32>(2.4)), part / 12.92, part <= vec3<f32>(0.04045));
}

// The linear light of a display value, which may be above 1.
fn decoded_bright(display: vec3<f32>) -> vec3<f32> {
    return decoded(display) + (2.4 / 1.055) * max(display - 1.0, vec3<f32>(0.0));
}

// From light to colors: exposure, and the curve of film. As shading/development.rs in morse-render.
fn developed(color: vec3<f32>, is_linear: bool) -> vec3<f32> {
    if jobs[picture].gain == 1.0 && !has(FILMIC) {
        return color;
    }
    var light = color;
    if !is_linear {
        light = decoded_bright(color);
    }
    light *= jobs[picture].gain;
    if has(FILMIC) {
        light = clamp(light, vec3<f32>(0.0), vec3<f32>(1e6));
        light = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14);
    }
    if !is_linear {
        light = encoded(light);
    }
    return light;
}

fn encoded(linear: vec3<f32>) -> vec3<f32> {
    let light = clamp(linear, vec3<f32>(0.0), vec3<f32>(1.0));
    return select(1.055 * pow(light, vec3<f32>(1.0 / 2.4)) - 0.055, 12.92 * light, light <= vec3<f32>(0.0031308));
}
