//! Rasterized pictures equal ray-traced pictures.

use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use morse_render::{Picture, Style, View, Visibility, render};
use morse_world::{Light, NodeSpec, PhysicsSettings, Pose, Shape, Surface, Visual, World};

/// Pseudorandom numbers from -1 to 1.
fn scatter(number: u32) -> DVec3 {
    let mixed = |k: u64| {
        let bits = (u64::from(number) * 3 + k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((bits ^ bits >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    DVec3::new(mixed(0), mixed(1), mixed(2))
}

fn pose(number: u32, spread: f64) -> Pose {
    let axis = scatter(number + 77).normalize_or(DVec3::X);
    Pose {
        translation: scatter(number) * spread,
        rotation: DQuat::from_axis_angle(axis, 3.0 * scatter(number + 991).x),
    }
}

/// A bumpy ground of many triangles, some of which have no area.
fn ground() -> Shape {
    const SIDE: u32 = 60;
    let height = |at: u32| (at as f32 * 0.7).sin() * 0.2 - 1.5;
    let vertices = (0..SIDE * SIDE)
        .map(|at| Vec3::new((at % SIDE) as f32 - 30.0, (at / SIDE) as f32 - 30.0, height(at)));
    let cells = (0..SIDE - 1).flat_map(|x| (0..SIDE - 1).map(move |y| x + SIDE * y));
    let triangles = cells
        .flat_map(|at| [[at, at + 1, at + SIDE], [at + 1, at + SIDE + 1, at + SIDE], [at, at, at + 1]])
        .collect();
    Shape::TriMesh(Arc::new(Surface { vertices: vertices.collect(), triangles }))
}

/// Solids of all kinds and meshes, at random places around the origin.
fn world() -> World {
    let mut world = World::new(PhysicsSettings::default());
    let mut add = |name: String, shape: Shape, at: Pose| {
        let node = world.add_node(NodeSpec::new(name).at(at)).unwrap();
        world.set_visuals(node, vec![Visual::new(shape)]).unwrap();
    };
    add("ground".to_owned(), ground(), Pose::IDENTITY);
    let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    for number in 0..60 {
        let [x, y, _] = (scatter(number + 300).abs() + 0.1).to_array();
        let shape = match number % 6 {
            0 => Shape::Box { half_extents: DVec3::new(x, y, 0.3) },
            1 => Shape::Sphere { radius: x },
            2 => Shape::Cylinder { radius: x, half_height: y },
            3 => Shape::Cone { radius: x, half_height: y },
            4 => Shape::Capsule { radius: x, half_height: y },
            _ => Shape::mesh(tetrahedron, vec![[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]),
        };
        add(format!("it{number}"), shape, pose(number, 9.0));
    }
    world
}

fn both(world: &World, view: &View) -> [Picture; 2] {
    [Visibility::Raster, Visibility::Rays]
        .map(|visibility| render(world, view, &Style { visibility, ..Style::default() }).unwrap())
}

/// Whether two pictures are the same but for rounding: depths to 1e-5, colors to one of 255.
fn assert_close(raster: &Picture, rays: &Picture, what: &str) {
    assert_eq!(raster.nodes, rays.nodes, "{what}");
    for (a, b) in raster.depth.iter().zip(&rays.depth) {
        assert!(a == b || (a - b).abs() <= 1e-5 * b, "{what}: depth {a} and {b}");
    }
    for (a, b) in raster.rgba.iter().zip(&rays.rgba) {
        assert!(a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= 1), "{what}: color {a:?} and {b:?}");
    }
}

#[test]
fn raster_and_rays_give_the_same_bits() {
    let world = world();
    let mut seen = 0;
    for (number, width_angle) in (0..12).zip([0.2, 0.9, 1.5, 3.0].into_iter().cycle()) {
        for far_m in [f64::INFINITY, 9.0] {
            let view = View::perspective(pose(number + 40, 5.0), [131, 75], width_angle);
            let [raster, rays] = both(&world, &View { far_m, ..view });
            seen += rays.nodes.iter().flatten().count();
            let differ = raster.nodes.iter().zip(&rays.nodes).filter(|(a, b)| a != b).count();
            assert_eq!(differ, 0, "view {number}");
            assert!(raster == rays, "view {number}");
        }
    }
    assert!(seen > 100_000, "{seen}");
}

#[test]
fn raster_and_rays_agree_behind_the_near_plane_and_transparent_surfaces() {
    let mut world = world();
    for number in (0..60).step_by(2) {
        let node = world.find(&format!("it{number}")).unwrap();
        world.set_alpha(node, 0.1 + 0.8 * f32::from(number as u8) / 60.0).unwrap();
    }
    for number in 0..12 {
        for near_m in [0.0, 0.1, 3.0] {
            let view = View::perspective(pose(number + 40, 5.0), [131, 75], 1.3);
            let [raster, rays] = both(&world, &View { near_m, ..view });
            assert_close(&raster, &rays, &format!("view {number}, near {near_m}"));
        }
    }
}

#[test]
fn pictures_of_any_size_and_angle_agree() {
    let world = world();
    let at = View::looking_at(DVec3::new(-8.0, 1.0, 2.0), DVec3::ZERO);
    for size in [[1, 1], [1, 300], [33, 17], [700, 1]] {
        for width_angle in [1e-6, 1e-3, 1.0, 3.1] {
            let [raster, rays] = both(&world, &View::perspective(at, size, width_angle));
            assert!(raster == rays, "{size:?} {width_angle}");
        }
    }
    // Far from the origin of the world, and in the middle of a box.
    let inside = Pose::from_translation(DVec3::new(1e7, 0.0, 0.0));
    let mut far_away = World::new(PhysicsSettings::default());
    for (name, half) in [("small", 0.7), ("large", 5.0)] {
        let node = far_away.add_node(NodeSpec::new(name).at(inside)).unwrap();
        let shape = Shape::Box { half_extents: DVec3::splat(half) };
        far_away.set_visuals(node, vec![Visual::new(shape)]).unwrap();
    }
    for back in [0.0, 3.0, 20.0] {
        let pose = Pose::from_translation(DVec3::new(1e7 - back, 0.1, 0.2));
        let [raster, rays] = both(&far_away, &View::perspective(pose, [64, 48], 1.0));
        assert!(raster == rays, "{back} m back");
    }
}

#[test]
fn picture_with_ten_thousand_lights_is_drawn() {
    let mut world = world();
    for number in 0..10_000 {
        let at = Pose::from_translation(scatter(number + 5000) * 30.0);
        let lamp = world.add_node(NodeSpec::new(format!("lamp{number}")).at(at)).unwrap();
        let light = Light { energy: 0.01, distance: 0.3, ..Light::default() };
        world.set_light(lamp, Some(light)).unwrap();
    }
    let view = View::perspective(pose(41, 5.0), [40, 24], 1.2);
    let [raster, rays] = both(&world, &view);
    assert!(raster == rays);
}
