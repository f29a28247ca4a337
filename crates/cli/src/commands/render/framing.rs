//! Places the camera of an image so that all relevant objects are in it, as large as possible.

use std::collections::BTreeSet;

use clap::ValueEnum;
use glam::{DMat3, DQuat, DVec2, DVec3};
use morse_render::{Grid, Projection, Style, View, render};
use morse_scene::Document;
use morse_scene::document::ObjectKind;
use morse_world::{NodeId, Pose, RayKind, World};

use super::cameras;

/// From which side a scene is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// From above, in front and to the right, in an orthographic projection.
    Iso,
    /// From above; x of the scene points up in the image.
    Top,
    /// From the front: against the x axis of the scene.
    Front,
    /// As iso, but of everything, from outside: the whole environment
    Scene,
    /// From the camera that the script of the scene placed with `set_camera_location`
    Camera,
}

/// A box along the axes of the world. [m]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    pub low: DVec3,
    pub high: DVec3,
}

/// A named object in the image.
pub struct NamedObject {
    pub name: String,
    pub extent: Extent,
}

/// Whose eyes a picture is seen with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Viewpoint {
    /// As far away as everything that matters is in the picture.
    Side(Side),
    /// A camera that stands somewhere.
    Eye {
        /// [m]
        eye: DVec3,
        /// What it looks at; `None`: what matters. [m]
        target: Option<DVec3>,
    },
}

/// How a scene is to be shown.
#[derive(Debug, Clone, Copy)]
pub struct Framing {
    pub from: Viewpoint,
    /// Width and height. [pixels]
    pub size: [u32; 2],
    /// How many times as large as fits.
    pub zoom: f64,
    /// Of cameras with perspective. [rad]
    pub width_angle: Option<f64>,
    /// The box that is shown, of a film: the same in all pictures.
    pub shown: Option<Extent>,
}

/// What is in a picture, and how.
pub struct Frame {
    /// Whether it is seen from straight before, with a wall behind it for a ground.
    pub is_front: bool,
    pub view: View,
    /// The box around the subject.
    pub extent: Extent,
    /// Robots and objects.
    pub things: Vec<NamedObject>,
}

/// Share of the image that stays free at each edge.
const MARGIN: f64 = 0.1;
/// An object this many times larger than the subject counts as scenery.
const SCENERY: f64 = 6.0;
/// An object this many times wider than high, and at least [`PLATE_M`] wide, is a ground plate.
const FLAT: f64 = 40.0;
/// Minimum width of a ground plate. [m]
const PLATE_M: f64 = 5.0;
/// Size of the draft image that measures the visible objects. [pixels]
const DRAFT: u32 = 240;
/// Minimum width of the visible region. [m]
const LEAST_M: f64 = 0.2;

impl Extent {
    pub fn and(self, other: Extent) -> Extent {
        Extent { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn centre(&self) -> DVec3 {
        (self.low + self.high) / 2.0
    }

    pub fn size(&self) -> DVec3 {
        self.high - self.low
    }

    fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|number| {
            let pick = |axis: usize| if number >> axis & 1 == 0 { self.low[axis] } else { self.high[axis] };
            DVec3::new(pick(0), pick(1), pick(2))
        })
    }

    fn is_plate(&self) -> bool {
        let size = self.size();
        let width = size.x.max(size.y);
        width > PLATE_M && width > FLAT * size.z
    }

    /// The box around the visible parts of a node and its descendants.
    fn of(world: &World, node: NodeId) -> Option<Extent> {
        let own = world.bounds(node, RayKind::Visual).map(|[low, high]| Extent { low, high });
        let below = world.children(node).iter().filter_map(|&child| Extent::of(world, child));
        own.into_iter().chain(below).reduce(Extent::and)
    }
}

impl Frame {
    /// The box around what is to be shown.
    ///
    /// # Errors
    /// When there is nothing to be seen.
    pub fn subject(world: &World, document: &Document, wish: &Framing) -> Result<Extent, String> {
        survey(world, document, wish).map(|survey| survey.extent)
    }

    /// The frame of a scene.
    ///
    /// # Errors
    /// When there is nothing to be seen, or the camera looks at the point where it stands.
    pub fn of(world: &World, document: &Document, wish: &Framing) -> Result<Frame, String> {
        let shows_all = wish.from == Viewpoint::Side(Side::Scene);
        let Survey { extent, everything, things } = survey(world, document, wish)?;
        let side = match wish.from {
            Viewpoint::Side(Side::Camera) => {
                let view = cameras::of_scene(&document.environment.camera, wish);
                return Ok(Frame { is_front: false, view, extent, things });
            }
            Viewpoint::Eye { eye, target } => {
                let view = cameras::looking_at(eye, target.unwrap_or_else(|| extent.centre()), wish)?;
                return Ok(Frame { is_front: false, view, extent, things });
            }
            Viewpoint::Side(side) => side,
        };
        // The grid, which goes a little farther, is in the picture too.
        let around = DVec3::new(1.0, 1.0, 0.0) * step_m(&extent) / 4.0;
        let shown = Extent { low: extent.low - around, high: extent.high + around };
        let mut view = view(side, &shown, wish.size);
        let nodes: BTreeSet<NodeId> = if shows_all {
            world.nodes().collect()
        } else {
            let matters = |thing: &&NamedObject| {
                thing.extent.low.cmpge(extent.low).all() && thing.extent.high.cmple(extent.high).all()
            };
            let nodes = things.iter().filter(matters).filter_map(|thing| world.find(&thing.name));
            nodes.flat_map(|node| below(world, node)).collect()
        };
        if wish.shown.is_none() {
            tighten(world, &nodes, &mut view);
        }
        if let Projection::Orthographic { width_m } = &mut view.projection {
            *width_m /= wish.zoom;
        }
        if wish.zoom < 1.0 {
            stand_back(&mut view, &everything);
        }
        Ok(Frame { is_front: side == Side::Front, view, extent, things })
    }

    /// A grid on the ground or, from the front, on a wall behind.
    pub fn grid(&self) -> Grid {
        let spacing_m = self.step_m() / 5.0;
        let (world_from_grid, low, high) = if self.is_front {
            // Its x axis is y of the world, and its y axis is z.
            let rotation = DQuat::from_mat3(&DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X));
            let wall = Pose { translation: DVec3::X * (self.extent.low.x - spacing_m), rotation };
            let flat = |corner: DVec3| DVec2::new(corner.y, corner.z);
            (wall, flat(self.extent.low.with_z(self.ground())), flat(self.extent.high))
        } else {
            let ground = Pose::from_translation(DVec3::new(0.0, 0.0, self.ground()));
            (ground, self.extent.low.truncate(), self.extent.high.truncate())
        };
        let around = DVec2::splat(spacing_m);
        // A wall ends at the ground.
        let below = if self.is_front { around.with_y(0.0) } else { around };
        Grid {
            world_from_grid,
            spacing_m,
            strong_every: 5,
            low: low - below,
            high: high + around,
            rgb: [0.16, 0.2, 0.26],
            opacity: [0.2, 0.45],
        }
    }

    /// In the world. [m]
    pub fn middle_of_grid(&self) -> DVec3 {
        let grid = self.grid();
        grid.world_from_grid.transform_point(((grid.low + grid.high) / 2.0).extend(0.0))
    }

    /// Distance between strong lines of the grid. [m]
    pub fn step_m(&self) -> f64 {
        step_m(&self.extent)
    }

    /// Height of the ground: zero, or the lowest point of all objects if all are far above or below zero. [m]
    pub fn ground(&self) -> f64 {
        let low = self.extent.low.z;
        if low.abs() < self.extent.size().length() / 2.0 { 0.0 } else { low }
    }
}

/// What is in a scene.
struct Survey {
    /// The box around the subject.
    extent: Extent,
    everything: Extent,
    things: Vec<NamedObject>,
}

fn survey(world: &World, document: &Document, wish: &Framing) -> Result<Survey, String> {
    let mut things = Vec::new();
    let (mut robots, mut objects) = (Vec::new(), Vec::new());
    for object in document.objects.iter().filter(|object| object.parent.is_none()) {
        let Some(extent) = world.find(&object.name).and_then(|node| Extent::of(world, node)) else {
            continue;
        };
        match object.kind {
            ObjectKind::Robot => robots.push(extent),
            ObjectKind::Object => objects.push(extent),
            _ => continue,
        }
        things.push(NamedObject { name: object.name.clone(), extent });
    }
    let everything = everything(world).ok_or("there is nothing to be seen in the scene")?;
    let shows_all = wish.from == Viewpoint::Side(Side::Scene);
    let extent = if shows_all { None } else { what_matters(&robots, objects) };
    let extent = wish.shown.unwrap_or_else(|| at_least(extent.unwrap_or(everything), LEAST_M));
    Ok(Survey { extent, everything, things })
}

/// The box around robots and objects, without ground plates and scenery.
fn what_matters(robots: &[Extent], mut objects: Vec<Extent>) -> Option<Extent> {
    let robots = robots.iter().copied().reduce(Extent::and);
    let all = robots.into_iter().chain(objects.iter().copied()).reduce(Extent::and);
    objects.retain(|extent| !extent.is_plate());
    objects.sort_by(|a, b| a.size().length().total_cmp(&b.size().length()));
    let mut matters = robots;
    for extent in objects {
        let is_scenery =
            |known: Extent| extent.size().length() > SCENERY * known.size().length().max(LEAST_M);
        if !matters.is_some_and(is_scenery) {
            matters = Some(matters.map_or(extent, |known| known.and(extent)));
        }
    }
    matters.or(all)
}

/// Distance between strong lines of a grid around an object: 1, 2 or 5 times a power of ten. [m]
fn step_m(extent: &Extent) -> f64 {
    let size = extent.size();
    let wish = size.x.max(size.y) / 2.0;
    let ten = 10.0_f64.powf(wish.log10().floor());
    [5.0, 2.0].into_iter().find(|step| step * ten <= wish).unwrap_or(1.0) * ten
}

fn at_least(extent: Extent, size: f64) -> Extent {
    let missing = (DVec3::splat(size) - extent.size()).max(DVec3::ZERO) / 2.0;
    Extent { low: extent.low - missing, high: extent.high + missing }
}

/// The box around all that can be seen.
fn everything(world: &World) -> Option<Extent> {
    let roots = world.nodes().filter(|&node| world.parent(node).is_none());
    roots.filter_map(|node| Extent::of(world, node)).reduce(Extent::and)
}

/// Moves a camera of parallel rays back along its axis until all of a box is before it.
fn stand_back(view: &mut View, extent: &Extent) {
    let camera_from_world = view.world_from_camera.inverse();
    let nearest = extent.corners().map(|corner| camera_from_world.transform_point(corner).x);
    let missing_m = nearest.into_iter().fold(f64::INFINITY, f64::min) - LEAST_M;
    if missing_m < 0.0 {
        view.world_from_camera.translation = view.world_from_camera.transform_point(DVec3::X * missing_m);
    }
}

/// A node with all that hangs on it.
fn below(world: &World, node: NodeId) -> Vec<NodeId> {
    let mut found = vec![node];
    let mut next = 0;
    while next < found.len() {
        found.extend_from_slice(world.children(found[next]));
        next += 1;
    }
    found
}

/// Moves an orthographic camera closer to the visible parts of nodes, which are smaller than the boxes around them,
/// with a small margin.
fn tighten(world: &World, nodes: &BTreeSet<NodeId>, view: &mut View) {
    let Projection::Orthographic { width_m } = view.projection else { return };
    let scale = f64::from(DRAFT) / f64::from(view.width.max(view.height));
    let [width, height] = [view.width, view.height].map(|side| ((f64::from(side) * scale) as u32).max(1));
    let draft = View { width, height, ..*view };
    let style = Style { colours: false, ..Style::default() };
    let Ok(picture) = render(world, &draft, &style) else { return };
    let seen =
        (0..height).flat_map(|row| (0..width).map(move |column| (column, row))).filter(|&(column, row)| {
            picture.nodes[picture.index(column, row)].is_some_and(|node| nodes.contains(&node))
        });
    let around = seen.map(|(column, row)| DVec2::new(f64::from(column), f64::from(row)));
    let Some((low, high)) = around.fold(None, |known: Option<(DVec2, DVec2)>, at| {
        Some(known.map_or((at, at), |(low, high)| (low.min(at), high.max(at))))
    }) else {
        return;
    };
    let size = DVec2::new(f64::from(width), f64::from(height));
    // One pixel on all sides for details that a draft misses.
    let filled = ((high - low + 3.0) / size).max_element() / (1.0 - 2.0 * MARGIN);
    let off = ((low + high + 1.0) / 2.0 - size / 2.0) * width_m / size.x;
    let pose = view.world_from_camera;
    view.world_from_camera.translation = pose.transform_point(DVec3::new(0.0, -off.x, -off.y));
    view.projection = Projection::Orthographic { width_m: (width_m * filled).max(LEAST_M) };
}

fn view(side: Side, extent: &Extent, size: [u32; 2]) -> View {
    let towards = match side {
        Side::Iso | Side::Scene | Side::Camera => DVec3::new(1.0, -1.0, 0.85),
        Side::Top => DVec3::Z,
        Side::Front => DVec3::X,
    };
    let centre = extent.centre();
    let turned = View::looking_at(centre + towards, centre).rotation;
    let seen = extent.corners().map(|corner| turned.conjugate() * (corner - centre));
    let reach = |axis: usize| seen.iter().map(|corner| corner[axis].abs()).fold(0.0, f64::max);
    let aspect = f64::from(size[0]) / f64::from(size[1]);
    let width = 2.0 * reach(1).max(reach(2) * aspect) / (1.0 - 2.0 * MARGIN);
    // Just outside of the subject, so that walls and ceilings in front of it are behind the camera.
    let away = 1.3 * reach(0) + 0.05 * width;
    let eye = centre + towards.normalize() * away;
    View::orthographic(Pose { translation: eye, rotation: turned }, size, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: f64, half: f64) -> Extent {
        let centre = DVec3::new(x, 0.0, half);
        Extent { low: centre - half, high: centre + half }
    }

    #[test]
    fn ground_plates_and_halls_do_not_make_robots_small() {
        let plate = Extent { low: DVec3::new(-50.0, -50.0, -0.1), high: DVec3::new(50.0, 50.0, 0.0) };
        let robots = [cube(0.0, 0.5)];
        let matters = what_matters(&robots, vec![plate, cube(2.0, 0.3), cube(0.0, 40.0)]).unwrap();
        assert_eq!(matters, robots[0].and(cube(2.0, 0.3)));
        // If there is nothing else, they are the subject.
        assert_eq!(what_matters(&[], vec![plate]), Some(plate));
        assert_eq!(what_matters(&[], Vec::new()), None);
    }

    #[test]
    fn everything_is_in_the_picture_from_all_sides() {
        let extent = Extent { low: DVec3::new(-1.0, 2.0, 0.0), high: DVec3::new(4.0, 3.0, 1.5) };
        for side in [Side::Iso, Side::Top, Side::Front] {
            for size in [[640, 480], [200, 800]] {
                let view = view(side, &extent, size);
                let Projection::Orthographic { width_m } = view.projection else {
                    panic!("{side:?}");
                };
                let height_m = width_m * f64::from(size[1]) / f64::from(size[0]);
                for corner in extent.corners() {
                    let seen = view.world_from_camera.inverse().transform_point(corner);
                    assert!(seen.x > 0.0, "{side:?}");
                    assert!(2.0 * seen.y.abs() < width_m && 2.0 * seen.z.abs() < height_m, "{side:?}");
                }
            }
        }
    }

    #[test]
    fn a_camera_that_stands_back_has_everything_before_it() {
        let far = cube(300.0, 40.0);
        let mut view = view(Side::Front, &cube(0.0, 0.5), [64, 64]);
        let before = view;
        stand_back(&mut view, &cube(0.0, 0.1));
        assert_eq!(view, before, "it was far enough away");
        stand_back(&mut view, &far);
        let camera_from_world = view.world_from_camera.inverse();
        assert!(far.corners().iter().all(|&corner| camera_from_world.transform_point(corner).x > 0.0));
        assert_eq!(view.world_from_camera.translation.y, before.world_from_camera.translation.y);
    }

    #[test]
    fn the_lines_of_the_grid_are_at_round_numbers() {
        let frame = |half: f64| {
            let extent = cube(0.0, half);
            Frame { is_front: false, view: view(Side::Iso, &extent, [64, 64]), extent, things: Vec::new() }
        };
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        assert!(close(frame(0.5).step_m(), 0.5));
        assert!(close(frame(3.0).step_m(), 2.0));
        assert!(close(frame(15.0).step_m(), 10.0));
        assert!(close(frame(150.0).step_m(), 100.0));
    }
}
