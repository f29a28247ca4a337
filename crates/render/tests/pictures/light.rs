//! Light and shadows.

use std::f64::consts::FRAC_PI_4;
use std::sync::Arc;

use glam::{DVec3, Vec3};
use morse_render::{Style, View, render};
use morse_world::{MaterialSlots, NodeSpec, Pose, Shape, Surface, Visual};

use crate::{AMBIENT, at, below, chalk, close, cube, dull, from_above, grey, pixels, sun, thing, world};

#[test]
fn lit_side_follows_the_cosine_law_and_far_side_is_dark() {
    let mut world = world();
    let node = world.add_node(NodeSpec::new("cube")).unwrap();
    let chalk = chalk(&mut world);
    world.set_visuals(node, vec![Visual::new(cube(1.0)).of(chalk)]).unwrap();
    let turned = 0.4_f64;
    sun(&mut world, DVec3::new(-turned.cos(), -turned.sin(), 0.0), 0.6);
    let middle = |camera: DVec3| {
        let view = View::orthographic(View::looking_at(camera, DVec3::ZERO), [9, 9], 1.0);
        render(&world, &view, &dull(false)).unwrap().rgba[40]
    };
    assert!(close(middle(DVec3::X * 5.0), grey(AMBIENT + 0.6 * turned.cos() as f32)));
    assert!(close(middle(DVec3::Y * 5.0), grey(AMBIENT + 0.6 * turned.sin() as f32)));
    assert!(close(middle(DVec3::X * -5.0), grey(AMBIENT)));
    // A color of the node replaces that of the material.
    world.set_color(node, Some([1.0, 0.5, 0.0])).unwrap();
    let view = View::orthographic(View::looking_at(DVec3::X * -5.0, DVec3::ZERO), [9, 9], 1.0);
    assert!(close(render(&world, &view, &dull(false)).unwrap().rgba[40], [51, 26, 0, 255]));
}

#[test]
fn soft_light_is_compressed_instead_of_clipped() {
    let lit = |energy: f32| {
        let mut world = world();
        let node = world.add_node(NodeSpec::new("cube")).unwrap();
        let chalk = chalk(&mut world);
        world.set_visuals(node, vec![Visual::new(cube(1.0)).of(chalk)]).unwrap();
        sun(&mut world, DVec3::NEG_X, energy);
        let view = View::orthographic(View::looking_at(DVec3::X * 5.0, DVec3::ZERO), [9, 9], 1.0);
        render(&world, &view, &Style { soft: true, ..dull(false) }).unwrap().rgba[40]
    };
    // Unchanged up to 0.7, above that 1 - 0.09 / (light - 0.4).
    assert!(close(lit(0.5), grey(AMBIENT + 0.5)));
    for energy in [0.8, 2.0, 5.0] {
        let light = AMBIENT + energy;
        assert!(close(lit(energy), grey(1.0 - 0.09 / (light - 0.4))), "{energy}: {:?}", lit(energy));
        assert!(lit(energy)[0] < 255, "{energy}");
    }
}

#[test]
fn shadow_of_wall_has_exact_length() {
    let mut world = world();
    let ground = thing(&mut world, "ground", Pose::IDENTITY, Shape::HalfSpace);
    let chalk = chalk(&mut world);
    world.set_visuals(ground, vec![Visual::new(Shape::HalfSpace).of(chalk)]).unwrap();
    let wall = Shape::Box { half_extents: DVec3::new(0.05, 50.0, 1.0) };
    let wall = thing(&mut world, "wall", at(0.0, 0.0, 1.0), wall);
    // 2 m high under a sun at 45 degrees: a shadow from the foot of the wall, x = 0.05, to x = 2.05.
    sun(&mut world, DVec3::new(1.0, 0.0, -1.0), 0.5);
    let view = from_above([40, 80], 4.0);
    let [plain, shaded] = [false, true].map(|shadows| render(&world, &view, &dull(shadows)).unwrap());
    assert_eq!((&plain.depth, &plain.nodes), (&shaded.depth, &shaded.nodes));
    let lit = grey(AMBIENT + 0.5 * FRAC_PI_4.cos() as f32);
    for (column, row) in pixels(&view) {
        let (x, place) = (below(&view, column, row)[0], shaded.index(column, row));
        if shaded.nodes[place] == Some(wall) || [0.05, 2.05].iter().any(|edge| (x - edge).abs() < 0.01) {
            continue;
        }
        assert!(close(plain.rgba[place], lit));
        let expected = if (0.05..2.05).contains(&x) { grey(AMBIENT) } else { lit };
        assert!(close(shaded.rgba[place], expected), "{x}: {:?}", shaded.rgba[place]);
    }
    // Nodes that are excluded from the picture cast no shadow.
    let without = [wall].into_iter().collect();
    let style = Style { except: Some(&without), ..dull(true) };
    assert!(render(&world, &view, &style).unwrap().rgba.iter().all(|&pixel| close(pixel, lit)));
}

#[test]
fn smooth_surface_uses_interpolated_normals() {
    let mut world = world();
    let chalk = chalk(&mut world);
    // A roof with a blunt ridge along x.
    let slopes =
        [-1.0_f32, 0.0, 1.0].map(|y| [Vec3::new(-1.0, y, -0.2 * y.abs()), Vec3::new(1.0, y, -0.2 * y.abs())]);
    let triangles = vec![[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]];
    let surface = Arc::new(Surface { vertices: slopes.concat(), triangles });
    let node = world.add_node(NodeSpec::new("roof")).unwrap();
    sun(&mut world, DVec3::NEG_Z, 0.8);
    let view = from_above([41, 41], 2.05);
    let mut middle = |smooth: bool| {
        let material_slots = MaterialSlots::new("roof", 4, Vec::new(), Vec::new()).unwrap();
        let material_slots = if smooth { material_slots.smooth(0.7) } else { material_slots };
        let visual = Visual::new(Shape::TriMesh(surface.clone())).of(chalk);
        world
            .set_visuals(node, vec![Visual { material_slots: Some(Arc::new(material_slots)), ..visual }])
            .unwrap();
        let picture = render(&world, &view, &dull(false)).unwrap();
        picture.rgba[picture.index(20, 20)]
    };
    let slope = (0.2_f32).atan().cos();
    assert!(close(middle(false), grey(AMBIENT + 0.8 * slope)));
    assert!(close(middle(true), grey(AMBIENT + 0.8)));
}

#[test]
fn ambient_light_at_the_foot_of_a_wall_is_half_of_that_far_from_it() {
    let mut world = world();
    let ground = thing(&mut world, "ground", Pose::IDENTITY, Shape::HalfSpace);
    let chalk = chalk(&mut world);
    world.set_visuals(ground, vec![Visual::new(Shape::HalfSpace).of(chalk)]).unwrap();
    let wall = Shape::Box { half_extents: DVec3::new(0.5, 500.0, 400.0) };
    thing(&mut world, "wall", at(0.5, 0.0, 400.0), wall);
    sun(&mut world, DVec3::NEG_Z, 0.0);
    let bright = |x: f64, occlusion_m: f32| {
        let above = View::looking_at(DVec3::new(x, 0.0, 10.0), DVec3::new(x, 0.0, 0.0));
        let style = Style { ambient: Some([[0.8; 3]; 2]), occlusion_m, ..Style::default() };
        let picture = render(&world, &View::orthographic(above, [1, 1], 0.001), &style).unwrap();
        f32::from(picture.rgba[0][0]) / 255.0
    };
    assert!((bright(-0.01, 0.0) - 0.8).abs() < 3e-3);
    // Sixteen rays: the share is one of seventeen.
    assert!((bright(-0.01, 1000.0) - 0.4).abs() < 0.06, "{}", bright(-0.01, 1000.0));
    assert!((bright(-0.01, 0.001) - 0.8).abs() < 3e-3);
    // The share of the view of a long wall of 400 m at a distance of 300 m: (1 - cos 53.13°) / 2.
    assert!((bright(-300.0, 1000.0) - 0.8 * 0.8).abs() < 0.06, "{}", bright(-300.0, 1000.0));
    assert!((bright(-300.0, 100.0) - 0.8).abs() < 3e-3);
}

#[test]
fn exposure_and_the_curve_of_film_develop_light_before_it_is_clipped() {
    let mut world = world();
    let ground = thing(&mut world, "ground", Pose::IDENTITY, Shape::HalfSpace);
    let chalk = chalk(&mut world);
    world.set_visuals(ground, vec![Visual::new(Shape::HalfSpace).of(chalk)]).unwrap();
    sun(&mut world, DVec3::NEG_Z, 2.0 - AMBIENT);
    let shown = |exposure_ev: f32, filmic: bool| {
        let style = Style { exposure_ev, filmic, ..dull(false) };
        render(&world, &from_above([1, 1], 1.0), &style).unwrap().rgba[0][0]
    };
    assert_eq!(shown(0.0, false), 255);
    // The display value 2 is decoded as 1 + 2.4 / 1.055, an eighth of which is shown as 0.672.
    assert!(shown(-3.0, false).abs_diff(171) <= 1, "{}", shown(-3.0, false));
    let film = [-6.0, -3.0, 0.0, 3.0].map(|ev| shown(ev, true));
    assert!(film.is_sorted() && film[2] > 225 && film[2] < 255, "{film:?}");
}
