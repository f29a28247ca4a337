//! What surfaces look like where rays meet them.

use glam::{DVec3, Mat3, Vec2, Vec3};
use morse_world::{Coat, Hit, Look, Material, NodeId, Surface, Texture, World};

/// A surface where a ray meets it.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    /// Colour in white light.
    pub(crate) rgb: Vec3,
    /// 0 to 1.
    pub(crate) opacity: f32,
    /// Brightness of the highlight of a white light.
    pub(crate) gloss: f32,
    /// As light falls on it, towards the side the ray came from; unit length.
    pub(crate) normal: Vec3,
}

/// Finds paints. Neighbouring rays mostly meet the same part of the same node, so it remembers the last one.
pub(crate) struct Painter<'a> {
    world: &'a World,
    /// What points are relative to. [m]
    place: DVec3,
    last: Option<Part<'a>>,
}

/// A part of a node, with all that is the same wherever a ray meets it.
struct Part<'a> {
    node: NodeId,
    number: u32,
    look: Option<&'a Look>,
    /// The colour of the node in place of that of its materials.
    rgb: Option<Vec3>,
    opacity: f32,
    first: Finish<'a>,
    /// Where the surface is, if something is painted on it.
    frame: Option<Frame<'a>>,
}

/// A material, ready for use.
#[derive(Clone, Copy)]
struct Finish<'a> {
    rgb: Vec3,
    opacity: f32,
    gloss: f32,
    image: Option<&'a Texture>,
}

/// A surface of triangles in the world.
struct Frame<'a> {
    coat: &'a Coat,
    surface: &'a Surface,
    /// From points relative to the camera to the coordinates of the vertices.
    surface_from_point: Mat3,
    origin: Vec3,
    /// From normals of the surface to those in the world, but for their length.
    normal_to_world: Mat3,
}

impl<'a> Painter<'a> {
    /// For points relative to a place. [m]
    pub(crate) fn new(world: &'a World, place: DVec3) -> Painter<'a> {
        Painter { world, place, last: None }
    }

    /// The paint where a ray that was sent out to see met something.
    #[inline]
    pub(crate) fn paint(&mut self, hit: &Hit, point: Vec3) -> Paint {
        let is_same = |part: &Part<'_>| part.node == hit.node && part.number == hit.part;
        if !self.last.as_ref().is_some_and(is_same) {
            self.last = None;
        }
        let (world, place) = (self.world, self.place);
        let part = self.last.get_or_insert_with(|| Part::new(world, place, hit));
        part.paint(world, hit, point)
    }
}

impl<'a> Part<'a> {
    fn new(world: &'a World, place: DVec3, hit: &Hit) -> Part<'a> {
        let look = world.looks(hit.node).and_then(|parts| parts.get(hit.part as usize));
        Part {
            node: hit.node,
            number: hit.part,
            look,
            rgb: world.color(hit.node).map(Vec3::from),
            opacity: world.alpha(hit.node),
            first: Finish::of(world, look, 0),
            frame: look.and_then(|look| Frame::new(world, place, hit, look)),
        }
    }

    #[inline]
    fn paint(&self, world: &'a World, hit: &Hit, point: Vec3) -> Paint {
        let coat = self.look.and_then(|look| look.coat.as_deref());
        let finish = match coat.map_or(0, |coat| coat.slot(hit.triangle)) {
            0 => self.first,
            slot => Finish::of(world, self.look, slot),
        };
        let mut paint = Paint {
            rgb: self.rgb.unwrap_or(finish.rgb),
            opacity: finish.opacity * self.opacity,
            gloss: finish.gloss,
            normal: hit.normal,
        };
        if let Some(frame) = &self.frame {
            frame.refine(hit, point, finish.image, &mut paint);
        }
        paint
    }
}

impl<'a> Finish<'a> {
    fn of(world: &'a World, look: Option<&Look>, slot: usize) -> Finish<'a> {
        let material = look.and_then(|look| look.materials.get(slot)).and_then(|&id| world.material(id));
        let plain = Material::default();
        let image = material.and_then(|material| material.texture).and_then(|id| world.texture(id));
        let material = material.unwrap_or(&plain);
        Finish {
            rgb: material.rgb.into(),
            opacity: material.alpha,
            gloss: GLOSS * material.remission.min(1.0),
            image,
        }
    }
}

/// Brightness of the highlight of a surface with full remission.
const GLOSS: f32 = 0.35;

impl<'a> Frame<'a> {
    /// `None` if nothing is painted on the look that depends on where it is met.
    fn new(world: &'a World, place: DVec3, hit: &Hit, look: &'a Look) -> Option<Frame<'a>> {
        let (coat, surface) = (look.coat.as_deref()?, look.surface()?);
        if !coat.is_detailed() {
            return None;
        }
        let (world_from_surface, factors) = world.world_from_look(hit.node, hit.part as usize)?;
        let turn = Mat3::from_quat(world_from_surface.rotation.as_quat());
        let shrink = Mat3::from_diagonal((1.0 / factors).as_vec3());
        Some(Frame {
            coat,
            surface,
            surface_from_point: shrink * turn.transpose(),
            origin: (world_from_surface.translation - place).as_vec3(),
            normal_to_world: turn * shrink,
        })
    }

    /// Puts in what depends on where on a triangle it is.
    fn refine(&self, hit: &Hit, point: Vec3, image: Option<&Texture>, paint: &mut Paint) {
        let Some(shares) = self.shares(hit.triangle, point) else {
            return;
        };
        if let (Some(image), Some(uv)) = (image, self.coat.uv(hit.triangle)) {
            let [a, b, c] = uv.map(Vec2::from);
            let [red, green, blue, opacity] = image.at((a * shares.x + b * shares.y + c * shares.z).into());
            paint.rgb = Vec3::new(red, green, blue);
            paint.opacity *= opacity;
        }
        if let Some([a, b, c]) = self.coat.normals(self.surface, hit.triangle) {
            let normal = a * shares.x + b * shares.y + c * shares.z;
            let normal = (self.normal_to_world * normal).normalize_or(hit.normal);
            paint.normal = if normal.dot(hit.normal) < 0.0 { -normal } else { normal };
        }
    }

    /// How much each corner of a triangle counts at a point.
    fn shares(&self, triangle: u32, point: Vec3) -> Option<Vec3> {
        let corners = self.surface.triangles.get(triangle as usize)?;
        let [a, b, c] =
            corners.map(|corner| self.surface.vertices.get(corner as usize).copied().unwrap_or_default());
        let at = self.surface_from_point * (point - self.origin) - a;
        let (first, second) = (b - a, c - a);
        let (aa, ab, bb) = (first.dot(first), first.dot(second), second.dot(second));
        let (pa, pb) = (at.dot(first), at.dot(second));
        let area = aa * bb - ab * ab;
        let (share_b, share_c) = ((bb * pa - ab * pb) / area, (aa * pb - ab * pa) / area);
        // A triangle without area, or one so small that its area vanishes, has no shares.
        if !(share_b.is_finite() && share_c.is_finite()) {
            return None;
        }
        let share_b = share_b.clamp(0.0, 1.0);
        let share_c = share_c.clamp(0.0, 1.0 - share_b);
        Some(Vec3::new(1.0 - share_b - share_c, share_b, share_c))
    }
}
