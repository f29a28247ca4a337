//! Evaluates the material of surfaces at the hits of rays.

use glam::{DVec3, Mat3, Vec2, Vec3, Vec3A};
use morse_world::{
    Coordinates, Hit, Material, MaterialSlots, MipMap, NodeId, Reflectance, Surface, Texture, TextureLayer,
    Visual, World,
};

use crate::prepared_camera::{PixelRay, PreparedCamera};
use crate::shading::footprint::Footprint;
use crate::shading::srgb;
use crate::shading::surface_properties::SurfaceProperties;
use crate::shading::texture_layers;
use crate::shading::texture_layers::SurfaceCoordinates;

/// A hit of a ray.
#[derive(Clone, Copy)]
pub(crate) struct SurfaceHit<'a> {
    pub(crate) hit: &'a Hit,
    pub(crate) pixel_ray: &'a PixelRay,
    /// Distance along the ray. [m]
    pub(crate) from: f32,
    /// Hit point, relative to the camera. [m]
    pub(crate) point: Vec3,
}

/// Evaluates materials at hits. It caches the last part, because neighboring rays mostly hit the same part of the
/// same node.
pub(crate) struct SurfaceSampler<'a> {
    scene: SharedShading<'a>,
    last: Option<Part<'a>>,
}

/// The data that all samples of an image share.
#[derive(Clone, Copy)]
struct SharedShading<'a> {
    world: &'a World,
    camera: &'a PreparedCamera,
    /// Whether colors are computed in linear light.
    linear: bool,
}

/// A part of a node, with the data that all its hits share.
struct Part<'a> {
    node: NodeId,
    number: u32,
    visual: Option<&'a Visual>,
    material_slots: Option<&'a MaterialSlots>,
    /// The color of the node in place of that of its materials.
    rgb: Option<Vec3>,
    opacity: f32,
    /// The material of the last hit, and its slot.
    material: PreparedMaterial<'a>,
    slot: usize,
    /// The placed surface, if the material varies over it.
    frame: Option<Frame<'a>>,
}

/// A material prepared for shading.
#[derive(Clone, Copy)]
struct PreparedMaterial<'a> {
    /// Material properties without images; the normal is not set.
    properties: SurfaceProperties,
    image: Option<(&'a Texture, &'a MipMap)>,
    layers: &'a [TextureLayer],
}

/// A triangle mesh placed in the world.
struct Frame<'a> {
    material_slots: &'a MaterialSlots,
    surface: &'a Surface,
    /// Maps points relative to the camera to the coordinates of the vertices.
    surface_from_point: Mat3,
    origin: Vec3,
    /// Maps normals of the surface to the world, except for their length.
    normal_to_world: Mat3,
}

impl<'a> SurfaceSampler<'a> {
    /// Creates a sampler for hit points relative to a camera.
    pub(crate) fn new(world: &'a World, camera: &'a PreparedCamera, linear: bool) -> SurfaceSampler<'a> {
        SurfaceSampler { scene: SharedShading { world, camera, linear }, last: None }
    }

    /// The material properties at the hit of a visual ray.
    #[inline(always)]
    pub(crate) fn shade(&mut self, surface_hit: &SurfaceHit<'_>) -> SurfaceProperties {
        let scene = self.scene;
        self.part(surface_hit.hit).shade(scene, surface_hit)
    }

    /// The opacity at a hit. Faster than [`SurfaceSampler::shade`].
    #[inline(always)]
    pub(crate) fn opacity(&mut self, surface_hit: &SurfaceHit<'_>) -> f32 {
        let scene = self.scene;
        let part = self.part(surface_hit.hit);
        if part.frame.is_some() && part.material.has_images() {
            return part.shade(scene, surface_hit).opacity;
        }
        part.material.properties.opacity * part.opacity
    }

    /// The part that was hit, with the material of the triangle.
    #[inline(always)]
    fn part(&mut self, hit: &Hit) -> &Part<'a> {
        let is_same = |part: &Part<'_>| part.node == hit.node && part.number == hit.part;
        if !self.last.as_ref().is_some_and(is_same) {
            self.last = None;
        }
        let scene = self.scene;
        let part = self.last.get_or_insert_with(|| Part::new(scene, hit));
        let slot = part.material_slots.map_or(0, |material_slots| material_slots.slot(hit.triangle));
        if slot != part.slot {
            part.slot = slot;
            part.material = PreparedMaterial::of(scene.world, part.visual, slot, part.rgb);
        }
        part
    }
}

impl<'a> Part<'a> {
    fn new(scene: SharedShading<'a>, hit: &Hit) -> Part<'a> {
        let world = scene.world;
        let visual = world.visuals(hit.node).and_then(|parts| parts.get(hit.part as usize));
        let rgb = world.color(hit.node).map(|rgb| scene.light(rgb.into()));
        Part {
            node: hit.node,
            number: hit.part,
            visual,
            material_slots: visual.and_then(|visual| visual.material_slots.as_deref()),
            rgb,
            opacity: world.alpha(hit.node),
            material: PreparedMaterial::of(world, visual, 0, rgb),
            slot: 0,
            frame: visual.and_then(|visual| Frame::new(world, scene.camera.position, hit, visual)),
        }
    }

    #[inline(always)]
    fn shade(&self, scene: SharedShading<'a>, surface_hit: &SurfaceHit<'_>) -> SurfaceProperties {
        let mut properties = match &self.frame {
            Some(frame) => frame.properties_at(scene, surface_hit, &self.material),
            None => self.material.with_normal(surface_hit.hit.normal),
        };
        properties.opacity *= self.opacity;
        properties
    }
}

impl SharedShading<'_> {
    /// Converts a display color to the color units of the image.
    fn light(&self, rgb: Vec3) -> Vec3 {
        if self.linear { srgb::decode(rgb) } else { rgb }
    }
}

impl<'a> PreparedMaterial<'a> {
    fn has_images(&self) -> bool {
        self.image.is_some() || !self.layers.is_empty()
    }

    /// The properties without images, on a surface with this normal.
    #[inline(always)]
    fn with_normal(&self, normal: Vec3) -> SurfaceProperties {
        SurfaceProperties { normal, ..self.properties }
    }

    /// Prepares the material of a slot. `rgb` overrides the color of the material.
    fn of(world: &'a World, visual: Option<&Visual>, slot: usize, rgb: Option<Vec3>) -> PreparedMaterial<'a> {
        let material =
            visual.and_then(|visual| visual.materials.get(slot)).and_then(|&id| world.material(id));
        let Some(material) = material else {
            return PreparedMaterial {
                properties: plain(&Material::default(), rgb),
                image: None,
                layers: &[],
            };
        };
        let image = material.texture.and_then(|id| world.texture(id).zip(world.mip_map(id)));
        PreparedMaterial { properties: plain(material, rgb), image, layers: &material.layers }
    }
}

/// The properties of a material without its images.
fn plain(material: &Material, rgb: Option<Vec3>) -> SurfaceProperties {
    let Reflectance { diffuse, emission, ambient, shadeless, specular, hardness, lobe } =
        material.reflectance();
    SurfaceProperties {
        rgb: rgb.map_or(material.rgb.into(), Vec3A::from),
        opacity: material.alpha,
        normal: Vec3::Z,
        diffuse,
        emission,
        ambient,
        specular: specular.into(),
        gloss: 1.0,
        hardness,
        lobe,
        shadeless,
    }
}

impl<'a> Frame<'a> {
    /// Places the surface of a visual. `None` if its material does not vary over the surface.
    fn new(world: &'a World, place: DVec3, hit: &Hit, visual: &'a Visual) -> Option<Frame<'a>> {
        let (material_slots, surface) = (visual.material_slots.as_deref()?, visual.surface()?);
        if !material_slots.is_detailed() {
            return None;
        }
        let (world_from_surface, factors) = world.world_from_visual(hit.node, hit.part as usize)?;
        let turn = Mat3::from_quat(world_from_surface.rotation.as_quat());
        let shrink = Mat3::from_diagonal((1.0 / factors).as_vec3());
        Some(Frame {
            material_slots,
            surface,
            surface_from_point: shrink * turn.transpose(),
            origin: (world_from_surface.translation - place).as_vec3(),
            normal_to_world: turn * shrink,
        })
    }

    /// The properties of a material at a hit, including those that vary over the triangle.
    #[inline(never)]
    fn properties_at(
        &self,
        scene: SharedShading<'_>,
        surface_hit: &SurfaceHit<'_>,
        material: &PreparedMaterial<'_>,
    ) -> SurfaceProperties {
        let hit = surface_hit.hit;
        let mut properties = material.with_normal(hit.normal);
        let smooth = self.material_slots.normals(self.surface, hit.triangle);
        if smooth.is_none() && !material.has_images() {
            return properties;
        }
        let Some(corners) = self.corners(hit.triangle) else { return properties };
        let Some(barycentric) = self.barycentric(&corners, surface_hit.point) else { return properties };
        let smooth = smooth.map(|[a, b, c]| a * barycentric.x + b * barycentric.y + c * barycentric.z);
        let mut normal = smooth;
        if material.has_images() {
            normal = self
                .apply_images(scene, surface_hit, material, (&corners, barycentric), smooth, &mut properties)
                .or(smooth);
        }
        let (Some(smooth), Some(normal)) = (smooth.or(normal), normal) else { return properties };
        let normal = (self.normal_to_world * normal).normalize_or(hit.normal);
        let is_inside = (self.normal_to_world * smooth).dot(hit.normal) < 0.0;
        properties.normal = if is_inside { -normal } else { normal };
        properties
    }

    /// Applies the images of a material; returns the normal if they change it.
    fn apply_images(
        &self,
        scene: SharedShading<'_>,
        surface_hit: &SurfaceHit<'_>,
        material: &PreparedMaterial<'_>,
        (corners, barycentric): (&[Vec3; 3], Vec3),
        smooth: Option<Vec3>,
        properties: &mut SurfaceProperties,
    ) -> Option<Vec3> {
        let hit = surface_hit.hit;
        let steps = scene.camera.steps(surface_hit.pixel_ray, surface_hit.from, hit.normal);
        let [_, second, third] = gradients(corners);
        let spread = |uv: [[f32; 2]; 3]| {
            let (a, b, c) = (Vec2::from(uv[0]), Vec2::from(uv[1]), Vec2::from(uv[2]));
            let (ab, ac) = (b - a, c - a);
            let along = |step: Vec3| {
                let step = self.surface_from_point * step;
                ab * second.dot(step) + ac * third.dot(step)
            };
            let (right, down) = (along(steps[0]), along(steps[1]));
            SurfaceCoordinates {
                uv: a * barycentric.x + b * barycentric.y + c * barycentric.z,
                footprint: Footprint { right, down },
                gradient: [second * ab.x + third * ac.x, second * ab.y + third * ac.y],
            }
        };
        if let (Some((image, mips)), Some(uv)) = (material.image, self.material_slots.uv(hit.triangle)) {
            let SurfaceCoordinates { uv, footprint, .. } = spread(uv);
            let seen = footprint.mean(image, mips, uv);
            properties.rgb = scene.light(seen.truncate()).into();
            properties.opacity *= seen.w;
        }
        if material.layers.is_empty() {
            return None;
        }
        let spread = |coordinates: Coordinates| match coordinates {
            Coordinates::Uv => self.material_slots.uv(hit.triangle).map(spread),
            Coordinates::Generated => self.material_slots.generated(hit.triangle).map(spread),
            Coordinates::World => Some(SurfaceCoordinates {
                uv: (scene.camera.position + surface_hit.point.as_dvec3()).truncate().as_vec2(),
                footprint: Footprint { right: steps[0].truncate(), down: steps[1].truncate() },
                gradient: [Vec3::X, Vec3::Y].map(|axis| self.surface_from_point * axis),
            }),
        };
        let [a, b, c] = *corners;
        let normal = smooth.unwrap_or_else(|| (b - a).cross(c - a)).normalize_or(Vec3::Z);
        Some(texture_layers::apply(scene.world, material.layers, scene.linear, spread, normal, properties))
    }

    fn corners(&self, triangle: u32) -> Option<[Vec3; 3]> {
        let [a, b, c] = *self.surface.triangles.get(triangle as usize)?;
        let vertex = |number: u32| self.surface.vertices.get(number as usize).copied().unwrap_or_default();
        Some([vertex(a), vertex(b), vertex(c)])
    }

    /// The barycentric coordinates of a point in a triangle.
    #[inline]
    fn barycentric(&self, &[a, b, c]: &[Vec3; 3], point: Vec3) -> Option<Vec3> {
        let at = self.surface_from_point * (point - self.origin) - a;
        let (first, second) = (b - a, c - a);
        let (aa, ab, bb) = (first.dot(first), first.dot(second), second.dot(second));
        let (pa, pb) = (at.dot(first), at.dot(second));
        let area = aa * bb - ab * ab;
        let (share_b, share_c) = ((bb * pa - ab * pb) / area, (aa * pb - ab * pa) / area);
        // A degenerate triangle, or one so small that its area underflows, has no barycentric coordinates.
        if !(share_b.is_finite() && share_c.is_finite()) {
            return None;
        }
        let share_b = share_b.clamp(0.0, 1.0);
        let share_c = share_c.clamp(0.0, 1.0 - share_b);
        Some(Vec3::new(1.0 - share_b - share_c, share_b, share_c))
    }
}

/// The gradients of the barycentric coordinates of a triangle. [1/m]
fn gradients(&[a, b, c]: &[Vec3; 3]) -> [Vec3; 3] {
    let (first, second) = (b - a, c - a);
    let (aa, ab, bb) = (first.dot(first), first.dot(second), second.dot(second));
    let area = aa * bb - ab * ab;
    let (of_b, of_c) = ((bb * first - ab * second) / area, (aa * second - ab * first) / area);
    [-of_b - of_c, of_b, of_c]
}
