// The rays of the pixels. As prepared_camera.rs in morse-render.

struct PixelRay {
    // Relative to the camera. [m]
    start: vec3<f32>,
    // A unit vector, or zero for a pixel without a ray.
    direction: vec3<f32>,
    // Depth per meter along the ray.
    ahead: f32,
}

fn rotated(rotation: vec4<f32>, vector: vec3<f32>) -> vec3<f32> {
    let b = rotation.xyz;
    return vector * (rotation.w * rotation.w - dot(b, b)) + b * (dot(vector, b) * 2.0)
        + cross(b, vector) * (rotation.w * 2.0);
}

fn lens_direction(index: u32) -> vec3<f32> {
    return rotated(jobs[picture].rotation, static_vector(jobs[picture].directions + 3u * index));
}

fn pixel_ray(pixel: vec2<u32>) -> PixelRay {
    if has(LENS) {
        return PixelRay(vec3<f32>(0.0), lens_direction(pixel.y * jobs[picture].size.x + pixel.x), 1.0);
    }
    let at = vec2<f32>(pixel) + 0.5 - jobs[picture].middle;
    let aside = jobs[picture].right * at.x + jobs[picture].down * at.y;
    if has(PARALLEL) {
        return PixelRay(aside, jobs[picture].forward, 1.0);
    }
    let direction = jobs[picture].forward + aside;
    let ahead = 1.0 / length(direction);
    return PixelRay(vec3<f32>(0.0), direction * ahead, ahead);
}

// The vectors from a hit to the hits of the next pixels to the right and below, in the plane with a normal.
struct Steps {
    right: vec3<f32>,
    down: vec3<f32>,
}

const SLANT_MIN = 1e-4;

fn lens_step(pixel: vec2<u32>, ray: PixelRay, distance: f32, normal: vec3<f32>, slant: f32, step: u32, has_next: bool) -> vec3<f32> {
    let index = pixel.y * jobs[picture].size.x + pixel.x;
    var next = vec3<f32>(0.0);
    if has_next {
        next = lens_direction(index + step);
    }
    var change = next - ray.direction;
    if all(next == vec3<f32>(0.0)) {
        // At the edge of the image, the step from the previous pixel.
        change = ray.direction - lens_direction(index - min(step, index));
    }
    return distance * (change - ray.direction * (dot(change, normal) / slant));
}

fn pixel_steps(pixel: vec2<u32>, ray: PixelRay, distance: f32, normal: vec3<f32>) -> Steps {
    var slant = dot(ray.direction, normal);
    if abs(slant) < SLANT_MIN {
        slant = select(SLANT_MIN, -SLANT_MIN, slant < 0.0);
    }
    if has(LENS) {
        return Steps(
            lens_step(pixel, ray, distance, normal, slant, 1u, pixel.x + 1u < jobs[picture].size.x),
            lens_step(pixel, ray, distance, normal, slant, jobs[picture].size.x, pixel.y + 1u < jobs[picture].size.y),
        );
    }
    let depth = select(distance * ray.ahead, 1.0, has(PARALLEL));
    return Steps(
        depth * (jobs[picture].right - ray.direction * (dot(jobs[picture].right, normal) / slant)),
        depth * (jobs[picture].down - ray.direction * (dot(jobs[picture].down, normal) / slant)),
    );
}

fn background(row: u32) -> vec3<f32> {
    return mix(jobs[picture].sky_top, jobs[picture].sky_bottom, (f32(row) + 0.5) / f32(jobs[picture].size.y));
}
