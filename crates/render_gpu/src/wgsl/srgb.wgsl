// Conversion between display values and linear light (IEC 61966-2-1). As shading/srgb.rs in morse-render.

fn decoded(display: vec3<f32>) -> vec3<f32> {
    let part = clamp(display, vec3<f32>(0.0), vec3<f32>(1.0));
    return select(pow((part + 0.055) / 1.055, vec3<f32>(2.4)), part / 12.92, part <= vec3<f32>(0.04045));
}

fn encoded(linear: vec3<f32>) -> vec3<f32> {
    let light = clamp(linear, vec3<f32>(0.0), vec3<f32>(1.0));
    return select(1.055 * pow(light, vec3<f32>(1.0 / 2.4)) - 0.055, 12.92 * light, light <= vec3<f32>(0.0031308));
}
