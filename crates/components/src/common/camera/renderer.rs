//! Renders the images of camera sensors.

use morse_render::{Picture, RenderError, Sky, Style, render_into};
use morse_sim::prelude::*;
use morse_world::{NodeId, NodeSet, Ray, RayFilter, RayKind, World};

use crate::common::camera::Intrinsics;

/// Background colour of camera images: a grey.
const BACKGROUND: [f32; 3] = [143.0 / 255.0; 3];

/// Ray directions that test whether a part surrounds the lens: to the faces and corners of a cube.
const AROUND: [DVec3; 14] = [
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

/// Image buffers, reused between captures.
#[derive(Default)]
pub(crate) struct CameraRenderer {
    picture: Picture,
    /// Whether a failed capture was already reported.
    failed: bool,
}

impl CameraRenderer {
    /// Renders an image of a number of columns and rows around the optical axis; without colours, depth only.
    ///
    /// `None` when it cannot be rendered, which is reported once: a camera whose pose is not finite has no image.
    pub(crate) fn expose(
        &mut self,
        view: &SenseContext<'_>,
        intrinsics: &Intrinsics,
        grid: [u32; 2],
        colours: bool,
    ) -> Option<&Picture> {
        let sight = intrinsics.view(view.world_from_sensor(), grid);
        let taken = take(view.world, view.robot, &sight, colours, &mut self.picture);
        if let Err(error) = &taken
            && !self.failed
        {
            tracing::error!("{}: no picture: {error}", view.world.name(view.node));
        }
        self.failed = taken.is_err();
        taken.is_ok().then_some(&self.picture)
    }
}

/// Renders a colour image for a viewer: a camera with these property values on a robot, at its current pose. `None`
/// when the values are not valid for a camera.
#[must_use]
pub fn render_image(
    world: &World,
    robot: NodeId,
    world_from_camera: Pose,
    properties: &Map,
) -> Option<Picture> {
    let intrinsics = Intrinsics::of(properties)?;
    let mut picture = Picture::default();
    take(world, robot, &intrinsics.view(world_from_camera, intrinsics.size()), true, &mut picture).ok()?;
    Some(picture)
}

/// Renders an image as a camera on that robot sees it.
fn take(
    world: &World,
    robot: NodeId,
    sight: &morse_render::View,
    colours: bool,
    picture: &mut Picture,
) -> Result<(), RenderError> {
    let except = around(world, robot, sight.world_from_camera);
    let style = Style {
        colours,
        // In a world with colour management settings, overexposed light is clipped, as in the original.
        soft: world.illumination().is_none(),
        sky: Sky::Backdrop { bottom: BACKGROUND, top: BACKGROUND },
        except: Some(&except),
        ..Style::default()
    };
    render_into(world, sight, &style, picture)
}

/// Parts of a robot that surround a position in it. Only the outside of a closed hull is visible, so that a camera
/// inside it sees the surroundings.
fn around(world: &World, robot: NodeId, world_from_lens: Pose) -> NodeSet {
    let intrinsics = world_from_lens.translation;
    let is_around = |&node: &NodeId| {
        let Some([low, high]) = world.bounds(node, RayKind::Visual) else { return false };
        if !(intrinsics.cmpge(low).all() && intrinsics.cmple(high).all()) {
            return false;
        }
        let only = NodeSet::from_iter([node]);
        let filter = RayFilter { kind: RayKind::Visual, only: Some(&only), ..RayFilter::default() };
        let reach = (high - low).length() + 1.0;
        let rays = AROUND.map(|towards| Ray::new(intrinsics, world_from_lens.rotation * towards, reach));
        let mut hits = Vec::new();
        world.cast_rays(&rays, &filter, &mut hits);
        hits.iter().all(Option::is_some)
    };
    world.below(robot).into_iter().filter(is_around).collect()
}

#[cfg(test)]
mod tests {
    use morse_world::{NodeSpec, PhysicsSettings, Visual};

    use super::*;

    /// The first `count` sides of a cube of 2 m, each of two triangles.
    fn sides(count: usize) -> Shape {
        let corner =
            |bits: u32| DVec3::from_array([1, 2, 4].map(|axis| if bits & axis == 0 { -1.0 } else { 1.0 }));
        let faces = [[0, 2, 6, 4], [1, 5, 7, 3], [0, 4, 5, 1], [2, 3, 7, 6], [0, 1, 3, 2], [4, 6, 7, 5]];
        let triangles = faces[..count].iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        Shape::mesh((0..8).map(corner), triangles.collect())
    }

    fn is_around(shape: Shape, intrinsics: DVec3) -> bool {
        let mut world = World::new(PhysicsSettings::default());
        let robot = world.add_node(NodeSpec::new("robot")).unwrap();
        let hull = world.add_node(NodeSpec { parent: Some(robot), ..NodeSpec::new("hull") }).unwrap();
        world.set_visuals(hull, vec![Visual::new(shape)]).unwrap();
        around(&world, robot, Pose::from_translation(intrinsics)).contains(hull)
    }

    #[test]
    fn a_hull_is_around_what_is_inside_of_it_only() {
        assert!(is_around(sides(6), DVec3::ZERO));
        assert!(is_around(sides(6), DVec3::new(0.7, -0.9, 0.2)));
        assert!(!is_around(sides(6), DVec3::new(0.0, 0.0, 1.1)));
        // Open at the top: such a part hides what is behind it.
        assert!(!is_around(sides(5), DVec3::ZERO));
    }
}
