//! Pictures through lenses show points where the projection of the lens puts them.

use glam::{DVec2, DVec3};
use morse_render::{
    Distortion, Fisheye, Lens, LensModel, Picture, PixelDirections, Style, View, render_into, render_through,
};
use morse_world::{NodeId, Pose, Shape, World};

use super::{thing, world};

const SIZE: [u32; 2] = [640, 480];
/// Radius of the balls that mark points. [m]
const RADIUS_M: f64 = 0.04;
/// Shifts along each axis, of parts of a pixel.
const SHIFTS: u32 = 4;

fn lens(model: LensModel, focal: f64) -> Lens {
    let center = DVec2::new(317.3, 244.8);
    Lens { model, focal: DVec2::new(focal, 1.01 * focal), center, angle_max: std::f64::consts::PI }
}

fn view(at: Pose) -> View {
    View::perspective(at, SIZE, 1.0)
}

fn picture(world: &World, view: &View, lens: &Lens) -> Picture {
    let directions = PixelDirections::new(lens, [view.width, view.height]).unwrap();
    let mut picture = Picture::default();
    render_through(world, view, &directions, &Style::default(), &mut picture).unwrap();
    picture
}

/// The mean of the centers of the pixels that show a node, and their number.
fn centroid(picture: &Picture, node: NodeId) -> (DVec2, u32) {
    let mut sum = (DVec2::ZERO, 0);
    for (number, _) in (0..).zip(&picture.nodes).filter(|(_, seen)| **seen == Some(node)) {
        sum.0 += DVec2::new(f64::from(number % SIZE[0]) + 0.5, f64::from(number / SIZE[0]) + 0.5);
        sum.1 += 1;
    }
    (sum.0 / f64::from(sum.1), sum.1)
}

/// The centroid of the outline of a small ball, from the projections of the directions that touch it.
fn outline_centroid(lens: &Lens, center: DVec3, radius: f64) -> Option<DVec2> {
    const POINTS: u32 = 64;
    let (across, down) = center.normalize().any_orthonormal_pair();
    // The circle on which rays touch the ball.
    let sine = radius / center.length();
    let (middle, aside) = (center * (1.0 - sine * sine), radius * (1.0 - sine * sine).sqrt());
    let point = |number: u32| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(number) / f64::from(POINTS)).sin_cos();
        lens.project(middle + aside * (across * cos + down * sin))
    };
    let outline: Vec<DVec2> = (0..POINTS).map(point).collect::<Option<_>>()?;
    let mut sum = (DVec2::ZERO, 0.0);
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let area = a.perp_dot(*b);
        sum = (sum.0 + (*a + *b) * area / 3.0, sum.1 + area);
    }
    Some(sum.0 / sum.1)
}

#[test]
fn grid_points_are_within_a_tenth_of_a_pixel_of_their_projection() {
    let five = Distortion { radial: [-0.28, 0.07, 0.002, 0.0, 0.0, 0.0], tangential: [1.5e-3, -8e-4] };
    let eight = Distortion { radial: [0.4, -0.1, 0.01, 0.5, -0.08, 0.02], tangential: [-1e-3, 5e-4] };
    let four = Distortion { radial: [-0.1, 0.02, 0.0, 0.0, 0.0, 0.0], tangential: [1e-3, 1e-3] };
    let fisheye = Fisheye { coefficients: [-0.02, 0.004, -0.002, 0.0003] };
    for lens in [
        lens(LensModel::Distorted(five), 420.0),
        lens(LensModel::Distorted(eight), 420.0),
        lens(LensModel::Fisheye(fisheye), 240.0),
        lens(LensModel::Omnidirectional { xi: 1.2, distortion: four }, 500.0),
    ] {
        let points: Vec<DVec3> = (-4..=4)
            .flat_map(|across| (-3..=3).map(move |down| [across, down]))
            // In the axes of the image: x to the right, y down, z ahead.
            .map(|[across, down]| DVec3::new(0.3 * f64::from(across), 0.3 * f64::from(down), 2.0))
            .collect();
        let mut world = world();
        let mut balls = Vec::new();
        for point in &points {
            let place = Pose::from_translation(DVec3::new(point.z, -point.x, -point.y));
            let ball = Shape::Sphere { radius: RADIUS_M };
            balls.push(thing(&mut world, &format!("ball{}", balls.len()), place, ball));
        }
        // The mean of pictures that are shifted by parts of a pixel, because a ball covers only some 200 pixels.
        let mut errors = vec![DVec2::ZERO; points.len()];
        let mut seen = vec![true; points.len()];
        for number in 0..SHIFTS * SHIFTS {
            let shift =
                DVec2::new(f64::from(number % SHIFTS), f64::from(number / SHIFTS)) / f64::from(SHIFTS);
            let lens = Lens { center: lens.center + shift, ..lens };
            let picture = picture(&world, &view(Pose::IDENTITY), &lens);
            for (index, point) in points.iter().enumerate() {
                let expected = outline_centroid(&lens, *point, RADIUS_M).unwrap_or_default();
                let margin = DVec2::splat(20.0);
                seen[index] &= expected.cmpge(margin).all()
                    && expected.cmple(DVec2::from(SIZE.map(f64::from)) - margin).all();
                if seen[index] {
                    let (found, count) = centroid(&picture, balls[index]);
                    assert!(count > 20, "{point}: {count} pixels");
                    errors[index] += (found - expected) / f64::from(SHIFTS * SHIFTS);
                }
            }
        }
        let errors: Vec<f64> =
            errors.iter().zip(&seen).filter(|(_, seen)| **seen).map(|(error, _)| error.length()).collect();
        let worst = errors.iter().copied().fold(0.0, f64::max);
        assert!(errors.len() > 40, "{lens:?}: {}", errors.len());
        assert!(worst <= 0.1, "{lens:?}: {worst} px");
        println!("{:?}: {worst:.3} px at {} points", lens.model, errors.len());
    }
}

#[test]
fn lens_without_distortion_shows_the_picture_of_the_pinhole_camera() {
    let mut world = world();
    for number in 0..30 {
        let place = DVec3::new(6.0, f64::from(number % 6) - 2.5, f64::from(number / 6) - 2.0);
        thing(
            &mut world,
            &format!("it{number}"),
            Pose::from_translation(place),
            Shape::Sphere { radius: 0.4 },
        );
    }
    let view = View::perspective(Pose::IDENTITY, SIZE, 1.2);
    let focal = 320.0 / 0.6_f64.tan();
    let model = LensModel::Distorted(Distortion::default());
    let center = DVec2::new(320.0, 240.0);
    let lens = Lens { model, focal: DVec2::splat(focal), center, angle_max: std::f64::consts::PI };
    let through = picture(&world, &view, &lens);
    let mut plain = Picture::default();
    render_into(&world, &view, &Style::default(), &mut plain).unwrap();
    let differ = |count: usize| count < SIZE[0] as usize * SIZE[1] as usize / 2000;
    assert!(differ(plain.nodes.iter().zip(&through.nodes).filter(|(a, b)| a != b).count()));
    let colors = plain.rgba.iter().zip(&through.rgba);
    assert!(differ(colors.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 1)).count()));
}

#[test]
fn pixels_outside_of_the_image_circle_are_black_and_show_nothing() {
    let mut world = world();
    let all = Shape::Sphere { radius: 50.0 };
    let hull = thing(&mut world, "hull", Pose::from_translation(DVec3::new(60.0, 0.0, 0.0)), all);
    let lens = Lens { angle_max: 0.5, ..lens(LensModel::Fisheye(Fisheye::default()), 240.0) };
    let picture = picture(&world, &view(Pose::IDENTITY), &lens);
    let at = |column: usize, row: usize| row * SIZE[0] as usize + column;
    assert_eq!((picture.nodes[at(317, 244)], picture.nodes[at(5, 5)]), (Some(hull), None));
    assert_eq!((picture.rgba[at(5, 5)], picture.depth[at(5, 5)]), ([0, 0, 0, 255], f32::INFINITY));
}

#[test]
fn lens_of_another_size_is_refused() {
    let lens = lens(LensModel::Fisheye(Fisheye::default()), 240.0);
    let directions = PixelDirections::new(&lens, [10, 10]).unwrap();
    let mut picture = Picture::default();
    let error = render_through(&world(), &view(Pose::IDENTITY), &directions, &Style::default(), &mut picture);
    assert!(error.unwrap_err().to_string().contains("the size of the image of the lens"));
}
