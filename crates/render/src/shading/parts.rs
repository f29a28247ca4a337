//! The visible parts of nodes with their materials, placed relative to the camera.

use std::collections::BTreeMap;

use glam::{DVec3, Mat3, Vec3, Vec3A};
use morse_world::{
    Coordinates, HitSurface, Material, MaterialSlots, MipMap, NodeId, Reflectance, Surface, TextureLayer,
    Visual, World,
};

use crate::shading::facet::{Facet, Placement};
use crate::shading::facet_columns::FacetParts;
use crate::shading::srgb;
use crate::shading::surface_properties::SurfaceProperties;

/// The parts that were seen so far: neighboring tiles mostly show the same ones.
pub(crate) struct Parts<'a> {
    world: &'a World,
    /// Position of the camera. [m]
    camera: DVec3,
    /// Whether colors are computed in linear light.
    linear: bool,
    /// Whether colors are computed at all.
    colors: bool,
    list: Vec<Part<'a>>,
    numbers: BTreeMap<(NodeId, u32), usize>,
    /// The nodes of the parts by their numbers plus one, after `None`.
    nodes: Vec<Option<NodeId>>,
    last: usize,
}

/// A part of a node, with the data that all its hits share.
pub(crate) struct Part<'a> {
    pub(crate) node: NodeId,
    number: u32,
    visual: Option<&'a Visual>,
    material_slots: Option<&'a MaterialSlots>,
    /// The color of the node in place of that of its materials.
    rgb: Option<Vec3>,
    /// Factor of the opacity of its materials.
    opacity: f32,
    /// The placed surface, if its appearance can vary within a triangle.
    frame: Option<Frame<'a>>,
    /// For each slot of the materials, and a last one for slots without a material: whether triangles with it are needed.
    needs_facets: Vec<bool>,
}

/// A triangle mesh placed in the world.
pub(crate) struct Frame<'a> {
    material_slots: &'a MaterialSlots,
    surface: &'a Surface,
    pub(crate) placement: Placement,
    /// Whether the surface is shaded smoothly.
    smooth: bool,
}

/// A material prepared for shading.
#[derive(Clone, Copy)]
pub(crate) struct PreparedMaterial<'a> {
    /// Material properties without images; the normal is not set.
    pub(crate) properties: SurfaceProperties,
    /// The image in place of the color.
    pub(crate) image: Option<&'a MipMap>,
    /// Factor of the colors of that image.
    pub(crate) image_rgb: [f32; 3],
    pub(crate) layers: &'a [TextureLayer],
    /// The parts of triangles that are needed.
    pub(crate) facet_parts: FacetParts,
    /// Whether the opacity is that of the properties everywhere.
    pub(crate) has_uniform_opacity: bool,
}

impl<'a> Parts<'a> {
    /// No parts yet, seen from a camera at a position [m], with or without colors.
    pub(crate) fn new(world: &'a World, camera: DVec3, linear: bool, colors: bool) -> Parts<'a> {
        Parts {
            world,
            camera,
            linear,
            colors,
            list: Vec::new(),
            numbers: BTreeMap::new(),
            nodes: vec![None],
            last: 0,
        }
    }

    /// The number of the part that was hit.
    pub(crate) fn find(&mut self, surface: &HitSurface<NodeId>) -> usize {
        let is_same = |part: &Part<'_>| part.node == surface.object && part.number == surface.part;
        if !self.list.get(self.last).is_some_and(is_same) {
            let key = (surface.object, surface.part);
            self.last = match self.numbers.get(&key) {
                Some(&number) => number,
                None => {
                    self.numbers.insert(key, self.list.len());
                    self.list.push(self.part(surface));
                    self.nodes.push(Some(surface.object));
                    let number = self.list.len() - 1;
                    self.list[number].needs_facets = self.facet_needs(number);
                    number
                }
            };
        }
        self.last
    }

    /// The part with a number that [`Parts::find`] returned.
    pub(crate) fn get(&self, number: usize) -> &Part<'a> {
        &self.list[number]
    }

    /// The nodes of the parts, each at the number of the part plus one; `None` at 0.
    pub(crate) fn nodes(&self) -> &[Option<NodeId>] {
        &self.nodes
    }

    fn part(&self, surface: &HitSurface<NodeId>) -> Part<'a> {
        let HitSurface { object: node, part: number, .. } = *surface;
        let visual = self.world.visuals(node).and_then(|parts| parts.get(number as usize));
        let light = |rgb: Vec3| if self.linear { srgb::decode(rgb) } else { rgb };
        Part {
            node,
            number,
            visual,
            material_slots: visual.and_then(|visual| visual.material_slots.as_deref()),
            rgb: self.world.color(node).map(|rgb| light(rgb.into())),
            opacity: self.world.alpha(node),
            frame: visual.and_then(|visual| Frame::new(self.world, self.camera, (node, number), visual)),
            needs_facets: Vec::new(),
        }
    }

    /// For each slot of a part, whether its color or, without colors, its opacity varies within a triangle.
    fn facet_needs(&self, part: usize) -> Vec<bool> {
        let slots = self.get(part).visual.map_or(0, |visual| visual.materials.len());
        let is_needed = |slot: usize| {
            let material = self.material(part, slot, true);
            (self.colors && material.is_detailed()) || !material.has_uniform_opacity
        };
        (0..=slots).map(is_needed).collect()
    }

    /// The material of a slot of a part. Without `detailed`, the surface has no images and is not smooth.
    pub(crate) fn material(&self, part: usize, slot: usize, detailed: bool) -> PreparedMaterial<'a> {
        let (world, part) = (self.world, self.get(part));
        let visual = part.visual;
        let material =
            visual.and_then(|visual| visual.materials.get(slot)).and_then(|&id| world.material(id));
        let frame = part.frame.as_ref().filter(|_| detailed);
        let mut prepared = PreparedMaterial {
            properties: plain(material.unwrap_or(&Material::default()), part.rgb),
            image: None,
            image_rgb: [1.0; 3],
            layers: &[],
            facet_parts: FacetParts {
                smooth: frame.is_some_and(|frame| frame.smooth),
                uv: false,
                generated: false,
                in_surface: false,
            },
            has_uniform_opacity: true,
        };
        prepared.properties.opacity *= part.opacity;
        if let (Some(material), Some(frame)) = (material, frame) {
            let has_uv = frame.material_slots.uv(0).is_some();
            let image = material.texture.filter(|_| has_uv);
            prepared.image = image.and_then(|id| world.mip_map(id));
            prepared.image_rgb = material.texture_rgb;
            prepared.layers = &material.layers;
            let uses = |coordinates| material.layers.iter().any(|layer| layer.coordinates == coordinates);
            prepared.facet_parts.in_surface = !material.layers.is_empty();
            prepared.facet_parts.uv = has_uv && (prepared.image.is_some() || uses(Coordinates::Uv));
            prepared.facet_parts.generated =
                frame.material_slots.generated(0).is_some() && uses(Coordinates::Generated);
            prepared.has_uniform_opacity = prepared.image.is_none_or(MipMap::is_opaque)
                && material.layers.iter().all(|layer| layer.alpha == 0.0);
        }
        prepared
    }
}

impl<'a> Part<'a> {
    /// The slot of a triangle in the materials.
    pub(crate) fn slot(&self, triangle: u32) -> usize {
        self.material_slots.map_or(0, |material_slots| material_slots.slot(triangle))
    }

    /// The placed surface, if its appearance can vary within a triangle.
    pub(crate) fn frame(&self) -> Option<&Frame<'a>> {
        self.frame.as_ref()
    }

    /// As [`Part::frame`], if the appearance of the material of a slot varies within a triangle.
    pub(crate) fn detailed_frame(&self, slot: usize) -> Option<&Frame<'a>> {
        let is_needed = self.needs_facets.get(slot).or(self.needs_facets.last());
        self.frame.as_ref().filter(|_| is_needed.is_some_and(|&is_needed| is_needed))
    }
}

impl PreparedMaterial<'_> {
    /// Whether the appearance varies within a triangle.
    pub(crate) fn is_detailed(&self) -> bool {
        self.has_images() || self.facet_parts.smooth
    }

    pub(crate) fn has_images(&self) -> bool {
        self.image.is_some() || !self.layers.is_empty()
    }
}

/// The properties of a material without its images.
fn plain(material: &Material, rgb: Option<Vec3>) -> SurfaceProperties {
    let Reflectance { diffuse, emission, glow, ambient, shadeless, specular, hardness, lobe } =
        material.reflectance();
    SurfaceProperties {
        rgb: rgb.map_or(material.rgb.into(), Vec3A::from),
        opacity: material.alpha,
        mirror: material.mirror,
        diffuse,
        emission,
        glow: glow.into(),
        ambient,
        specular: specular.into(),
        gloss: 1.0,
        hardness,
        lobe,
        shadeless,
    }
}

impl<'a> Frame<'a> {
    /// Places the surface of a visual. `None` if its appearance does not vary over the surface.
    fn new(
        world: &'a World,
        camera: DVec3,
        (node, number): (NodeId, u32),
        visual: &'a Visual,
    ) -> Option<Frame<'a>> {
        let (material_slots, surface) = (visual.material_slots.as_deref()?, visual.surface()?);
        if !material_slots.is_detailed() {
            return None;
        }
        let (world_from_surface, factors) = world.world_from_visual(node, number as usize)?;
        let turn = Mat3::from_quat(world_from_surface.rotation.as_quat());
        let shrink = Mat3::from_diagonal((1.0 / factors).as_vec3());
        Some(Frame {
            material_slots,
            surface,
            placement: Placement {
                surface_from_point: shrink * turn.transpose(),
                point_from_surface: turn * Mat3::from_diagonal(factors.as_vec3()),
                origin: (world_from_surface.translation - camera).as_vec3(),
                normal_to_world: turn * shrink,
            },
            smooth: material_slots.normals(surface, 0).is_some(),
        })
    }

    /// A triangle of the surface; `None` if it has no area.
    pub(crate) fn facet(&self, triangle: u32) -> Option<Facet> {
        Facet::new(self.surface, self.material_slots, &self.placement, triangle)
    }
}
