// Visible points of surfaces: parts, materials, triangles. As shading/parts.rs, facet.rs and surface_geometry.rs in
// morse-render.

const PART_WORDS = 12u;
const MATERIAL_WORDS = 25u;

// Bits of the attributes of the triangles of a part.
const HAS_SLOTS = 1u;
const HAS_UV = 2u;
const HAS_GENERATED = 4u;
const HAS_NORMALS = 8u;
const IS_DETAILED = 16u;

struct Surface {
    // Relative to the camera. [m]
    point: vec3<f32>,
    // Geometric normal on the side of the camera.
    outwards: vec3<f32>,
    // Shading normal on the side of the camera.
    normal: vec3<f32>,
    rgb: vec3<f32>,
    opacity: f32,
    diffuse: f32,
    emission: f32,
    ambient: f32,
    specular: vec3<f32>,
    gloss: f32,
    hardness: u32,
    // 0 Phong, 1 Cook and Torrance, 2 microfacets.
    lobe: u32,
    shadeless: bool,
    // Share of its picture that is the reflection of its surroundings.
    mirror: f32,
    // Emitted light, regardless of the color.
    glow: vec3<f32>,
    // Of microfacets, with the share of the ambient light that arrives.
    metallic: f32,
    roughness: f32,
    open: f32,
    // Of microfacets: cosine between the normal and the direction to the camera.
    facing: f32,
}

// A triangle in the frame of its surface, as the camera sees it.
struct Facet {
    // Gradients of the barycentric coordinates of the second and third corner.
    gradients: array<vec3<f32>, 2>,
    // The same along the axes of the world.
    in_world: array<vec3<f32>, 2>,
    plane: vec3<f32>,
    barycentric: vec3<f32>,
    // Factors of the surface along its axes.
    factors: vec3<f32>,
    // First word of the attributes in `statics`, and number of the triangle in the surface.
    attributes: u32,
    triangle: u32,
    steps: Steps,
}

struct Corners {
    first: vec2<f32>,
    second: vec2<f32>,
    third: vec2<f32>,
}

// Image coordinates at the corners of a triangle: those of the first corner, and the differences of the two other corners.
fn corners_at(at: u32) -> Corners {
    let first = static_pair(at);
    return Corners(first, static_pair(at + 2u) - first, static_pair(at + 4u) - first);
}

fn uv_corners(facet: Facet) -> Corners {
    return corners_at(statics[facet.attributes + 2u] + 6u * facet.triangle);
}

fn generated_corners(facet: Facet) -> Corners {
    return corners_at(statics[facet.attributes + 3u] + 6u * facet.triangle);
}

fn footprint_of(facet: Facet, corners: Corners) -> Footprint {
    let right = vec2<f32>(dot(facet.in_world[0], facet.steps.right), dot(facet.in_world[1], facet.steps.right));
    let down = vec2<f32>(dot(facet.in_world[0], facet.steps.down), dot(facet.in_world[1], facet.steps.down));
    return Footprint(
        corners.first + corners.second * facet.barycentric.y + corners.third * facet.barycentric.z,
        corners.second * right.x + corners.third * right.y,
        corners.second * down.x + corners.third * down.y,
    );
}

// The vector in the world of a normal in the frame of a surface, except for its length.
fn normal_to_world(instance: Instance, facet: Facet, normal: vec3<f32>) -> vec3<f32> {
    return vector_to_world(instance, normal / facet.factors);
}

fn smooth_normal(facet: Facet) -> vec3<f32> {
    let at = statics[facet.attributes + 4u] + 9u * facet.triangle;
    return static_vector(at) * facet.barycentric.x + static_vector(at + 3u) * facet.barycentric.y
        + static_vector(at + 6u) * facet.barycentric.z;
}

// Turns a normal of a smooth surface to the world, on the side of the camera. `side` is the normal that decides the side.
fn turned(instance: Instance, facet: Facet, normal: vec3<f32>, side: vec3<f32>, outwards: vec3<f32>) -> vec3<f32> {
    let unit = normalized_or(normal_to_world(instance, facet, normal), outwards);
    let is_behind = dot(normal_to_world(instance, facet, side), outwards) < 0.0;
    return select(unit, -unit, is_behind);
}

// A number for a color in place of that of a material, in the light that is computed with.
fn surface_of(material: u32, part: u32) -> Surface {
    var surface: Surface;
    surface.rgb = frame_vector(material);
    if frame[part] != 0u {
        surface.rgb = frame_vector(part + 1u);
        if has(LINEAR) {
            surface.rgb = decoded(surface.rgb);
        }
    }
    surface.opacity = frame_number(material + 3u) * frame_number(part + 4u);
    surface.diffuse = frame_number(material + 4u);
    surface.emission = frame_number(material + 5u);
    surface.ambient = frame_number(material + 6u);
    surface.shadeless = frame[material + 7u] != 0u;
    surface.specular = frame_vector(material + 8u);
    surface.gloss = 1.0;
    surface.hardness = frame[material + 11u];
    surface.lobe = frame[material + 12u];
    surface.mirror = frame_number(material + 16u);
    surface.metallic = frame_number(material + 17u);
    surface.roughness = frame_number(material + 18u);
    surface.glow = frame_vector(material + 19u);
    surface.open = 1.0;
    return surface;
}

// The record of the material of a triangle in `frame`.
fn material_of(part: u32, triangle: u32) -> u32 {
    let attributes = frame[part + 5u];
    var slot = 0u;
    if attributes != NONE && (statics[attributes] & HAS_SLOTS) != 0u {
        slot = statics[statics[attributes + 1u] + triangle];
    }
    if slot < frame[part + 10u] {
        return frame[frame[part + 9u] + slot];
    }
    return jobs[picture].default_material;
}

// Evaluates the material at a hit: point, normals, colors and opacity.
fn surface_at(hit: Hit, pixel: vec2<u32>, ray: PixelRay) -> Surface {
    let instance = instance_at(hit.instance);
    let start = point_in(instance, ray.start);
    let along = vector_in(instance, ray.direction);
    let local = start + along * hit.distance;
    var triangle = 0u;
    var corners: array<vec3<f32>, 3>;
    var outwards: vec3<f32>;
    if instance.kind == 6u {
        let mesh = bitcast<u32>(instance.size.x);
        let at = statics[mesh + 3u] + hit.triangle * TRIANGLE_WORDS;
        corners = array<vec3<f32>, 3>(static_vector(at), static_vector(at + 3u), static_vector(at + 6u));
        triangle = statics[at + 9u];
        outwards = normalized_or(cross(corners[1] - corners[0], corners[2] - corners[0]), vec3<f32>(0.0));
    } else {
        outwards = primitive_normal(instance.kind, instance.size, local, along);
    }
    outwards = vector_to_world(instance, outwards);
    if dot(outwards, ray.direction) > 0.0 {
        outwards = -outwards;
    }
    let part = instance.part;
    let material = material_of(part, triangle);
    var surface = surface_of(material, part);
    surface.point = ray.start + ray.direction * hit.distance;
    surface.outwards = outwards;
    surface.normal = outwards;
    let attributes = frame[part + 5u];
    if attributes == NONE || instance.kind != 6u {
        return surface;
    }
    let kinds = statics[attributes];
    let is_smooth = (kinds & HAS_NORMALS) != 0u;
    let image = select(0u, frame[material + 13u], (kinds & HAS_UV) != 0u);
    let layers = frame[material + 14u];
    if (kinds & IS_DETAILED) == 0u || !(is_smooth || image != 0u || layers != 0u) {
        return surface;
    }
    var facet: Facet;
    facet.factors = frame_vector(part + 6u);
    facet.attributes = attributes;
    facet.triangle = triangle;
    let second = (corners[1] - corners[0]) / facet.factors;
    let third = (corners[2] - corners[0]) / facet.factors;
    let aa = dot(second, second);
    let ab = dot(second, third);
    let bb = dot(third, third);
    let area = aa * bb - ab * ab;
    facet.gradients = array<vec3<f32>, 2>((bb * second - ab * third) / area, (aa * third - ab * second) / area);
    if !(is_finite_vector(facet.gradients[0]) && is_finite_vector(facet.gradients[1])) {
        // A triangle without area has no coordinates.
        return surface;
    }
    facet.in_world = array<vec3<f32>, 2>(
        normal_to_world(instance, facet, facet.gradients[0]),
        normal_to_world(instance, facet, facet.gradients[1]),
    );
    facet.plane = normalized_or(cross(second, third), vec3<f32>(0.0, 0.0, 1.0));
    let inside = (local - corners[0]) / facet.factors;
    let weight = clamp(dot(facet.gradients[0], inside), 0.0, 1.0);
    let other = clamp(dot(facet.gradients[1], inside), 0.0, 1.0 - weight);
    facet.barycentric = vec3<f32>(1.0 - weight - other, weight, other);
    if image != 0u || layers != 0u {
        facet.steps = pixel_steps(pixel, ray, hit.distance, outwards);
    }
    if image != 0u {
        let color = texture_color(image, footprint_of(facet, uv_corners(facet)));
        surface.rgb = color.rgb;
        if has(LINEAR) {
            surface.rgb = decoded(color.rgb);
        }
        surface.rgb *= frame_vector(material + 22u);
        surface.opacity *= color.a;
    }
    if layers != 0u {
        apply_layers(&surface, material, instance, facet, kinds);
    } else if is_smooth {
        let mixed = smooth_normal(facet);
        surface.normal = turned(instance, facet, mixed, mixed, outwards);
    }
    return surface;
}
