// Instances: geometry placed in the world. As InstanceTransform in morse-raycast.

const INSTANCE_WORDS = 20u;

struct Instance {
    // Rows of the rotation from the world to the instance, and the position of the camera in the instance.
    row_x: vec4<f32>,
    row_y: vec4<f32>,
    row_z: vec4<f32>,
    // 0 box, 1 ball, 2 capsule, 3 cylinder, 4 cone, 5 half space, 6 mesh.
    kind: u32,
    // Half size, or radius and half height; bits of the first word of a mesh in `statics`.
    size: vec3<f32>,
    // First word of its part in `frame`.
    part: u32,
}

fn frame_row(at: u32) -> vec4<f32> {
    return vec4<f32>(frame_vector(at), frame_number(at + 3u));
}

fn is_skipped(number: u32) -> bool {
    return frame[jobs[picture].instances + number * INSTANCE_WORDS + 17u] != 0u;
}

fn instance_at(number: u32) -> Instance {
    let at = jobs[picture].instances + number * INSTANCE_WORDS;
    return Instance(
        frame_row(at),
        frame_row(at + 4u),
        frame_row(at + 8u),
        frame[at + 12u],
        frame_vector(at + 13u),
        frame[at + 16u],
    );
}

// A point relative to the camera, in the frame of an instance.
fn point_in(instance: Instance, point: vec3<f32>) -> vec3<f32> {
    let along = vector_in(instance, point);
    return along + vec3<f32>(instance.row_x.w, instance.row_y.w, instance.row_z.w);
}

fn vector_in(instance: Instance, vector: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(
        dot(instance.row_x.xyz, vector),
        dot(instance.row_y.xyz, vector),
        dot(instance.row_z.xyz, vector),
    );
}

fn vector_to_world(instance: Instance, vector: vec3<f32>) -> vec3<f32> {
    return instance.row_x.xyz * vector.x + instance.row_y.xyz * vector.y + instance.row_z.xyz * vector.z;
}
