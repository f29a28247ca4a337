//! Processor time of a camera image of 320 x 240 pixels on one thread, and of casting its rays alone. The scene has hills of
//! 100,352 triangles.
//!
//! Writes the scene as JSON to the file in the environment variable `MORSE_FRAME_FILE`, for renderers in other
//! languages: see `benches/frame_peers`.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use glam::{DVec3, Vec3};
use morse_render::{Picture, Style, View, render_into};
use morse_world::{
    BodySpec, Material, MaterialSlots, NodeSpec, PhysicsSettings, Pose, Ray, RayFilter, RayKind, Relief,
    Shape, Surface, Texture, TextureLayer, Visual, World,
};
use serde_json::json;

/// Number of grid cells of the hills along each side.
const CELLS: u32 = 224;
const SIZE: [u32; 2] = [320, 240];
const EYE: DVec3 = DVec3::new(-25.0, -18.0, 9.0);
const TARGET: DVec3 = DVec3::new(5.0, 0.0, 0.0);
/// Horizontal opening angle. [rad]
const WIDTH_ANGLE: f64 = 1.2;
/// Clip range of the camera. [m]
const NEAR_FAR_M: [f64; 2] = [1.0, 500.0];
const HALF_SIDE_M: f64 = 0.5;
const RADIUS_M: f64 = 0.6;

/// The hills of the ray benchmark, with a hundred boxes and balls on them.
struct Hills {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    /// Positions of the boxes and balls, alternately.
    things: Vec<DVec3>,
}

impl Hills {
    fn new() -> Hills {
        let height = |x: f64, y: f64| {
            3.0 * (0.05 * x).sin() * (0.04 * y).cos()
                + 0.8 * (0.21 * x + 0.13 * y).sin()
                + 0.15 * (0.9 * x).cos() * (1.1 * y).sin()
        };
        let at = |i: u32| 200.0 * f64::from(i) / f64::from(CELLS) - 100.0;
        let vertices = (0..=CELLS).flat_map(|i| (0..=CELLS).map(move |j| (at(i), at(j))));
        let corner = |i: u32, j: u32| i * (CELLS + 1) + j;
        let cells = (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j)));
        let triangles = cells.flat_map(|(i, j)| {
            let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            [[a, b, c], [a, c, d]]
        });
        let places = (0..100).map(|i| (3.0 * f64::from(i / 10) - 10.0, 3.0 * f64::from(i % 10) - 15.0));
        Hills {
            vertices: vertices.map(|(x, y)| DVec3::new(x, y, height(x, y))).collect(),
            triangles: triangles.collect(),
            things: places.map(|(x, y)| DVec3::new(x, y, height(x, y) + HALF_SIDE_M)).collect(),
        }
    }

    fn world(&self) -> World {
        let mut world = World::new(PhysicsSettings::default());
        let mut add = |name: String, shape: Shape, place: DVec3| {
            let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
            world.add_node(NodeSpec::new(name).at(Pose::from_translation(place)).with_body(body)).unwrap();
        };
        let ground = Shape::mesh(self.vertices.iter().copied(), self.triangles.clone());
        add("hills".to_owned(), ground, DVec3::ZERO);
        for (i, &place) in self.things.iter().enumerate() {
            let shape = if i % 2 == 0 {
                Shape::Box { half_extents: DVec3::splat(HALF_SIDE_M) }
            } else {
                Shape::Sphere { radius: RADIUS_M }
            };
            add(format!("thing{i}"), shape, place);
        }
        world
    }

    /// The hills alone, with a material of two images, as is common for floors in model files: a color map and a normal
    /// map.
    fn textured_world(&self) -> World {
        let mut world = World::new(PhysicsSettings::default());
        let image = |name: &str, seed: u32| {
            let noise = |number: u32| (number.wrapping_mul(2_654_435_761).wrapping_add(seed) >> 24) as u8;
            let rgba = (0..256 * 256).flat_map(|n| [noise(n), noise(n / 7), 200, 255]).collect::<Vec<u8>>();
            Texture { name: name.to_owned(), width: 256, height: 256, rgba: rgba.into() }
        };
        let [color, normals] =
            [("color", 1), ("normals", 2)].map(|(name, seed)| world.add_texture(image(name, seed)));
        let layer = |texture, color, relief| TextureLayer {
            scale: [3.0; 2],
            color,
            relief,
            ..TextureLayer::of_color(texture)
        };
        let layers = vec![
            layer(color.unwrap(), 1.0, None),
            layer(normals.unwrap(), 0.0, Some(Relief::NormalMap { strength: 1.0 })),
        ];
        let material = Material { name: "ground".to_owned(), layers, ..Material::default() };
        let material = world.add_material(material).unwrap();
        let vertices: Vec<Vec3> = self.vertices.iter().map(|vertex| vertex.as_vec3()).collect();
        let uv = |corner: u32| [0.1 * vertices[corner as usize].x, 0.1 * vertices[corner as usize].y];
        let uvs = self.triangles.iter().map(|corners| corners.map(uv)).collect();
        let material_slots = MaterialSlots::new("hills", self.triangles.len(), Vec::new(), uvs).unwrap();
        let surface = Surface { vertices, triangles: self.triangles.clone() };
        let visual = Visual::new(Shape::TriMesh(Arc::new(surface))).of(material);
        let node = world.add_node(NodeSpec::new("hills")).unwrap();
        world
            .set_visuals(node, vec![Visual { material_slots: Some(Arc::new(material_slots)), ..visual }])
            .unwrap();
        world
    }

    /// The scene and the view, for other renderers.
    fn to_json(&self) -> String {
        let vectors = |vectors: &[DVec3]| vectors.iter().map(DVec3::to_array).collect::<Vec<_>>();
        let (boxes, balls): (Vec<_>, Vec<_>) = self.things.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
        json!({"size": SIZE, "eye": EYE.to_array(), "target": TARGET.to_array(), "width_angle": WIDTH_ANGLE,
            "near_far": NEAR_FAR_M, "vertices": vectors(&self.vertices), "triangles": self.triangles,
            "boxes": vectors(&boxes), "half_side": HALF_SIDE_M, "balls": vectors(&balls), "radius": RADIUS_M})
        .to_string()
    }
}

/// The rays of the camera, in packets of four by two pixels, in the order in which the renderer casts them.
fn rays(pose: Pose) -> Vec<Ray> {
    let pixel = 2.0 * (0.5 * WIDTH_ANGLE).tan() / f64::from(SIZE[0]);
    let ray = |number: u32| {
        let (packet, lane) = (number / 8, number % 8);
        let column = 4 * (packet % (SIZE[0] / 4)) + lane % 4;
        let row = 2 * (packet / (SIZE[0] / 4)) + lane / 4;
        let aside = |place: u32, count: u32| (f64::from(count) / 2.0 - f64::from(place) - 0.5) * pixel;
        let direction = DVec3::new(1.0, aside(column, SIZE[0]), aside(row, SIZE[1]));
        Ray::new(pose.translation, pose.rotation * direction, 1e9)
    };
    (0..SIZE[0] * SIZE[1]).map(ray).collect()
}

/// Processor time of this thread so far; `None` where the system does not report it. [ms]
fn processor_ms() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(stat.split(' ').next()?.parse::<f64>().ok()? * 1e-6)
}

/// The mean processor time of many runs, or their mean time where the system does not report it. [ms]
fn mean(runs: u32, mut run: impl FnMut()) -> f64 {
    run();
    // The system updates the time every few milliseconds only: single runs are shorter.
    let (start, processor) = (Instant::now(), processor_ms());
    (0..runs).for_each(|_| run());
    let taken = processor.and_then(|before| Some(processor_ms()? - before));
    taken.unwrap_or_else(|| start.elapsed().as_secs_f64() * 1e3) / f64::from(runs)
}

/// The share of the pixels with a hit, and the mean depth of the hits. [m]
fn seen(picture: &Picture) -> (f64, f64) {
    let depths: Vec<f64> =
        picture.depth.iter().filter(|depth| depth.is_finite()).map(|&depth| depth.into()).collect();
    (depths.len() as f64 / picture.depth.len() as f64, depths.iter().sum::<f64>() / depths.len() as f64)
}

fn main() {
    // `cargo test` runs benchmarks too; a single run is enough there.
    let runs = if std::env::args().any(|word| word == "--bench") { 60 } else { 1 };
    let hills = Hills::new();
    if let Some(file) = std::env::var_os("MORSE_FRAME_FILE") {
        std::fs::write(file, hills.to_json()).unwrap();
    }
    let world = hills.world();
    let pose = View::looking_at(EYE, TARGET);
    let view =
        View { near_m: NEAR_FAR_M[0], far_m: NEAR_FAR_M[1], ..View::perspective(pose, SIZE, WIDTH_ANGLE) };
    let rays = rays(pose);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let filter = RayFilter { kind: RayKind::Visual, ..RayFilter::default() };
        let mut hits = Vec::new();
        let plain = mean(runs, || world.cast_rays(black_box(&rays), &filter, &mut hits));
        println!("measure\trays alone\t{plain:.2}");
        let bare = Style { colors: false, ..Style::default() };
        let shaded = Style::default();
        let shadows = Style { shadows: true, ..Style::default() };
        let mut picture = Picture::default();
        for (name, style) in [("depth", bare), ("color", shaded), ("shadows", shadows)] {
            let time = mean(runs, || render_into(&world, black_box(&view), &style, &mut picture).unwrap());
            println!("measure\t{name}\t{time:.2}");
        }
        let (share, depth_m) = seen(&picture);
        println!("seen\t{share:.4}\t{depth_m:.3}");
        let textured = hills.textured_world();
        let time = mean(runs, || render_into(&textured, black_box(&view), &shaded, &mut picture).unwrap());
        println!("measure\ttextured\t{time:.2}");
    });
}
