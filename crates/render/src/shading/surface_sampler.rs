//! Evaluates the material of surfaces at the hits of rays.

use glam::{DVec3, Mat3, Vec3, Vec3A};
use morse_world::{
    Coordinates, Hit, Material, MaterialSlots, MipMap, NodeId, Reflectance, Surface, Texture, TextureLayer,
    Visual, World,
};

use crate::prepared_camera::{PixelRay, PreparedCamera};
use crate::shading::facet::{CornerCoordinates, Facet, Placement};
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
    placement: Placement,
    /// The triangle of the last hit: neighboring rays mostly hit the same one. `None` if it has no area.
    facet: Option<Facet>,
    /// The number of that triangle.
    triangle: Option<u32>,
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
    fn part(&mut self, hit: &Hit) -> &mut Part<'a> {
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
    fn shade(&mut self, scene: SharedShading<'a>, surface_hit: &SurfaceHit<'_>) -> SurfaceProperties {
        let mut properties = match &mut self.frame {
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
            placement: Placement {
                surface_from_point: shrink * turn.transpose(),
                point_from_surface: turn * Mat3::from_diagonal(factors.as_vec3()),
                origin: (world_from_surface.translation - place).as_vec3(),
                normal_to_world: turn * shrink,
            },
            facet: None,
            triangle: None,
        })
    }

    /// The properties of a material at a hit, including those that vary over the triangle.
    #[inline(never)]
    fn properties_at(
        &mut self,
        scene: SharedShading<'_>,
        surface_hit: &SurfaceHit<'_>,
        material: &PreparedMaterial<'_>,
    ) -> SurfaceProperties {
        let hit = surface_hit.hit;
        let mut properties = material.with_normal(hit.normal);
        if self.triangle != Some(hit.triangle) {
            self.triangle = Some(hit.triangle);
            self.facet = Facet::new(self.surface, self.material_slots, &self.placement, hit.triangle);
        }
        let Some(facet) = &self.facet else { return properties };
        if facet.smooth.is_none() && !material.has_images() {
            return properties;
        }
        let barycentric = facet.barycentric(surface_hit.point);
        if material.has_images() {
            let steps = scene.camera.steps(surface_hit.pixel_ray, surface_hit.from, hit.normal);
            if let (Some((image, mips)), Some(uv)) = (material.image, &facet.uv) {
                let SurfaceCoordinates { uv, footprint, .. } = facet.coordinates(uv, barycentric, &steps);
                let seen = footprint.mean(image, mips, uv);
                properties.rgb = scene.light(seen.truncate()).into();
                properties.opacity *= seen.w;
            }
            if !material.layers.is_empty() {
                self.apply_layers(scene, surface_hit, material, (barycentric, &steps), &mut properties);
                return properties;
            }
        }
        if facet.smooth.is_some() {
            let smooth = facet.smooth_in_world(barycentric);
            let normal = smooth.normalize_or(hit.normal);
            properties.normal = if smooth.dot(hit.normal) < 0.0 { -normal } else { normal };
        }
        properties
    }

    /// Applies the texture layers of a material.
    fn apply_layers(
        &self,
        scene: SharedShading<'_>,
        surface_hit: &SurfaceHit<'_>,
        material: &PreparedMaterial<'_>,
        (barycentric, steps): (Vec3, &[Vec3; 2]),
        properties: &mut SurfaceProperties,
    ) {
        let (hit, Some(facet)) = (surface_hit.hit, &self.facet) else { return };
        let spread = |coordinates: Coordinates| match coordinates {
            Coordinates::Uv => facet.uv.map(|uv| facet.coordinates(&uv, barycentric, steps)),
            Coordinates::Generated => {
                let corners = self.material_slots.generated(facet.triangle).map(CornerCoordinates::new);
                corners.map(|corners| facet.coordinates(&corners, barycentric, steps))
            }
            Coordinates::World => Some(SurfaceCoordinates {
                uv: (scene.camera.position + surface_hit.point.as_dvec3()).truncate().as_vec2(),
                footprint: Footprint { right: steps[0].truncate(), down: steps[1].truncate() },
                gradient: [Vec3::X, Vec3::Y].map(|axis| self.placement.surface_from_point * axis),
            }),
        };
        let smooth = facet.smooth_in_surface(barycentric);
        let normal = smooth.map_or(facet.plane, |smooth| smooth.normalize_or(Vec3::Z));
        let normal =
            texture_layers::apply(scene.world, material.layers, scene.linear, spread, normal, properties);
        let to_world = self.placement.normal_to_world;
        let is_inside = (to_world * smooth.unwrap_or(normal)).dot(hit.normal) < 0.0;
        let normal = (to_world * normal).normalize_or(hit.normal);
        properties.normal = if is_inside { -normal } else { normal };
    }
}
