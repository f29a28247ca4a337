//! Occupancy grids: maps of the static bodies of a world, for planners of ground robots.

mod raster;

use glam::DVec2;
use raster::{Cells, Raster};

use crate::{NodeId, NodeSet, World};

/// Allowed edges of a cell. [m]
const RESOLUTIONS_M: std::ops::RangeInclusive<f64> = 0.001..=10.0;
/// Largest coordinate of a map. [m]
const FAR_M: f64 = 1e5;
/// Maximum number of cells: 4096 by 4096.
const CELLS_MAX: usize = 1 << 24;
/// Edge of a cell of the coarse map that finds too large maps early, as a multiple of the edge of a cell.
const COARSE: usize = 64;
/// Free space around the bodies and the robots, if a map has no bounds. [m]
const MARGIN_M: f64 = 1.0;
/// Free space around the robots, if nothing is occupied and a map has no bounds. [m]
const EMPTY_MARGIN_M: f64 = 10.0;

/// The extent and the resolution of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct OccupancySpec {
    /// The edge of a cell, 0.001 to 10. [m]
    pub resolution: f64,
    /// The lowest and the highest z in the world at which a body occupies a cell. [m]
    pub heights: [f64; 2],
    /// The lowest and the highest corner of the map in the world. [m] They are moved outwards to multiples of the resolution.
    /// If `None`, the map contains all occupied cells and 1 m around them; 10 m around the robots, if no cell is occupied.
    pub bounds: Option<[DVec2; 2]>,
}

impl Default for OccupancySpec {
    /// Cells of 5 cm; bodies from 0.1 m to 1 m above the plane z = 0; no bounds.
    fn default() -> Self {
        Self { resolution: 0.05, heights: [0.1, 1.0], bounds: None }
    }
}

/// A map of the static bodies of a world.
#[derive(Debug, Clone, PartialEq)]
pub struct OccupancyGrid {
    /// The edge of a cell. [m]
    pub resolution: f64,
    /// The corner of the first cell with the lowest x and y, in the world. [m]
    pub origin: DVec2,
    /// Number of cells along x.
    pub width: u32,
    /// Number of cells along y.
    pub height: u32,
    /// Whether each cell is occupied, row by row from the lowest y, in a row from the lowest x.
    pub cells: Vec<bool>,
}

/// Error of a map that cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OccupancyError {
    /// An invalid number.
    #[error("{what} is {value}; allowed is {allowed}")]
    BadValue {
        /// The meaning of the number.
        what: &'static str,
        /// The given number.
        value: String,
        /// The allowed values.
        allowed: &'static str,
    },
    /// The map would have too many cells.
    #[error(
        "a map with cells of {resolution} m has more than {CELLS_MAX} cells, which is 4096 x 4096; use a larger resolution \
         or smaller bounds"
    )]
    TooLarge {
        /// The edge of a cell. [m]
        resolution: f64,
    },
}

impl OccupancySpec {
    /// Checks the numbers.
    ///
    /// # Errors
    /// If one is not in its range; the error gives the range.
    pub fn check(&self) -> Result<(), OccupancyError> {
        let bad = |what, value: String, allowed| Err(OccupancyError::BadValue { what, value, allowed });
        if !RESOLUTIONS_M.contains(&self.resolution) {
            return bad("the resolution", self.resolution.to_string(), "0.001 to 10 m");
        }
        let [low, high] = self.heights;
        if !(low.is_finite() && high.is_finite() && low < high && low.abs().max(high.abs()) <= FAR_M) {
            return bad(
                "the range of heights",
                format!("{low} to {high}"),
                "a lower height before a higher one, within 100 km",
            );
        }
        if let Some([low, high]) = self.bounds
            && !(low.cmplt(high).all() && low.abs().max(high.abs()).max_element() <= FAR_M)
        {
            let value = format!("{}, {} to {}, {}", low.x, low.y, high.x, high.y);
            return bad("the range of the map", value, "a lower corner before a higher one, within 100 km");
        }
        Ok(())
    }
}

/// See [`World::occupancy`].
pub(crate) fn occupancy(
    world: &World,
    spec: &OccupancySpec,
    except: &[NodeId],
) -> Result<OccupancyGrid, OccupancyError> {
    spec.check()?;
    let resolution = spec.resolution;
    let too_large = || OccupancyError::TooLarge { resolution };
    let bounds = spec.bounds.map(|[low, high]| Cells::around(low, high, resolution, -1e-6));
    let left_out: NodeSet = except.iter().flat_map(|&node| world.tree.subtree(node)).collect();
    let count_min = match bounds {
        Some(bounds) => bounds.count(),
        None => count_of_cells_min(world, spec, &left_out).ok_or_else(too_large)?,
    };
    if count_min > CELLS_MAX {
        return Err(too_large());
    }
    let (bounded, unbounded): (Vec<_>, Vec<_>) =
        raster::parts(world, spec, &left_out).into_iter().partition(|part| part.cells.is_some());
    let mut raster = Raster::new(spec, CELLS_MAX);
    for part in &bounded {
        let cells = part.cells.unwrap_or_default();
        let cells = bounds.map_or(cells, |bounds| bounds.common(cells));
        raster.mark(part, cells).ok_or_else(too_large)?;
    }
    let extent = bounds.unwrap_or_else(|| {
        raster.extent(except.iter().map(|&node| world.tree.world_from(node).translation.truncate()))
    });
    if extent.count() > CELLS_MAX {
        return Err(too_large());
    }
    for part in &unbounded {
        raster.mark(part, extent).ok_or_else(too_large)?;
    }
    let ([width, height], [column, row]) = (extent.size(), extent.low);
    let mut cells = vec![false; extent.count()];
    for [x, y] in raster.occupied() {
        if let Some(cell) = extent.index([x, y]).and_then(|at| cells.get_mut(at)) {
            *cell = true;
        }
    }
    let origin = DVec2::new(column as f64, row as f64) * resolution;
    Ok(OccupancyGrid { resolution, origin, width: width as u32, height: height as u32, cells })
}

/// A lower limit of the number of cells of a map without bounds, from a coarse map; `None` if that is too large too.
fn count_of_cells_min(world: &World, spec: &OccupancySpec, left_out: &NodeSet) -> Option<usize> {
    let coarse = OccupancySpec { resolution: spec.resolution * COARSE as f64, ..spec.clone() };
    let mut raster = Raster::new(&coarse, CELLS_MAX);
    for part in raster::parts(world, &coarse, left_out) {
        raster.mark(&part, part.cells.unwrap_or_default())?;
    }
    // A body may reach only the inner edge of the outermost cells.
    let inner = raster.around(std::iter::empty()).size().map(|side| side.saturating_sub(2) * COARSE);
    Some(inner[0].saturating_mul(inner[1]))
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;
    use crate::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape};

    fn add(world: &mut World, name: &str, at: Pose, physics: PhysicsType, shape: Shape) -> NodeId {
        let body = BodySpec { physics, shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
        world.add_node(NodeSpec::new(name).at(at).with_body(body)).unwrap()
    }

    fn cube(half: f64) -> Shape {
        Shape::Box { half_extents: DVec3::splat(half) }
    }

    fn empty() -> World {
        World::new(PhysicsSettings::default())
    }

    fn at(x: f64, y: f64, z: f64) -> Pose {
        Pose::from_translation(DVec3::new(x, y, z))
    }

    /// The occupied cells, as columns and rows.
    fn occupied(map: &OccupancyGrid) -> Vec<[u32; 2]> {
        let cells = map.cells.iter().enumerate().filter(|(_, cell)| **cell);
        cells.map(|(index, _)| [index as u32 % map.width, index as u32 / map.width]).collect()
    }

    #[test]
    fn box_occupies_the_cells_that_it_covers() {
        let mut world = empty();
        add(&mut world, "box", at(2.0, -1.0, 0.5), PhysicsType::Static, cube(0.5));
        let spec = OccupancySpec { resolution: 0.25, ..OccupancySpec::default() };
        let map = world.occupancy(&spec, &[]).unwrap();
        // 1 m of free space around the box, which is from (1.5, -1.5) to (2.5, -0.5).
        assert_eq!((map.origin, map.width, map.height), (DVec2::new(0.5, -2.5), 12, 12));
        let expected: Vec<[u32; 2]> =
            (4..8).flat_map(|row| (4..8).map(move |column| [column, row])).collect();
        assert_eq!(occupied(&map), expected);
    }

    #[test]
    fn mesh_occupies_the_cells_of_its_surface_and_turned_bodies_their_cells() {
        let mut world = empty();
        let wall = Shape::mesh(
            [
                DVec3::new(0.5, -1.0, 0.0),
                DVec3::new(0.5, 1.0, 0.0),
                DVec3::new(0.5, 1.0, 2.0),
                DVec3::new(0.5, -1.0, 2.0),
            ],
            vec![[0, 1, 2], [0, 2, 3]],
        );
        let turned =
            Pose { rotation: DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2), ..at(5.0, 0.0, 0.0) };
        add(&mut world, "wall", turned, PhysicsType::Static, wall);
        let spec = OccupancySpec { resolution: 0.5, ..OccupancySpec::default() };
        let map = world.occupancy(&spec, &[]).unwrap();
        // The wall is at y = 0.5, which is an edge of cells, from x = 4 to x = 6.
        assert_eq!((map.origin, map.width, map.height), (DVec2::new(3.0, -0.5), 9, 5));
        assert_eq!(occupied(&map), [[2, 2], [3, 2], [4, 2], [5, 2], [6, 2]]);
    }

    #[test]
    fn moving_bodies_and_bodies_outside_of_the_heights_are_not_in_the_map() {
        let mut world = empty();
        let ground = Shape::Box { half_extents: DVec3::new(50.0, 50.0, 0.05) };
        add(&mut world, "ground", at(0.0, 0.0, -0.05), PhysicsType::Static, ground);
        add(&mut world, "plane", at(0.0, 0.0, 0.0), PhysicsType::Static, Shape::HalfSpace);
        add(&mut world, "lamp", at(0.0, 0.0, 3.0), PhysicsType::Static, cube(0.5));
        add(&mut world, "ball", at(1.0, 0.0, 0.5), PhysicsType::RigidBody, Shape::Sphere { radius: 0.5 });
        add(&mut world, "ghost", at(2.0, 0.0, 0.5), PhysicsType::NoCollision, cube(0.5));
        let robot = add(&mut world, "robot", at(3.0, 0.0, 0.5), PhysicsType::Static, cube(0.5));
        let map = world.occupancy(&OccupancySpec::default(), &[robot]).unwrap();
        assert_eq!(occupied(&map), [[0_u32; 2]; 0]);
        assert_eq!((map.origin, map.width, map.height), (DVec2::new(-7.0, -10.0), 401, 401));
    }

    #[test]
    fn bounds_cut_bodies_and_are_multiples_of_the_resolution() {
        let mut world = empty();
        add(&mut world, "box", at(0.0, 0.0, 0.5), PhysicsType::Static, cube(5.0));
        add(&mut world, "hill", at(0.0, 0.0, 0.5), PhysicsType::Static, Shape::HalfSpace);
        let bounds = Some([DVec2::new(-0.3, 0.0), DVec2::new(0.5, 0.75)]);
        let spec = OccupancySpec { resolution: 0.25, bounds, ..OccupancySpec::default() };
        let map = world.occupancy(&spec, &[]).unwrap();
        assert_eq!((map.origin, map.width, map.height), (DVec2::new(-0.5, 0.0), 4, 3));
        assert_eq!(occupied(&map).len(), 12);
    }

    #[test]
    fn invalid_and_huge_maps_are_refused() {
        let mut world = empty();
        add(&mut world, "box", at(0.0, 0.0, 0.5), PhysicsType::Static, cube(100.0));
        let refused = |spec: OccupancySpec| world.occupancy(&spec, &[]).unwrap_err().to_string();
        let default = OccupancySpec::default;
        for resolution in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = refused(OccupancySpec { resolution, ..default() });
            assert!(error.contains("the resolution is") && error.contains("0.001 to 10 m"), "{error}");
        }
        for heights in [[1.0, 0.1], [f64::NAN, 1.0], [0.0, f64::INFINITY]] {
            assert!(refused(OccupancySpec { heights, ..default() }).contains("heights"));
        }
        let corners = |low: f64, high: f64| Some([DVec2::splat(low), DVec2::splat(high)]);
        assert!(refused(OccupancySpec { bounds: corners(1.0, 1.0), ..default() }).contains("lower corner"));
        assert!(refused(OccupancySpec { bounds: corners(0.0, f64::NAN), ..default() }).contains("corner"));
        for bounds in [None, corners(-9e4, 9e4)] {
            let error = refused(OccupancySpec { resolution: 0.01, bounds, ..default() });
            assert!(error.contains("4096 x 4096; use a larger resolution"), "{error}");
        }
    }
}
