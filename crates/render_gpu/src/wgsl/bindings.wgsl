// Buffers, and the records in them. job.rs and frame.rs write the same records.

struct Job {
    size: vec2<u32>,
    // Bits: 1 colors, 2 shadows, 4 soft, 8 linear, 16 normals, 32 parallel, 64 lens, 128 sky, 256 filmic.
    options: u32,
    // First word of the picture in `pixels`.
    output: u32,
    forward: vec3<f32>,
    near: f32,
    right: vec3<f32>,
    far: f32,
    down: vec3<f32>,
    // First word of the directions of the lens in `statics`.
    directions: u32,
    // Rotation of the camera, for lenses: a quaternion.
    rotation: vec4<f32>,
    middle: vec2<f32>,
    // The x and y coordinates of the camera in the world.
    position: vec2<f32>,
    ambient_above: vec3<f32>,
    // First word of the instances in `frame`, and so on.
    instances: u32,
    ambient_below: vec3<f32>,
    nodes: u32,
    ambient_added: vec3<f32>,
    root: u32,
    sky_top: vec3<f32>,
    leaves: u32,
    sky_bottom: vec3<f32>,
    unbounded: u32,
    unbounded_count: u32,
    lights: u32,
    light_count: u32,
    default_material: u32,
    // Largest absolute coordinate of a box of the tree over the instances.
    extent: f32,
    // Number of the first workgroup of the picture.
    first_group: u32,
    // First word in `frame` of the image of the sky: its first pixel in `texels`, and the side of its squares.
    sky: u32,
    // Factor on linear light.
    gain: f32,
    // Distance up to which surfaces keep ambient light from each other; 0 for none.
    occlusion: f32,
    // Light of suns that the surroundings reflect, as seen in the highlights of microfacets.
    surroundings: vec3<f32>,
    // First word in `frame` of the directions of the rays of ambient occlusion.
    occlusion_directions: u32,
}

// The pictures of a batch, by their first workgroups.
@group(0) @binding(0) var<storage, read> jobs: array<Job>;
// Meshes, attributes of triangles and directions of lenses: uploaded once.
@group(0) @binding(1) var<storage, read> statics: array<u32>;
// Pixels of textures: uploaded once.
@group(0) @binding(2) var<storage, read> texels: array<u32>;
// Instances, parts, materials, lights: uploaded for each batch.
@group(0) @binding(3) var<storage, read> frame: array<u32>;
@group(0) @binding(4) var<storage, read_write> pixels: array<u32>;

const COLORS = 1u;
const SHADOWS = 2u;
const SOFT = 4u;
const LINEAR = 8u;
const NORMALS = 16u;
const PARALLEL = 32u;
const LENS = 64u;
const SKY = 128u;
const FILMIC = 256u;

const NONE = 0xffffffffu;
// Not a constant expression in WGSL: larger than any distance.
const FAR_AWAY = 3.0e38;

// The picture of this invocation.
var<private> picture: u32;

fn has(option: u32) -> bool {
    return (jobs[picture].options & option) != 0u;
}

fn frame_number(at: u32) -> f32 {
    return bitcast<f32>(frame[at]);
}

fn frame_vector(at: u32) -> vec3<f32> {
    return vec3<f32>(frame_number(at), frame_number(at + 1u), frame_number(at + 2u));
}

fn static_number(at: u32) -> f32 {
    return bitcast<f32>(statics[at]);
}

fn static_pair(at: u32) -> vec2<f32> {
    return vec2<f32>(static_number(at), static_number(at + 1u));
}

fn static_vector(at: u32) -> vec3<f32> {
    return vec3<f32>(static_number(at), static_number(at + 1u), static_number(at + 2u));
}

// Whether a number is finite. Comparisons with NaN may be optimized away, so the bits decide.
fn is_finite(number: f32) -> bool {
    return (bitcast<u32>(number) & 0x7f800000u) != 0x7f800000u;
}

fn is_finite_vector(vector: vec3<f32>) -> bool {
    return is_finite(vector.x) && is_finite(vector.y) && is_finite(vector.z);
}

// The unit vector, or another vector if there is none.
fn normalized_or(vector: vec3<f32>, other: vec3<f32>) -> vec3<f32> {
    let inverse = 1.0 / sqrt(dot(vector, vector));
    if is_finite(inverse) && inverse > 0.0 {
        return vector * inverse;
    }
    return other;
}
