//! Renders the images of camera sensors.

use std::sync::Arc;

use morse_render::device::{AnnouncedPicture, PictureRequest, announce};
use morse_render::{Picture, PixelDirections, RenderError, Sky, Style, View, render_into, render_through};
use morse_sim::contract::data::image::PixelKind;
use morse_sim::prelude::*;
use morse_world::{NodeId, NodeSet, Ray, RayFilter, RayKind, World};

use crate::common::camera::{Intrinsics, Looks, shared_picture};

/// Background color of camera images: a gray.
const BACKGROUND: [f32; 3] = [143.0 / 255.0; 3];

/// Directions of the rays that test whether a part surrounds the lens: to the faces and corners of a cube.
const PROBE_DIRECTIONS: [DVec3; 14] = [
    DVec3::X,
    DVec3::NEG_X,
    DVec3::Y,
    DVec3::NEG_Y,
    DVec3::Z,
    DVec3::NEG_Z,
    DVec3::new(1.0, 1.0, 1.0),
    DVec3::new(1.0, 1.0, -1.0),
    DVec3::new(1.0, -1.0, 1.0),
    DVec3::new(1.0, -1.0, -1.0),
    DVec3::new(-1.0, 1.0, 1.0),
    DVec3::new(-1.0, 1.0, -1.0),
    DVec3::new(-1.0, -1.0, 1.0),
    DVec3::new(-1.0, -1.0, -1.0),
];

/// Purpose of an image, which determines how it is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exposure {
    /// Colors. Surfaces in front of the near clip plane are not visible, as in Blender.
    Colors,
    /// Visible nodes, clipped as colors are.
    Nodes,
    /// Visible nodes and the normals of their surfaces, clipped as colors are.
    Normals,
    /// Depths. Surfaces nearer than the near clip plane hide the surfaces behind them, as for a real sensor; their
    /// depths are less than the distance of the plane.
    Depths,
    /// Depths, nodes and the normals of their surfaces, clipped as depths are.
    Reflections,
}

/// Image buffers, reused between captures.
#[derive(Clone, Default)]
pub(crate) struct CameraRenderer {
    picture: Arc<Picture>,
    /// The picture that was announced, and the time of its tick.
    announced: Option<(Time, AnnouncedPicture)>,
    /// Light in colors.
    pub(crate) looks: Looks,
    /// Whether a failed capture was already reported.
    failed: bool,
}

impl CameraRenderer {
    /// Renders an image of a number of columns and rows around the optical axis.
    ///
    /// `None` if rendering fails, which is logged once: a camera whose pose is not finite has no image.
    pub(crate) fn expose(
        &mut self,
        view: &SenseContext<'_>,
        intrinsics: &Intrinsics,
        grid: [u32; 2],
        exposure: Exposure,
    ) -> Option<&Picture> {
        let camera = exposure.camera(view, intrinsics, grid);
        let except = surrounding_parts(view.world, view.robot, camera.world_from_camera);
        self.expose_without(view, &camera, exposure, &except)?;
        if exposure == Exposure::Colors {
            shared_picture::offer(view.world, &camera, &except, &self.picture);
        }
        Some(&self.picture)
    }

    /// As [`CameraRenderer::expose`], for depths whose pixels beyond the far end are not used: the depths of the color picture of a
    /// camera in the same place, if there is one in this tick.
    pub(crate) fn expose_depths(
        &mut self,
        view: &SenseContext<'_>,
        intrinsics: &Intrinsics,
        grid: [u32; 2],
    ) -> Option<Arc<Picture>> {
        let exposure = Exposure::Depths;
        let camera = exposure.camera(view, intrinsics, grid);
        let except = surrounding_parts(view.world, view.robot, camera.world_from_camera);
        let style = exposure.style(view.world, self.looks, &except);
        if let Some(shared) = shared_picture::find(view.world, &camera, &style) {
            return Some(shared);
        }
        self.expose_without(view, &camera, exposure, &except)?;
        Some(Arc::clone(&self.picture))
    }

    /// Renders an image without some nodes. `None` if rendering fails.
    fn expose_without(
        &mut self,
        view: &SenseContext<'_>,
        camera: &View,
        exposure: Exposure,
        except: &NodeSet,
    ) -> Option<()> {
        let announced = self.take_announced(view);
        let style = exposure.style(view.world, self.looks, except);
        let rendered = render(view.world, camera, &style, announced, own(&mut self.picture));
        self.report(view, &rendered);
        rendered.ok()
    }

    /// Renders depths and nodes of an image in which only some nodes are visible. `None` if rendering fails.
    pub(crate) fn expose_only(
        &mut self,
        view: &SenseContext<'_>,
        intrinsics: &Intrinsics,
        only: &NodeSet,
    ) -> Option<&Picture> {
        let camera = intrinsics.view(view.world_from_sensor(), intrinsics.size());
        let style = Style { colors: false, only: Some(only), ..Style::default() };
        let rendered = render_into(view.world, &camera, &style, own(&mut self.picture));
        self.report(view, &rendered);
        rendered.is_ok().then_some(&self.picture)
    }

    /// Renders a color image through a lens. `None` if rendering fails.
    pub(crate) fn expose_through(
        &mut self,
        view: &SenseContext<'_>,
        intrinsics: &Intrinsics,
        directions: &PixelDirections,
    ) -> Option<&Picture> {
        let camera = intrinsics.view(view.world_from_sensor(), directions.size());
        let except = surrounding_parts(view.world, view.robot, camera.world_from_camera);
        let style = self.looks.apply(style(view.world, true, &except));
        let request =
            PictureRequest { world: view.world, view: &camera, directions: Some(directions), style: &style };
        let announced = self.take_announced(view);
        let (world, picture) = (view.world, own(&mut self.picture));
        if announced.is_some_and(|announced| announced.draw_into(&request, picture)) {
            return Some(&self.picture);
        }
        let rendered = render_through(world, &camera, directions, &style, picture);
        self.report(view, &rendered);
        rendered.is_ok().then_some(&self.picture)
    }

    /// Announces the picture of [`CameraRenderer::expose`] with the same arguments.
    pub(crate) fn announce(
        &mut self,
        view: &SenseContext<'_>,
        intrinsics: &Intrinsics,
        grid: [u32; 2],
        exposure: Exposure,
    ) {
        let camera = exposure.camera(view, intrinsics, grid);
        let except = surrounding_parts(view.world, view.robot, camera.world_from_camera);
        let style = exposure.style(view.world, self.looks, &except);
        let request = PictureRequest { world: view.world, view: &camera, directions: None, style: &style };
        self.announced = announce(&request, own(&mut self.picture)).map(|announced| (view.now, announced));
    }

    /// The picture that was announced in this tick.
    fn take_announced(&mut self, view: &SenseContext<'_>) -> Option<AnnouncedPicture> {
        self.announced.take().filter(|(time, _)| *time == view.now).map(|(_, announced)| announced)
    }

    /// Announces the picture of [`CameraRenderer::expose_through`] with the same arguments.
    pub(crate) fn announce_through(
        &mut self,
        view: &SenseContext<'_>,
        intrinsics: &Intrinsics,
        directions: &PixelDirections,
    ) {
        let camera = intrinsics.view(view.world_from_sensor(), directions.size());
        let except = surrounding_parts(view.world, view.robot, camera.world_from_camera);
        let style = self.looks.apply(style(view.world, true, &except));
        let directions = Some(directions);
        let request = PictureRequest { world: view.world, view: &camera, directions, style: &style };
        self.announced = announce(&request, own(&mut self.picture)).map(|announced| (view.now, announced));
    }

    /// Renders a color image through a lens from a pose of the camera, of some nodes only and without some nodes. `None` if
    /// rendering fails.
    pub(crate) fn expose_from(
        &mut self,
        view: &SenseContext<'_>,
        (intrinsics, world_from_camera): (&Intrinsics, Pose),
        directions: &PixelDirections,
        (only, except): (Option<&NodeSet>, &NodeSet),
    ) -> Option<&Picture> {
        let camera = intrinsics.view(world_from_camera, directions.size());
        let style = self.looks.apply(Style { only, ..style(view.world, true, except) });
        let rendered = render_through(view.world, &camera, directions, &style, own(&mut self.picture));
        self.report(view, &rendered);
        rendered.is_ok().then_some(&self.picture)
    }

    /// Logs the first of several failures.
    fn report(&mut self, view: &SenseContext<'_>, rendered: &Result<(), RenderError>) {
        if let Err(error) = rendered
            && !self.failed
        {
            tracing::error!("{}: rendering failed: {error}", view.world.name(view.node));
        }
        self.failed = rendered.is_err();
    }
}

/// Renders a color image for a viewer with the visible nodes, as a camera with these property values on a robot sees it.
/// `None` if the values are not valid for a camera or rendering fails.
#[must_use]
pub fn render_image(
    world: &World,
    robot: NodeId,
    world_from_camera: Pose,
    properties: &Map,
) -> Option<Picture> {
    let (intrinsics, looks) = (Intrinsics::of(properties)?, Looks::of(properties));
    let mut picture = Picture::default();
    let camera = intrinsics.view(world_from_camera, intrinsics.size());
    let except = surrounding_parts(world, robot, camera.world_from_camera);
    let style = Style { nodes: true, ..Exposure::Colors.style(world, looks, &except) };
    render(world, &camera, &style, None, &mut picture).ok()?;
    Some(picture)
}

/// The picture of a renderer, to draw into. A new one if a second camera holds it.
fn own(picture: &mut Arc<Picture>) -> &mut Picture {
    if Arc::get_mut(picture).is_none() {
        *picture = Arc::default();
    }
    Arc::make_mut(picture)
}

/// Renders an image, or takes the announced one.
fn render(
    world: &World,
    camera: &View,
    style: &Style<'_>,
    announced: Option<AnnouncedPicture>,
    picture: &mut Picture,
) -> Result<(), RenderError> {
    let request = PictureRequest { world, view: camera, directions: None, style };
    if announced.is_some_and(|announced| announced.draw_into(&request, picture)) {
        return Ok(());
    }
    render_into(world, camera, style, picture)
}

impl Exposure {
    /// The exposure of an image with colors, or with depths.
    pub(crate) fn of(pixels: PixelKind) -> Exposure {
        if pixels == PixelKind::Color { Exposure::Colors } else { Exposure::Depths }
    }

    /// The view of a camera for an image of a number of columns and rows.
    fn camera(self, view: &SenseContext<'_>, intrinsics: &Intrinsics, grid: [u32; 2]) -> View {
        let mut camera = intrinsics.view(view.world_from_sensor(), grid);
        if matches!(self, Exposure::Depths | Exposure::Reflections) {
            camera.near_m = 0.0;
        }
        camera
    }

    /// The style of the image, without some nodes.
    fn style<'a>(self, world: &World, looks: Looks, except: &'a NodeSet) -> Style<'a> {
        let normals = matches!(self, Exposure::Normals | Exposure::Reflections);
        let nodes = !matches!(self, Exposure::Colors | Exposure::Depths);
        let style = Style { normals, nodes, ..style(world, self == Exposure::Colors, except) };
        if self == Exposure::Colors { looks.apply(style) } else { style }
    }
}

/// The style of the images of cameras, without nodes.
fn style<'a>(world: &World, colors: bool, except: &'a NodeSet) -> Style<'a> {
    Style {
        colors,
        nodes: false,
        // In a world with color management settings, overexposed light is clipped, as in the original.
        soft: world.illumination().is_none(),
        sky: Sky::Backdrop { bottom: BACKGROUND, top: BACKGROUND },
        except: Some(except),
        ..Style::default()
    }
}

/// Finds the parts of a robot that surround a lens. They are not rendered: only the outside of a closed hull is visible,
/// so that a camera inside it sees the surroundings.
pub(crate) fn surrounding_parts(world: &World, robot: NodeId, world_from_lens: Pose) -> NodeSet {
    let lens = world_from_lens.translation;
    let is_surrounded = |&node: &NodeId| {
        let Some([low, high]) = world.bounds(node, RayKind::Visual) else { return false };
        if !(lens.cmpge(low).all() && lens.cmple(high).all()) {
            return false;
        }
        let only = NodeSet::from_iter([node]);
        let filter = RayFilter { kind: RayKind::Visual, only: Some(&only), ..RayFilter::default() };
        let reach = (high - low).length() + 1.0;
        let rays =
            PROBE_DIRECTIONS.map(|direction| Ray::new(lens, world_from_lens.rotation * direction, reach));
        let mut hits = Vec::new();
        world.cast_rays(&rays, &filter, &mut hits);
        hits.iter().all(Option::is_some)
    };
    world.subtree(robot).into_iter().filter(is_surrounded).collect()
}

#[cfg(test)]
mod tests {
    use morse_world::{NodeSpec, PhysicsSettings, Visual};

    use super::*;

    /// The first `count` sides of a cube with an edge of 2 m. Each side has two triangles.
    fn sides(count: usize) -> Shape {
        let corner =
            |bits: u32| DVec3::from_array([1, 2, 4].map(|axis| if bits & axis == 0 { -1.0 } else { 1.0 }));
        let faces = [[0, 2, 6, 4], [1, 5, 7, 3], [0, 4, 5, 1], [2, 3, 7, 6], [0, 1, 3, 2], [4, 6, 7, 5]];
        let triangles = faces[..count].iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        Shape::mesh((0..8).map(corner), triangles.collect())
    }

    fn is_surrounded(shape: Shape, lens: DVec3) -> bool {
        let mut world = World::new(PhysicsSettings::default());
        let robot = world.add_node(NodeSpec::new("robot")).unwrap();
        let hull = world.add_node(NodeSpec { parent: Some(robot), ..NodeSpec::new("hull") }).unwrap();
        world.set_visuals(hull, vec![Visual::new(shape)]).unwrap();
        surrounding_parts(&world, robot, Pose::from_translation(lens)).contains(hull)
    }

    #[test]
    fn hull_surrounds_only_positions_inside_it() {
        assert!(is_surrounded(sides(6), DVec3::ZERO));
        assert!(is_surrounded(sides(6), DVec3::new(0.7, -0.9, 0.2)));
        assert!(!is_surrounded(sides(6), DVec3::new(0.0, 0.0, 1.1)));
        // Open at the top: an open hull stays visible.
        assert!(!is_surrounded(sides(5), DVec3::ZERO));
    }
}
