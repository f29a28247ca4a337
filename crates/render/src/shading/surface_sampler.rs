//! Evaluates the material of surfaces at the hits of rays.

use glam::{DVec3, Mat3, Vec2, Vec3, Vec3A};
use morse_world::{
    Coordinates, Hit, Material, MaterialSlots, MipMap, NodeId, Reflectance, Surface, Texture, TextureLayer,
    Visual, World,
};

use crate::prepared_camera::{PixelRay, PreparedCamera};
use crate::shading::footprint::Footprint;
use crate::shading::paint::Paint;
use crate::shading::srgb;
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

/// Evaluates materials at hits. It caches the last part, because neighbouring rays mostly hit the same part of the
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
    /// Whether colours are linear.
    linear: bool,
}

/// A part of a node, with the data that all its hits share.
struct Part<'a> {
    node: NodeId,
    number: u32,
    look: Option<&'a Visual>,
    coat: Option<&'a MaterialSlots>,
    /// The colour of the node in place of that of its materials.
    rgb: Option<Vec3>,
    opacity: f32,
    /// The material that was met last, and its slot.
    finish: Finish<'a>,
    slot: usize,
    /// Where the surface is, if something is painted on it.
    frame: Option<Frame<'a>>,
}

/// A material prepared for shading.
#[derive(Clone, Copy)]
struct Finish<'a> {
    /// Its properties without images; the normal is not set.
    shade: Paint,
    image: Option<(&'a Texture, &'a MipMap)>,
    layers: &'a [TextureLayer],
}

/// A triangle mesh placed in the world.
struct Frame<'a> {
    coat: &'a MaterialSlots,
    surface: &'a Surface,
    /// Maps points relative to the camera to the coordinates of the vertices.
    surface_from_point: Mat3,
    origin: Vec3,
    /// Maps normals of the surface to the world, except for their length.
    normal_to_world: Mat3,
}

impl<'a> SurfaceSampler<'a> {
    /// For points relative to a camera.
    pub(crate) fn new(world: &'a World, camera: &'a PreparedCamera, linear: bool) -> SurfaceSampler<'a> {
        SurfaceSampler { scene: SharedShading { world, camera, linear }, last: None }
    }

    /// The material properties at the hit of a vision ray.
    #[inline(always)]
    pub(crate) fn shade(&mut self, meeting: &SurfaceHit<'_>) -> Paint {
        let scene = self.scene;
        self.part(meeting.hit).shade(scene, meeting)
    }

    /// The opacity of that paint, in less time.
    #[inline(always)]
    pub(crate) fn opacity(&mut self, meeting: &SurfaceHit<'_>) -> f32 {
        let scene = self.scene;
        let part = self.part(meeting.hit);
        if part.frame.is_some() && part.finish.has_images() {
            return part.shade(scene, meeting).opacity;
        }
        part.finish.shade.opacity * part.opacity
    }

    /// What was met, with the material of its triangle.
    #[inline(always)]
    fn part(&mut self, hit: &Hit) -> &Part<'a> {
        let is_same = |part: &Part<'_>| part.node == hit.node && part.number == hit.part;
        if !self.last.as_ref().is_some_and(is_same) {
            self.last = None;
        }
        let scene = self.scene;
        let part = self.last.get_or_insert_with(|| Part::new(scene, hit));
        let slot = part.coat.map_or(0, |coat| coat.slot(hit.triangle));
        if slot != part.slot {
            part.slot = slot;
            part.finish = Finish::of(scene.world, part.look, slot, part.rgb);
        }
        part
    }
}

impl<'a> Part<'a> {
    fn new(scene: SharedShading<'a>, hit: &Hit) -> Part<'a> {
        let world = scene.world;
        let look = world.visuals(hit.node).and_then(|parts| parts.get(hit.part as usize));
        let rgb = world.color(hit.node).map(|rgb| scene.light(rgb.into()));
        Part {
            node: hit.node,
            number: hit.part,
            look,
            coat: look.and_then(|look| look.coat.as_deref()),
            rgb,
            opacity: world.alpha(hit.node),
            finish: Finish::of(world, look, 0, rgb),
            slot: 0,
            frame: look.and_then(|look| Frame::new(world, scene.camera.place, hit, look)),
        }
    }

    #[inline(always)]
    fn shade(&self, scene: SharedShading<'a>, meeting: &SurfaceHit<'_>) -> Paint {
        let mut shade = match &self.frame {
            Some(frame) => frame.refined(scene, meeting, &self.finish),
            None => self.finish.facing(meeting.hit.normal),
        };
        shade.opacity *= self.opacity;
        shade
    }
}

impl SharedShading<'_> {
    /// Converts a display colour to the colour units of the image.
    fn light(&self, rgb: Vec3) -> Vec3 {
        if self.linear { srgb::decode(rgb) } else { rgb }
    }
}

impl<'a> Finish<'a> {
    fn has_images(&self) -> bool {
        self.image.is_some() || !self.layers.is_empty()
    }

    /// Its paint without images on a surface of that normal.
    #[inline(always)]
    fn facing(&self, normal: Vec3) -> Paint {
        Paint { normal, ..self.shade }
    }

    /// With a colour in place of that of the material, if there is one.
    fn of(world: &'a World, look: Option<&Visual>, slot: usize, rgb: Option<Vec3>) -> Finish<'a> {
        let material = look.and_then(|look| look.materials.get(slot)).and_then(|&id| world.material(id));
        let Some(material) = material else {
            return Finish { shade: plain(&Material::default(), rgb), image: None, layers: &[] };
        };
        let image = material.texture.and_then(|id| world.texture(id).zip(world.mip_map(id)));
        Finish { shade: plain(material, rgb), image, layers: &material.layers }
    }
}

/// The properties of a material without its images.
fn plain(material: &Material, rgb: Option<Vec3>) -> Paint {
    let Reflectance { diffuse, emission, ambient, shadeless, specular, hardness, lobe } =
        material.reflectance();
    Paint {
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
    /// `None` if the material does not vary over the surface.
    fn new(world: &'a World, place: DVec3, hit: &Hit, look: &'a Visual) -> Option<Frame<'a>> {
        let (coat, surface) = (look.coat.as_deref()?, look.surface()?);
        if !coat.is_detailed() {
            return None;
        }
        let (world_from_surface, factors) = world.world_from_visual(hit.node, hit.part as usize)?;
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

    /// The paint of a material with what depends on where on a triangle it is.
    #[inline(never)]
    fn refined(&self, scene: SharedShading<'_>, meeting: &SurfaceHit<'_>, finish: &Finish<'_>) -> Paint {
        let hit = meeting.hit;
        let mut shade = finish.facing(hit.normal);
        let smooth = self.coat.normals(self.surface, hit.triangle);
        if smooth.is_none() && !finish.has_images() {
            return shade;
        }
        let Some(corners) = self.corners(hit.triangle) else { return shade };
        let Some(shares) = self.shares(&corners, meeting.point) else { return shade };
        let smooth = smooth.map(|[a, b, c]| a * shares.x + b * shares.y + c * shares.z);
        let mut normal = smooth;
        if finish.has_images() {
            normal = self.lay_on(scene, meeting, finish, (&corners, shares), smooth, &mut shade).or(smooth);
        }
        let (Some(smooth), Some(normal)) = (smooth.or(normal), normal) else { return shade };
        let normal = (self.normal_to_world * normal).normalize_or(hit.normal);
        let is_inside = (self.normal_to_world * smooth).dot(hit.normal) < 0.0;
        shade.normal = if is_inside { -normal } else { normal };
        shade
    }

    /// Applies the images of a material; returns the normal if they change it.
    fn lay_on(
        &self,
        scene: SharedShading<'_>,
        meeting: &SurfaceHit<'_>,
        finish: &Finish<'_>,
        (corners, shares): (&[Vec3; 3], Vec3),
        smooth: Option<Vec3>,
        shade: &mut Paint,
    ) -> Option<Vec3> {
        let hit = meeting.hit;
        let steps = scene.camera.steps(meeting.pixel_ray, meeting.from, hit.normal);
        let [_, second, third] = gradients(corners);
        let spread = |uv: [[f32; 2]; 3]| {
            let [a, b, c] = uv.map(Vec2::from);
            let (ab, ac) = (b - a, c - a);
            let along = |step: Vec3| {
                let step = self.surface_from_point * step;
                ab * second.dot(step) + ac * third.dot(step)
            };
            let [right, down] = steps.map(along);
            SurfaceCoordinates {
                uv: a * shares.x + b * shares.y + c * shares.z,
                footprint: Footprint { right, down },
                gradient: [second * ab.x + third * ac.x, second * ab.y + third * ac.y],
            }
        };
        if let (Some((image, mips)), Some(uv)) = (finish.image, self.coat.uv(hit.triangle)) {
            let SurfaceCoordinates { uv, footprint, .. } = spread(uv);
            let seen = footprint.mean(image, mips, uv);
            shade.rgb = scene.light(seen.truncate()).into();
            shade.opacity *= seen.w;
        }
        if finish.layers.is_empty() {
            return None;
        }
        let spread = |coordinates: Coordinates| match coordinates {
            Coordinates::Uv => self.coat.uv(hit.triangle).map(spread),
            Coordinates::Generated => self.coat.generated(hit.triangle).map(spread),
            Coordinates::World => Some(SurfaceCoordinates {
                uv: (scene.camera.place + meeting.point.as_dvec3()).truncate().as_vec2(),
                footprint: Footprint { right: steps[0].truncate(), down: steps[1].truncate() },
                gradient: [Vec3::X, Vec3::Y].map(|axis| self.surface_from_point * axis),
            }),
        };
        let [a, b, c] = *corners;
        let normal = smooth.unwrap_or_else(|| (b - a).cross(c - a)).normalize_or(Vec3::Z);
        Some(texture_layers::apply(scene.world, finish.layers, scene.linear, spread, normal, shade))
    }

    fn corners(&self, triangle: u32) -> Option<[Vec3; 3]> {
        let corners = self.surface.triangles.get(triangle as usize)?;
        Some(corners.map(|corner| self.surface.vertices.get(corner as usize).copied().unwrap_or_default()))
    }

    /// The barycentric coordinates of a point in a triangle.
    #[inline]
    fn shares(&self, &[a, b, c]: &[Vec3; 3], point: Vec3) -> Option<Vec3> {
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
