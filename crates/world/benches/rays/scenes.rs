//! The scenes and rays of the benchmark, and a file of them for casters in other languages.

use std::f64::consts::{PI, TAU};
use std::io::Write;
use std::path::{Path, PathBuf};

use glam::DVec3;
use morse_world::{BodySpec, Hit, NodeSpec, PhysicsSettings, Pose, Ray, Shape, World};

/// Number of rays of a scan: horizontally and vertically.
pub const SCAN: [u32; 2] = [360, 16];
/// Number of positions from which scans are taken.
pub const PLACES: u32 = 20;
/// Range of the rays. [m]
pub const RANGE_M: f64 = 100.0;

/// A triangle mesh with the positions of the scanners on it.
pub struct Scene {
    pub name: &'static str,
    pub vertices: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
    pub places: Vec<DVec3>,
}

impl Scene {
    /// A room of 20 m by 15 m with 82 boxes in it and a panel on its wall: 1,000 triangles.
    pub fn room() -> Scene {
        let mut scene =
            Scene { name: "room", vertices: Vec::new(), triangles: Vec::new(), places: Vec::new() };
        scene.add_box(DVec3::new(0.0, 0.0, 2.0), DVec3::new(10.0, 7.5, 2.0), 0.0);
        for number in 0..82 {
            let [x, y, turn, width, depth, height] = scatter(number);
            let half = DVec3::new(0.15 + 0.5 * width, 0.15 + 0.4 * depth, 0.2 + 0.8 * height);
            scene.add_box(DVec3::new(19.0 * x - 9.5, 14.0 * y - 7.0, half.z), half, PI * turn);
        }
        for side in [0.0, 1.0] {
            let corners = [[-1.0, 1.0], [1.0, 1.0], [1.0, 2.5], [-1.0, 2.5]];
            scene.add_quad(corners.map(|[x, z]| DVec3::new(9.0 * side + x - 4.5, 7.4, z)));
        }
        scene.places = (100..)
            .map(scatter)
            .map(|[x, y, ..]| DVec3::new(18.0 * x - 9.0, 13.0 * y - 6.5, 1.2))
            .take(PLACES as usize)
            .collect();
        scene
    }

    /// Hills of 200 m by 200 m: 100,352 triangles.
    pub fn terrain() -> Scene {
        const CELLS: u32 = 224;
        let height = |x: f64, y: f64| {
            3.0 * (0.05 * x).sin() * (0.04 * y).cos()
                + 0.8 * (0.21 * x + 0.13 * y).sin()
                + 0.15 * (0.9 * x).cos() * (1.1 * y).sin()
        };
        let at = |i: u32| 200.0 * f64::from(i) / f64::from(CELLS) - 100.0;
        let vertices = (0..=CELLS).flat_map(|i| (0..=CELLS).map(move |j| (at(i), at(j))));
        let vertices = vertices.map(|(x, y)| DVec3::new(x, y, height(x, y))).collect();
        let corner = |i: u32, j: u32| i * (CELLS + 1) + j;
        let cells = (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j)));
        let triangles = cells.flat_map(|(i, j)| {
            let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            [[a, b, c], [a, c, d]]
        });
        let places = (0..PLACES).map(scatter).map(|[x, y, ..]| {
            let (x, y) = (140.0 * x - 70.0, 140.0 * y - 70.0);
            DVec3::new(x, y, height(x, y) + 1.5)
        });
        Scene { name: "terrain", vertices, triangles: triangles.collect(), places: places.collect() }
    }

    fn add_quad(&mut self, corners: [DVec3; 4]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }

    fn add_box(&mut self, center: DVec3, half: DVec3, turn: f64) {
        let (sin, cos) = turn.sin_cos();
        let corner = |x: f64, y: f64, z: f64| {
            let (x, y) = (x * half.x, y * half.y);
            center + DVec3::new(cos * x - sin * y, sin * x + cos * y, z * half.z)
        };
        for side in [-1.0, 1.0] {
            let around = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            self.add_quad(around.map(|[u, v]| corner(side, u, v)));
            self.add_quad(around.map(|[u, v]| corner(u, side, v)));
            self.add_quad(around.map(|[u, v]| corner(u, v, side)));
        }
    }

    /// A world with the surface as a single body.
    pub fn world(&self) -> World {
        let mut world = World::new(PhysicsSettings::default());
        let shape = Shape::mesh(self.vertices.iter().copied(), self.triangles.clone());
        let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
        world.add_node(NodeSpec::new(self.name).with_body(body)).expect("the scene is valid");
        world
    }

    /// The rays of one scan from each position.
    pub fn scans(&self) -> Vec<Vec<Ray>> {
        let [around, above] = SCAN;
        let scan = |place: &DVec3| {
            let directions = (0..above).flat_map(|row| (0..around).map(move |column| (row, column)));
            let direction = |(row, column)| {
                let turn = TAU * (f64::from(column) + 0.5) / f64::from(around);
                let tilt = (f64::from(row) / f64::from(above - 1) * 30.0 - 15.0).to_radians();
                DVec3::new(tilt.cos() * turn.cos(), tilt.cos() * turn.sin(), tilt.sin())
            };
            directions.map(direction).map(|direction| Ray::new(*place, direction, RANGE_M)).collect()
        };
        self.places.iter().map(scan).collect()
    }

    /// Writes the surface, the rays and their hits for the programs in `benches/rays_peers`; returns the path.
    pub fn write(&self, rays: &[Vec<Ray>], hits: &[Option<Hit>]) -> std::io::Result<PathBuf> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rays_peers");
        std::fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{}.rays", self.name));
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path)?);
        let rays: Vec<_> = rays.iter().flatten().collect();
        for count in [self.vertices.len(), self.triangles.len(), rays.len()] {
            file.write_all(&(count as u32).to_le_bytes())?;
        }
        let mut floats: Vec<f32> = self.vertices.iter().flat_map(|v| v.as_vec3().to_array()).collect();
        floats.iter().try_for_each(|x| file.write_all(&x.to_le_bytes()))?;
        self.triangles.iter().flatten().try_for_each(|x| file.write_all(&x.to_le_bytes()))?;
        floats.clear();
        for (ray, hit) in rays.iter().zip(hits) {
            floats.extend(ray.origin.as_vec3().to_array());
            floats.extend(ray.direction.to_array());
            floats.push(ray.max_distance);
            floats.push(hit.map_or(f32::INFINITY, |hit| hit.distance));
        }
        floats.iter().try_for_each(|x| file.write_all(&x.to_le_bytes()))?;
        file.flush()?;
        Ok(path)
    }
}

/// Six reproducible pseudo-random numbers from 0 to 1.
fn scatter(number: u32) -> [f64; 6] {
    std::array::from_fn(|k| {
        let mixed = (number * 6 + k as u32 + 1).wrapping_mul(2_654_435_761);
        f64::from((mixed ^ mixed >> 15).wrapping_mul(2_246_822_519) >> 8) / f64::from(1 << 24)
    })
}
