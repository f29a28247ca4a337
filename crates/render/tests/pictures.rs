//! Rendered images against closed forms.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::f64::consts::FRAC_PI_4;
use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use morse_render::{Picture, Projection, Sky, Style, View, render, render_into, render_smooth};
use morse_world::{
    BodySpec, Light, LightKind, Material, MaterialId, MaterialSlots, NodeId, NodeSpec, PhysicsSettings, Pose,
    Shape, Surface, Texture, Visual, World,
};

/// Light from all around that no picture should have by itself.
const AMBIENT: f32 = 0.2;

fn world() -> World {
    World::new(PhysicsSettings::default())
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, z))
}

fn thing(world: &mut World, name: &str, place: Pose, shape: Shape) -> NodeId {
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
    world.add_node(NodeSpec::new(name).at(place).with_body(body)).unwrap()
}

/// A white material without highlight.
fn chalk(world: &mut World) -> MaterialId {
    let chalk = Material { name: "chalk".to_owned(), rgb: [1.0; 3], remission: 0.0, ..Material::default() };
    world.add_material(chalk).unwrap()
}

fn dull(shadows: bool) -> Style<'static> {
    Style { shadows, ambient: Some([[AMBIENT; 3]; 2]), ..Style::default() }
}

/// A sun that shines into a direction.
fn sun(world: &mut World, towards: DVec3, energy: f32) {
    let turn = DQuat::from_rotation_arc(DVec3::NEG_Z, towards.normalize());
    let node = world.add_node(NodeSpec::new("sun").at(Pose::from_rotation(turn))).unwrap();
    let light = Light { kind: LightKind::Sun, energy, ..Light::default() };
    world.set_light(node, Some(light)).unwrap();
}

fn cube(half: f64) -> Shape {
    Shape::Box { half_extents: DVec3::splat(half) }
}

/// Straight down on the origin from 10 m, `width_m` wide; the top of the picture is +x.
fn from_above(size: [u32; 2], width_m: f64) -> View {
    View::orthographic(View::looking_at(DVec3::Z * 10.0, DVec3::ZERO), size, width_m)
}

/// Places of the world below the pixels of [`from_above`].
fn below(view: &View, column: u32, row: u32) -> [f64; 2] {
    let Projection::Orthographic { width_m } = view.projection else { panic!("not from above") };
    let pixel = width_m / f64::from(view.width);
    let [u, v] = [(column, view.width), (row, view.height)]
        .map(|(place, count)| (f64::from(place) + 0.5 - f64::from(count) / 2.0) * pixel);
    [-v, -u]
}

fn pixels(view: &View) -> impl Iterator<Item = (u32, u32)> + use<> {
    let (width, height) = (view.width, view.height);
    (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)))
}

fn grey(part: f32) -> [u8; 4] {
    let byte = (part.min(1.0) * 255.0 + 0.5) as u8;
    [byte, byte, byte, 255]
}

fn close(a: [u8; 4], b: [u8; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 1)
}

#[test]
fn the_depth_of_a_plane_is_exact_in_every_pixel() {
    let mut world = world();
    let ground = thing(&mut world, "ground", Pose::IDENTITY, Shape::HalfSpace);
    let camera = Pose {
        translation: DVec3::new(1000.0, -2000.0, 1.5),
        rotation: DQuat::from_rotation_z(0.6) * DQuat::from_rotation_y(0.3),
    };
    let view = View::perspective(camera, [77, 51], 1.1);
    let picture = render(&world, &view, &Style::default()).unwrap();
    let pixel = 2.0 * (1.1_f64 / 2.0).tan() / 77.0;
    for (column, row) in pixels(&view) {
        let u = (f64::from(column) + 0.5 - 38.5) * pixel;
        let v = (f64::from(row) + 0.5 - 25.5) * pixel;
        // A direction that is 1 long along the axis: what it is scaled by to reach the ground is the depth.
        let slope = (camera.rotation * DVec3::new(1.0, -u, -v)).z;
        let (depth, node) =
            (picture.depth[picture.index(column, row)], picture.nodes[picture.index(column, row)]);
        if slope < 0.0 {
            let expected = 1.5 / -slope;
            assert!(
                (f64::from(depth) / expected - 1.0).abs() < 1e-4,
                "{depth} at {column}, {row}: {expected}"
            );
            assert_eq!(node, Some(ground));
        } else {
            assert!(depth.is_infinite() && node.is_none());
        }
    }
}

#[test]
fn a_ball_is_a_disc() {
    let mut world = world();
    let ball = thing(&mut world, "ball", at(0.0, 0.0, 1.0), Shape::Sphere { radius: 1.0 });
    let view = from_above([64, 64], 3.0);
    let picture = render(&world, &view, &Style::default()).unwrap();
    for (column, row) in pixels(&view) {
        let [x, y] = below(&view, column, row);
        let (away, place) = (x.hypot(y), picture.index(column, row));
        if (away - 1.0).abs() < 1e-3 {
            continue;
        }
        assert_eq!(picture.nodes[place], (away < 1.0).then_some(ball), "{x}, {y}");
        if away < 1.0 {
            let expected = 10.0 - (1.0 + (1.0 - away * away).sqrt());
            assert!((f64::from(picture.depth[place]) - expected).abs() < 1e-4);
        }
    }
}

#[test]
fn the_side_to_the_light_is_lit_by_the_cosine_and_the_other_one_is_not() {
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
    // Neither does a colour of its own come from nowhere, nor is one lost.
    world.set_color(node, Some([1.0, 0.5, 0.0])).unwrap();
    let view = View::orthographic(View::looking_at(DVec3::X * -5.0, DVec3::ZERO), [9, 9], 1.0);
    assert!(close(render(&world, &view, &dull(false)).unwrap().rgba[40], [51, 26, 0, 255]));
}

#[test]
fn soft_light_does_not_cut_off_what_is_bright() {
    let lit = |energy: f32| {
        let mut world = world();
        let node = world.add_node(NodeSpec::new("cube")).unwrap();
        let chalk = chalk(&mut world);
        world.set_visuals(node, vec![Visual::new(cube(1.0)).of(chalk)]).unwrap();
        sun(&mut world, DVec3::NEG_X, energy);
        let view = View::orthographic(View::looking_at(DVec3::X * 5.0, DVec3::ZERO), [9, 9], 1.0);
        render(&world, &view, &Style { soft: true, ..dull(false) }).unwrap().rgba[40]
    };
    // As it is up to 0.7, and beyond 1 - 0.09 / (light - 0.4).
    assert!(close(lit(0.5), grey(AMBIENT + 0.5)));
    for energy in [0.8, 2.0, 5.0] {
        let light = AMBIENT + energy;
        assert!(close(lit(energy), grey(1.0 - 0.09 / (light - 0.4))), "{energy}: {:?}", lit(energy));
        assert!(lit(energy)[0] < 255, "{energy}");
    }
}

#[test]
fn a_shadow_ends_where_the_sun_looks_over_the_wall() {
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
    // What is left out of the picture throws no shadow.
    let without = [wall].into_iter().collect();
    let style = Style { except: Some(&without), ..dull(true) };
    assert!(render(&world, &view, &style).unwrap().rgba.iter().all(|&pixel| close(pixel, lit)));
}

/// A square of 2 m in the plane of x and y whose image coordinates run from 0 to 1 along +x and +y.
fn painted(world: &mut World, name: &str, place: Pose, alpha: f32) -> NodeId {
    let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]].concat();
    let image = Texture { name: "four".to_owned(), width: 2, height: 2, rgba: rgba.into() };
    let texture = Some(world.add_texture(image).unwrap());
    let material =
        Material { name: "image".to_owned(), remission: 0.0, alpha, texture, ..Material::default() };
    let material = world.add_material(material).unwrap();
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let surface = Surface {
        vertices: corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let [a, b, c, d] = corners.map(|corner| corner.map(|x: f32| x / 2.0 + 0.5));
    let coat = MaterialSlots::new(name, 2, Vec::new(), vec![[a, b, c], [a, c, d]]).unwrap();
    let look =
        Visual { coat: Some(Arc::new(coat)), ..Visual::new(Shape::TriMesh(Arc::new(surface))).of(material) };
    let node = world.add_node(NodeSpec { scale: DVec3::new(2.0, 1.0, 1.0), ..NodeSpec::new(name).at(place) });
    let node = node.unwrap();
    world.set_visuals(node, vec![look]).unwrap();
    node
}

#[test]
fn an_image_lies_on_a_surface_as_its_coordinates_say() {
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
        // Between the centres of four pixels, which are at half the way to the corners, colours are mixed.
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
fn what_is_behind_shines_through() {
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
    let mut look = |alpha: f32| {
        world.set_alpha(pane, alpha).unwrap();
        let picture = render(&world, &from_above([8, 8], 4.0), &dull(false)).unwrap();
        // The upper left is +x and +y.
        (picture.rgba[0], picture.nodes[0].unwrap(), picture.depth[0].round())
    };
    assert_eq!(look(1.0), (grey(0.8 * 0.75), ground, 10.0));
    assert_eq!(look(0.5), (grey(0.8 * 0.875), ground, 10.0));
    assert_eq!(look(0.0), (grey(0.8), ground, 10.0));
}

#[test]
fn nothing_is_seen_before_the_near_end_nor_beyond_the_far_end() {
    let mut world = world();
    let near = thing(&mut world, "near", at(2.0, 0.0, 0.0), cube(0.25));
    let far = thing(&mut world, "far", at(6.0, 0.0, 0.0), cube(4.0));
    let middle = |near_m, far_m| {
        let view = View { near_m, far_m, ..View::perspective(Pose::IDENTITY, [9, 9], 0.3) };
        let picture = render(&world, &view, &Style::default()).unwrap();
        (picture.nodes[40], (picture.depth[40] * 1e5).round() / 1e5)
    };
    assert_eq!(middle(0.0, f64::INFINITY), (Some(near), 1.75));
    assert_eq!(middle(1.8, f64::INFINITY), (Some(far), 2.0));
    assert_eq!(middle(1.8, 1.9).0, None);
    assert_eq!(middle(0.0, 1.7), (None, f32::INFINITY));
}

#[test]
fn where_nothing_is_there_is_the_horizon_or_a_backdrop() {
    let mut world = world();
    world.set_horizon([1.0, 0.0, 0.5]).unwrap();
    let view = View::perspective(Pose::IDENTITY, [4, 2], 1.0);
    let picture = render(&world, &view, &Style::default()).unwrap();
    assert!(picture.rgba.iter().all(|&pixel| pixel == [255, 0, 128, 255]));
    let sky = Sky::Backdrop { bottom: [0.0; 3], top: [1.0; 3] };
    let picture = render(&world, &view, &Style { sky, ..Style::default() }).unwrap();
    assert_eq!([picture.rgba[0], picture.rgba[7]], [grey(0.75), grey(0.25)]);
}

#[test]
fn a_smooth_surface_is_lit_as_if_it_were_round() {
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
        let coat = MaterialSlots::new("roof", 4, Vec::new(), Vec::new()).unwrap();
        let coat = if smooth { coat.smooth(0.7) } else { coat };
        let look = Visual::new(Shape::TriMesh(surface.clone())).of(chalk);
        world.set_visuals(node, vec![Visual { coat: Some(Arc::new(coat)), ..look }]).unwrap();
        let picture = render(&world, &view, &dull(false)).unwrap();
        picture.rgba[picture.index(20, 20)]
    };
    let slope = (0.2_f32).atan().cos();
    assert!(close(middle(false), grey(AMBIENT + 0.8 * slope)));
    assert!(close(middle(true), grey(AMBIENT + 0.8)));
}

#[test]
fn a_triangle_too_small_for_its_area_to_be_a_number_is_drawn_plain() {
    let mut world = world();
    let chalk = chalk(&mut world);
    let vertices = vec![Vec3::ZERO, Vec3::X * 1e-12, Vec3::Y * 1e-12];
    let surface = Arc::new(Surface { vertices, triangles: vec![[0, 1, 2]] });
    let coat = MaterialSlots::new("speck", 1, Vec::new(), vec![[[0.0; 2], [1.0; 2], [0.5; 2]]]).unwrap();
    let coat = Arc::new(coat.smooth(0.6));
    let node = world.add_node(NodeSpec { scale: DVec3::splat(1e9), ..NodeSpec::new("speck") }).unwrap();
    let look = Visual { coat: Some(coat), ..Visual::new(Shape::TriMesh(surface)).of(chalk) };
    world.set_visuals(node, vec![look]).unwrap();
    sun(&mut world, DVec3::NEG_Z, 0.5);
    let picture = render(&world, &from_above([20, 20], 0.002), &dull(false)).unwrap();
    let seen = picture.nodes.iter().flatten().count();
    assert!(seen > 20 && picture.rgba.contains(&grey(AMBIENT + 0.5)), "{seen}");
}

/// Something of everything.
fn yard() -> World {
    let mut world = world();
    thing(&mut world, "ground", Pose::IDENTITY, Shape::HalfSpace);
    for i in 0..30 {
        let (row, column) = (f64::from(i / 6), f64::from(i % 6));
        let shape = match i % 3 {
            0 => cube(0.4),
            1 => Shape::Sphere { radius: 0.5 },
            _ => Shape::Cone { radius: 0.4, half_height: 0.5 },
        };
        thing(&mut world, &format!("thing{i}"), at(1.5 * row - 3.0, 1.5 * column - 4.0, 0.5), shape);
    }
    painted(&mut world, "pane", at(0.0, 0.0, 2.0), 0.6);
    world
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let world = yard();
    let pose = View::looking_at(DVec3::new(7.0, -6.0, 5.0), DVec3::ZERO);
    let view = View { near_m: 5.0, ..View::perspective(pose, [203, 117], 0.9) };
    let style = Style { shadows: true, ..Style::default() };
    let draw = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| render(&world, &view, &style).unwrap())
    };
    let pictures = [1, 2, 4].map(draw);
    assert!(pictures[0] == pictures[1] && pictures[0] == pictures[2]);
    assert!(pictures[0].nodes.iter().flatten().collect::<std::collections::BTreeSet<_>>().len() > 20);
}

#[test]
fn a_picture_without_colours_has_the_same_depth_and_nodes() {
    let world = yard();
    let pose = View::looking_at(DVec3::new(7.0, -6.0, 5.0), DVec3::ZERO);
    let view = View::perspective(pose, [64, 48], 0.9);
    let full = render(&world, &view, &Style { shadows: true, ..Style::default() }).unwrap();
    let mut bare = Picture::default();
    render_into(&world, &view, &Style { colours: false, ..Style::default() }, &mut bare).unwrap();
    assert_eq!((&full.depth, &full.nodes, bare.rgba.len()), (&bare.depth, &bare.nodes, 0));
    // And a picture can be used again for one of another size.
    render_into(&world, &View { width: 32, ..view }, &Style::default(), &mut bare).unwrap();
    assert_eq!((bare.rgba.len(), bare.depth.len()), (32 * 48, 32 * 48));
}

#[test]
fn the_edges_of_a_smooth_picture_are_mixed() {
    let mut world = world();
    thing(&mut world, "ball", at(0.0, 0.0, 1.0), Shape::Sphere { radius: 1.0 });
    let view = from_above([64, 64], 3.0);
    let sky = Sky::Backdrop { bottom: [1.0, 0.0, 1.0], top: [1.0, 0.0, 1.0] };
    let style = Style { sky, ..dull(false) };
    let count = |picture: &Picture| {
        picture
            .rgba
            .iter()
            .filter(|[r, g, b, _]| *g > 0 && (*r > g.saturating_add(2) || *b > g.saturating_add(2)))
            .count()
    };
    assert_eq!(count(&render(&world, &view, &style).unwrap()), 0);
    let smooth = render_smooth(&world, &view, &style, None, &[]).unwrap();
    assert_eq!((smooth.width, smooth.height), (64, 64));
    assert!(count(&smooth) > 60, "{}", count(&smooth));
}

#[test]
fn a_view_that_no_camera_has_leaves_the_picture_alone() {
    let world = world();
    let view = View::perspective(Pose::IDENTITY, [8, 8], 1.0);
    let mut picture = render(&world, &view, &Style::default()).unwrap();
    let before = picture.clone();
    let error = render_into(&world, &View { width: 0, ..view }, &Style::default(), &mut picture).unwrap_err();
    assert!(error.to_string().contains("16384"), "{error}");
    assert_eq!(picture, before);
}
