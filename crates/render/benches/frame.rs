//! What a camera costs: 320 x 240 pixels of hills of 100,352 triangles, on one thread, in times of what casting its
//! rays costs by itself, measured in the same run.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Instant;

use glam::DVec3;
use morse_render::{Picture, Style, View, render_into};
use morse_world::{BodySpec, NodeSpec, PhysicsSettings, Pose, Ray, RayFilter, RayKind, Shape, World};

/// Cells of the hills along each side.
const CELLS: u32 = 224;
const SIZE: [u32; 2] = [320, 240];

/// The hills that the rays are measured with, and a hundred boxes and balls on them.
fn hills() -> World {
    let height = |x: f64, y: f64| {
        3.0 * (0.05 * x).sin() * (0.04 * y).cos()
            + 0.8 * (0.21 * x + 0.13 * y).sin()
            + 0.15 * (0.9 * x).cos() * (1.1 * y).sin()
    };
    let at = |i: u32| 200.0 * f64::from(i) / f64::from(CELLS) - 100.0;
    let vertices = (0..=CELLS).flat_map(|i| (0..=CELLS).map(move |j| (at(i), at(j))));
    let vertices = vertices.map(|(x, y)| DVec3::new(x, y, height(x, y)));
    let corner = |i: u32, j: u32| i * (CELLS + 1) + j;
    let cells = (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    let mut world = World::new(PhysicsSettings::default());
    let shape = Shape::mesh(vertices, triangles.collect());
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
    world.add_node(NodeSpec::new("hills").with_body(body)).unwrap();
    for i in 0..100 {
        let (x, y) = (3.0 * f64::from(i / 10) - 10.0, 3.0 * f64::from(i % 10) - 15.0);
        let shape = if i % 2 == 0 {
            Shape::Box { half_extents: DVec3::splat(0.5) }
        } else {
            Shape::Sphere { radius: 0.6 }
        };
        let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
        let place = Pose::from_translation(DVec3::new(x, y, height(x, y) + 0.5));
        world.add_node(NodeSpec::new(format!("thing{i}")).at(place).with_body(body)).unwrap();
    }
    world
}

/// The fastest of many runs. [ms]
fn fastest(runs: u32, mut run: impl FnMut()) -> f64 {
    run();
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..runs).map(time).fold(f64::INFINITY, f64::min)
}

fn main() {
    // `cargo test` runs benchmarks too, to see that they run.
    let runs = if std::env::args().any(|word| word == "--bench") { 60 } else { 1 };
    let world = hills();
    let pose = View::looking_at(DVec3::new(-25.0, -18.0, 9.0), DVec3::new(5.0, 0.0, 0.0));
    let view = View::perspective(pose, SIZE, 1.2);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let pixel = 2.0 * 0.6_f64.tan() / f64::from(SIZE[0]);
        let ray = |number: u32| {
            // In packets of four by two, as a camera casts them.
            let (packet, lane) = (number / 8, number % 8);
            let column = 4 * (packet % (SIZE[0] / 4)) + lane % 4;
            let row = 2 * (packet / (SIZE[0] / 4)) + lane / 4;
            let aside = |place: u32, count: u32| (f64::from(count) / 2.0 - f64::from(place) - 0.5) * pixel;
            let direction = DVec3::new(1.0, aside(column, SIZE[0]), aside(row, SIZE[1]));
            Ray::new(pose.translation, pose.rotation * direction, 1e9)
        };
        let rays: Vec<_> = (0..SIZE[0] * SIZE[1]).map(ray).collect();
        let filter = RayFilter { kind: RayKind::Visual, ..RayFilter::default() };
        let mut hits = Vec::new();
        let plain = fastest(runs, || world.cast_rays(black_box(&rays), &filter, &mut hits));
        println!("rays alone                     {plain:6.2} ms");
        let bare = Style { colours: false, ..Style::default() };
        let shaded = Style::default();
        let shadows = Style { shadows: true, ..Style::default() };
        for (name, style) in
            [("depth", bare), ("colour and depth", shaded), ("colour, shadows and depth", shadows)]
        {
            let mut picture = Picture::default();
            let time = fastest(runs, || render_into(&world, black_box(&view), &style, &mut picture).unwrap());
            println!("{name:30} {time:6.2} ms  {:4.2} x rays alone", time / plain);
        }
    });
}
