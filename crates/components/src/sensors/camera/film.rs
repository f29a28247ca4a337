//! Taking a picture.

use morse_render::{Picture, RenderError, Sky, Style, render_into};
use morse_sim::prelude::*;
use morse_world::{NodeId, NodeSet, Ray, RayFilter, RayKind, World};

use super::Lens;

/// The colour of nothing, in the pictures of cameras: a grey.
const BACKGROUND: [f32; 3] = [143.0 / 255.0; 3];

/// Directions in which one looks out of a lens to learn what is around it: to the faces and corners of a cube.
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

/// What pictures are taken on, kept from picture to picture.
#[derive(Default)]
pub(crate) struct Film {
    picture: Picture,
    /// A picture could not be taken, and that was told.
    failed: bool,
}

impl Film {
    /// Takes a picture of so many columns and rows around the optical axis; without colours there is depth only.
    ///
    /// `None` when there is none to take, which is told once: a camera whose place is no number any more sees nothing.
    pub(crate) fn expose(
        &mut self,
        view: &View<'_>,
        lens: &Lens,
        grid: [u32; 2],
        colours: bool,
    ) -> Option<&Picture> {
        let sight = lens.view(view.world_from_sensor(), grid);
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

/// What a camera with these values of its properties sees in colours, for who shows it: a camera on that robot, from where
/// it stands. `None` when the values are not those of a camera, or of none that can be.
#[must_use]
pub fn photograph(
    world: &World,
    robot: NodeId,
    world_from_camera: Pose,
    properties: &Map,
) -> Option<Picture> {
    let lens = Lens::of(properties)?;
    let mut picture = Picture::default();
    take(world, robot, &lens.view(world_from_camera, lens.size()), true, &mut picture).ok()?;
    Some(picture)
}

/// Takes a picture as cameras on that robot do.
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
        soft: true,
        sky: Sky::Backdrop { bottom: BACKGROUND, top: BACKGROUND },
        except: Some(&except),
        ..Style::default()
    };
    render_into(world, sight, &style, picture)
}

/// Parts of a robot that are all around a place in it: of a hull, only the outside is to be seen, so that a camera inside
/// looks out of it.
fn around(world: &World, robot: NodeId, world_from_lens: Pose) -> NodeSet {
    let lens = world_from_lens.translation;
    let is_around = |&node: &NodeId| {
        let Some([low, high]) = world.bounds(node, RayKind::Visual) else { return false };
        if !(lens.cmpge(low).all() && lens.cmple(high).all()) {
            return false;
        }
        let only = NodeSet::from_iter([node]);
        let filter = RayFilter { kind: RayKind::Visual, only: Some(&only), ..RayFilter::default() };
        let reach = (high - low).length() + 1.0;
        let rays = AROUND.map(|towards| Ray::new(lens, world_from_lens.rotation * towards, reach));
        let mut hits = Vec::new();
        world.cast_rays(&rays, &filter, &mut hits);
        hits.iter().all(Option::is_some)
    };
    world.below(robot).into_iter().filter(is_around).collect()
}

#[cfg(test)]
mod tests {
    use morse_world::{Look, NodeSpec, PhysicsSettings};

    use super::*;

    /// The six sides of a cube of 2 m, each of two triangles; only the first so many sides.
    fn sides(count: usize) -> Shape {
        let corner =
            |bits: u32| DVec3::from_array([1, 2, 4].map(|axis| if bits & axis == 0 { -1.0 } else { 1.0 }));
        let faces = [[0, 2, 6, 4], [1, 5, 7, 3], [0, 4, 5, 1], [2, 3, 7, 6], [0, 1, 3, 2], [4, 6, 7, 5]];
        let triangles = faces[..count].iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        Shape::mesh((0..8).map(corner), triangles.collect())
    }

    fn is_around(shape: Shape, lens: DVec3) -> bool {
        let mut world = World::new(PhysicsSettings::default());
        let robot = world.add_node(NodeSpec::new("robot")).unwrap();
        let hull = world.add_node(NodeSpec { parent: Some(robot), ..NodeSpec::new("hull") }).unwrap();
        world.set_looks(hull, vec![Look::new(shape)]).unwrap();
        around(&world, robot, Pose::from_translation(lens)).contains(hull)
    }

    #[test]
    fn a_hull_is_around_what_is_inside_of_it_only() {
        assert!(is_around(sides(6), DVec3::ZERO));
        assert!(is_around(sides(6), DVec3::new(0.7, -0.9, 0.2)));
        assert!(!is_around(sides(6), DVec3::new(0.0, 0.0, 1.1)));
        // Open at the top: what is there really hides.
        assert!(!is_around(sides(5), DVec3::ZERO));
    }
}
