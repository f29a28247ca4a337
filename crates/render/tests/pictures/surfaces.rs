//! Textured and transparent surfaces.

use std::f64::consts::FRAC_PI_4;
use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use morse_render::{Style, View, Visibility, render};
use morse_world::{
    Material, MaterialSlots, NodeSet, NodeSpec, PhysicsSettings, Pose, Shape, Surface, Visual, World,
};

use crate::{AMBIENT, at, below, chalk, close, dull, from_above, grey, painted, pixels, sun, thing, world};

#[test]
fn texture_is_placed_by_uv_coordinates() {
    let mut world = world();
    let turn = Pose { translation: DVec3::new(0.5, 0.0, 0.0), rotation: DQuat::from_rotation_z(FRAC_PI_4) };
    painted(&mut world, "square", turn, 1.0);
    sun(&mut world, DVec3::NEG_Z, 1.0 - AMBIENT);
    let view = from_above([120, 120], 6.0);
    let picture = render(&world, &view, &dull(false)).unwrap();
    let mut seen = 0;
    for (column, row) in pixels(&view) {
        let [x, y] = below(&view, column, row);
        // Twice as long along its own x axis.
        let own = turn.inverse().transform_point(DVec3::new(x, y, 0.0)) / DVec3::new(2.0, 1.0, 1.0);
        if own.abs().max_element() > 0.999 {
            continue;
        }
        // Colors are interpolated between the centers of the four texels, which are halfway to the corners.
        let [u, v] = [own.x, own.y].map(|part| (part + 0.5).rem_euclid(2.0));
        let [u, v] = [u, v].map(|part| if part <= 1.0 { part } else { 2.0 - part } as f32);
        let mix = |low: f32, high: f32, share: f32| low + share * (high - low);
        let expected = std::array::from_fn(|part| {
            let texel = |number: usize| {
                [[0.0, 0.0, 1.0], [1.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]][number][part.min(2)]
            };
            let part =
                if part == 3 { 1.0 } else { mix(mix(texel(0), texel(1), u), mix(texel(2), texel(3), u), v) };
            (part * 255.0 + 0.5) as u8
        });
        let found = picture.rgba[picture.index(column, row)];
        assert!(close(found, expected), "{own}: {found:?}, not {expected:?}");
        seen += 1;
    }
    assert!(seen > 2000, "{seen}");
}

#[test]
fn transparent_surface_blends_with_background() {
    let mut world = world();
    let ground = thing(&mut world, "ground", Pose::IDENTITY, Shape::HalfSpace);
    let chalk = chalk(&mut world);
    world.set_visuals(ground, vec![Visual::new(Shape::HalfSpace).of(chalk)]).unwrap();
    let pane = world.add_node(NodeSpec::new("pane").at(at(0.0, 0.0, 2.0))).unwrap();
    let glass = Material { rgb: [0.0; 3], remission: 0.0, alpha: 0.25, ..Material::default() };
    let glass = world.add_material(glass).unwrap();
    let sheet =
        Surface { vertices: vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0], triangles: vec![[0, 1, 2]] };
    world.set_visuals(pane, vec![Visual::new(Shape::TriMesh(Arc::new(sheet))).of(glass)]).unwrap();
    sun(&mut world, DVec3::NEG_Z, 0.6);
    let mut visual = |alpha: f32| {
        world.set_alpha(pane, alpha).unwrap();
        let picture = render(&world, &from_above([8, 8], 4.0), &dull(false)).unwrap();
        // The upper left pixel is at +x and +y.
        (picture.rgba[0], picture.nodes[0].unwrap(), picture.depth[0].round())
    };
    assert_eq!(visual(1.0), (grey(0.8 * 0.75), ground, 10.0));
    assert_eq!(visual(0.5), (grey(0.8 * 0.875), ground, 10.0));
    assert_eq!(visual(0.0), (grey(0.8), ground, 10.0));
}

#[test]
fn triangle_with_underflowing_area_is_drawn_without_texture() {
    let mut world = world();
    let chalk = chalk(&mut world);
    let vertices = vec![Vec3::ZERO, Vec3::X * 1e-12, Vec3::Y * 1e-12];
    let surface = Arc::new(Surface { vertices, triangles: vec![[0, 1, 2]] });
    let material_slots =
        MaterialSlots::new("speck", 1, Vec::new(), vec![[[0.0; 2], [1.0; 2], [0.5; 2]]]).unwrap();
    let material_slots = Arc::new(material_slots.smooth(0.6));
    let node = world.add_node(NodeSpec { scale: DVec3::splat(1e9), ..NodeSpec::new("speck") }).unwrap();
    let visual =
        Visual { material_slots: Some(material_slots), ..Visual::new(Shape::TriMesh(surface)).of(chalk) };
    world.set_visuals(node, vec![visual]).unwrap();
    sun(&mut world, DVec3::NEG_Z, 0.5);
    let picture = render(&world, &from_above([20, 20], 0.002), &dull(false)).unwrap();
    let seen = picture.nodes.iter().flatten().count();
    assert!(seen > 20 && picture.rgba.contains(&grey(AMBIENT + 0.5)), "{seen}");
}

#[test]
fn normals_of_a_ball_point_away_from_its_middle_also_behind_glass() {
    let mut world = World::new(PhysicsSettings::default());
    let glass = Material { name: "glass".to_owned(), alpha: 0.3, ..Material::default() };
    let glass = world.add_material(glass).unwrap();
    let pane = world.add_node(NodeSpec::new("pane").at(Pose::from_translation(DVec3::X * 2.0))).unwrap();
    let shape = Shape::Box { half_extents: DVec3::new(0.01, 9.0, 9.0) };
    world.set_visuals(pane, vec![Visual::new(shape).of(glass)]).unwrap();
    let ball = world.add_node(NodeSpec::new("ball").at(Pose::from_translation(DVec3::X * 4.0))).unwrap();
    world.set_visuals(ball, vec![Visual::new(Shape::Sphere { radius: 1.0 })]).unwrap();
    let view = View::perspective(Pose::IDENTITY, [64, 48], 0.8);
    for visibility in [Visibility::Raster, Visibility::Rays] {
        let style = Style { colors: false, normals: true, visibility, ..Style::default() };
        let picture = render(&world, &view, &style).unwrap();
        let mut count = 0;
        for (index, normal) in picture.normals.iter().enumerate() {
            if picture.nodes[index] != Some(ball) {
                assert_eq!(*normal, [0.0; 3], "{index}");
                continue;
            }
            let pixel = 2.0 * 0.4_f64.tan() / 64.0;
            let left = (31.5 - (index % 64) as f64) * pixel;
            let up = (23.5 - (index / 64) as f64) * pixel;
            let point = f64::from(picture.depth[index]) * DVec3::new(1.0, left, up);
            let expected = point - DVec3::X * 4.0;
            assert!(
                (DVec3::from_array(normal.map(f64::from)) - expected).length() < 1e-4,
                "{index}: {normal:?}"
            );
            count += 1;
        }
        assert!(count > 300, "{count}");
    }
    // Alone, the ball covers the same pixels; the pane covers all.
    let only = NodeSet::from_iter([pane]);
    let style = Style { colors: false, only: Some(&only), ..Style::default() };
    assert!(
        render(&world, &view, &style).unwrap().nodes.iter().all(|node| node.is_none()),
        "the pane is transparent"
    );
    let only = NodeSet::from_iter([ball]);
    let alone = render(&world, &view, &Style { only: Some(&only), ..style }).unwrap();
    assert!(alone.nodes.iter().filter(|node| **node == Some(ball)).count() > 300);
}
