//! Independence of pictures from threads and buffers, anti-aliasing, and invalid views.

use glam::{DVec2, DVec3};
use morse_render::{Grid, Picture, Sky, SmoothRenderer, Style, View, render, render_into, render_smooth};
use morse_world::{Pose, RayKind, Shape, World};

use crate::{at, cube, dull, from_above, painted, thing, world};

/// A world with several shapes, a textured transparent pane and the ground.
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
fn picture_is_bit_identical_for_any_number_of_threads() {
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
fn picture_without_colors_or_nodes_is_otherwise_the_same() {
    let world = yard();
    let pose = View::looking_at(DVec3::new(7.0, -6.0, 5.0), DVec3::ZERO);
    let view = View::perspective(pose, [64, 48], 0.9);
    let full = render(&world, &view, &Style { shadows: true, ..Style::default() }).unwrap();
    let mut bare = Picture::default();
    render_into(&world, &view, &Style { colors: false, ..Style::default() }, &mut bare).unwrap();
    assert_eq!((&full.depth, &full.nodes, bare.rgba.len()), (&bare.depth, &bare.nodes, 0));
    let style = Style { shadows: true, nodes: false, ..Style::default() };
    render_into(&world, &view, &style, &mut bare).unwrap();
    assert_eq!((&full.depth, &full.rgba, bare.nodes.len()), (&bare.depth, &bare.rgba, 0));
    // A picture can be reused for a different size.
    render_into(&world, &View { width: 32, ..view }, &Style::default(), &mut bare).unwrap();
    assert_eq!((bare.rgba.len(), bare.depth.len()), (32 * 48, 32 * 48));
}

#[test]
fn edges_of_smooth_picture_are_antialiased() {
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
fn more_samples_give_edges_more_shades_and_one_sample_gives_the_plain_picture() {
    let world = yard();
    let pose = View::looking_at(DVec3::new(7.0, -6.0, 5.0), DVec3::ZERO);
    let view = View::perspective(pose, [64, 64], 1.0);
    let style = dull(false);
    let with = |side: u32| {
        let mut renderer = SmoothRenderer::default().with_samples(side);
        renderer.draw(&world, &view, &style, None, &[]).unwrap().clone()
    };
    let shades = |picture: &Picture| {
        picture.rgba.iter().copied().collect::<std::collections::BTreeSet<[u8; 4]>>().len()
    };
    let plain = render(&world, &view, &style).unwrap();
    assert_eq!(with(1), plain);
    assert_eq!(with(2), render_smooth(&world, &view, &style, None, &[]).unwrap());
    let counts = [1, 2, 4, 8].map(|side| shades(&with(side)));
    assert!(counts.is_sorted_by(|few, many| few < many), "{counts:?}");
    // The mean color does not depend on the number of samples.
    let mean = |picture: &Picture| {
        let sum: f64 = picture.rgba.iter().map(|[red, ..]| f64::from(*red)).sum();
        sum / picture.rgba.len() as f64
    };
    assert!((mean(&with(8)) - mean(&plain)).abs() < 2.0, "{} {}", mean(&with(8)), mean(&plain));
}

#[test]
fn parts_of_a_film_that_changed_are_drawn_as_in_a_new_picture() {
    let mut world = yard();
    let pose = View::looking_at(DVec3::new(7.0, -6.0, 5.0), DVec3::ZERO);
    let grid = Grid {
        world_from_grid: at(0.0, 0.0, 0.0),
        spacing_m: 1.0,
        strong_every: 5,
        low: DVec2::splat(-4.0),
        high: DVec2::splat(4.0),
        rgb: [0.1; 3],
        opacity: [0.3, 0.6],
    };
    let style = Style { shadows: true, outlines: true, soft: true, ..Style::default() };
    let moved = world.find("thing8").unwrap();
    for view in [View::perspective(pose, [203, 117], 0.9), View::orthographic(pose, [203, 117], 9.0)] {
        let mut renderer = SmoothRenderer::default();
        renderer.draw(&world, &view, &style, Some(&grid), &[]).unwrap();
        let before = world.bounds(moved, RayKind::Visual).unwrap();
        let there = world.world_from(moved).translation + DVec3::new(0.4, -0.7, 0.3);
        world.set_local_pose(moved, Pose::from_translation(there));
        let changed = [before, world.bounds(moved, RayKind::Visual).unwrap()];
        let part = renderer.draw_changes(&world, &view, &style, Some(&grid), &[], &changed).unwrap();
        let whole = render_smooth(&world, &view, &style, Some(&grid), &[]).unwrap();
        let different = part.rgba.iter().zip(&whole.rgba).filter(|(part, whole)| part != whole).count();
        assert_eq!(different, 0);
        assert_eq!((&part.depth, &part.nodes), (&whole.depth, &whole.nodes));
    }
}

#[test]
fn invalid_view_leaves_the_picture_unchanged() {
    let world = world();
    let view = View::perspective(Pose::IDENTITY, [8, 8], 1.0);
    let mut picture = render(&world, &view, &Style::default()).unwrap();
    let before = picture.clone();
    let error = render_into(&world, &View { width: 0, ..view }, &Style::default(), &mut picture).unwrap_err();
    assert!(error.to_string().contains("16384"), "{error}");
    assert_eq!(picture, before);
}
