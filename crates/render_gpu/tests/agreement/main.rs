//! Pictures of the GPU agree with those of the CPU.
//!
//! Without a GPU or a software renderer such as lavapipe, the tests print that and pass.
#![cfg(feature = "wgpu")]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod comparison;
mod lost;
mod scenes;

use std::f64::consts::PI;
use std::sync::Arc;

use glam::{DQuat, DVec2, DVec3, Vec3};
use morse_render::{Distortion, Fisheye, Lens, LensModel, PixelDirections, Projection, Sky, Style, View};
use morse_world::{Illumination, Light, LightKind, NodeSet, Pose, World};

use crate::comparison::{assert_agreement, device};
use crate::scenes::{furnished, garden, solids};

fn view() -> View {
    let pose = View::looking_at(DVec3::new(-6.0, -3.0, 3.0), DVec3::new(0.0, 0.0, 0.6));
    View { near_m: 0.1, far_m: 100.0, ..View::perspective(pose, [161, 120], 1.0) }
}

#[test]
fn solids_in_the_light_of_the_default_sun_agree() {
    let Some(device) = device() else { return };
    let style = Style { normals: true, ..Style::default() };
    assert_agreement(&*device, &solids(), &view(), None, &style);
    assert_agreement(&*device, &solids(), &view(), None, &Style { shadows: true, ..style });
    assert_agreement(&*device, &solids(), &view(), None, &Style { colors: false, ..style });
}

#[test]
fn lamps_of_all_kinds_agree() {
    let Some(device) = device() else { return };
    let kinds = [LightKind::Point, LightKind::Sun, LightKind::Hemisphere, LightKind::Spot { angle: 1.1 }];
    for (kind, sphere) in kinds.into_iter().zip([true, false, false, false]) {
        for linear in [false, true] {
            let mut world = solids();
            let turn = DQuat::from_rotation_arc(DVec3::NEG_Z, DVec3::new(0.2, 0.3, -1.0).normalize());
            let above = Pose { translation: DVec3::new(-1.0, -1.5, 4.0), rotation: turn };
            let lamp = world.add_node(morse_world::NodeSpec::new("lamp").at(above)).unwrap();
            let light =
                Light { kind, sphere, rgb: [1.0, 0.8, 0.6], energy: 1.4, distance: 9.0, ..Light::default() };
            world.set_light(lamp, Some(light)).unwrap();
            world
                .set_illumination(linear.then_some(Illumination { linear, ambient: [0.1, 0.1, 0.2] }))
                .unwrap();
            let style = Style { shadows: true, soft: !linear, ..Style::default() };
            assert_agreement(&*device, &world, &view(), None, &style);
        }
    }
}

#[test]
fn textures_layers_and_transparent_surfaces_agree() {
    let Some(device) = device() else { return };
    for linear in [false, true] {
        let mut world = garden();
        world.set_illumination(Some(Illumination { linear, ambient: [0.1; 3] })).unwrap();
        assert_agreement(&*device, &world, &view(), None, &Style { normals: true, ..Style::default() });
    }
    let world = garden();
    let low = View::looking_at(DVec3::new(-20.0, 1.0, 0.8), DVec3::ZERO);
    let sky = Sky::Backdrop { bottom: [0.9, 0.8, 0.7], top: [0.2, 0.3, 0.6] };
    let style = Style { shadows: true, soft: true, sky, ..Style::default() };
    assert_agreement(&*device, &world, &View { world_from_camera: low, ..view() }, None, &style);
}

#[test]
fn ambient_occlusion_exposure_and_the_curve_of_film_agree() {
    let Some(device) = device() else { return };
    for linear in [false, true] {
        let mut world = garden();
        world.set_illumination(Some(Illumination { linear, ambient: [0.1; 3] })).unwrap();
        let dim = Style { occlusion_m: 1.0, ..Style::default() };
        let film = Style { exposure_ev: 0.7, filmic: true, ..Style::default() };
        for style in [dim, film] {
            assert_agreement(&*device, &world, &view(), None, &style);
        }
    }
    let style = Style { occlusion_m: 3.0, exposure_ev: -1.5, ..Style::default() };
    assert_agreement(&*device, &furnished(), &view(), None, &style);
}

#[test]
fn orthographic_and_clipped_images_agree() {
    let Some(device) = device() else { return };
    for world in [solids(), garden()] {
        let projection = Projection::Orthographic { width_m: 9.0 };
        assert_agreement(&*device, &world, &View { projection, ..view() }, None, &Style::default());
        let clipped = View { near_m: 5.5, far_m: 8.0, ..view() };
        assert_agreement(&*device, &world, &clipped, None, &Style::default());
    }
}

#[test]
fn images_through_lenses_agree() {
    let Some(device) = device() else { return };
    let distortion = Distortion { radial: [-0.28, 0.07, 0.002, 0.0, 0.0, 0.0], tangential: [1.5e-3, -8e-4] };
    for model in [
        LensModel::Distorted(distortion),
        LensModel::Fisheye(Fisheye { coefficients: [-0.02, 0.004, -0.002, 0.0003] }),
        LensModel::Omnidirectional { xi: 1.2, distortion: Distortion::default() },
    ] {
        let center = DVec2::new(80.0, 60.5);
        let lens = Lens { model, focal: DVec2::splat(100.0), center, angle_max: PI };
        let directions = PixelDirections::new(&lens, [161, 120]).unwrap();
        assert_agreement(&*device, &garden(), &view(), Some(&directions), &Style::default());
    }
}

#[test]
fn chosen_nodes_alone_agree() {
    let Some(device) = device() else { return };
    let world = solids();
    let some: NodeSet = world.nodes().skip(1).step_by(2).collect();
    assert_agreement(&*device, &world, &view(), None, &Style { only: Some(&some), ..Style::default() });
    assert_agreement(&*device, &world, &view(), None, &Style { except: Some(&some), ..Style::default() });
}

#[test]
fn pictures_far_from_the_origin_and_of_moved_and_deformed_objects_agree() {
    let Some(device) = device() else { return };
    let far = DVec3::new(4.0e5, -3.0e5, 100.0);
    let mut world = World::new(morse_world::PhysicsSettings::default());
    let at = |offset: DVec3| morse_world::NodeSpec::new("box").at(Pose::from_translation(far + offset));
    let node = world.add_node(at(DVec3::X * 4.0)).unwrap();
    let shape = morse_world::Shape::Box { half_extents: DVec3::splat(0.5) };
    world.set_visuals(node, vec![morse_world::Visual::new(shape)]).unwrap();
    let view = View::perspective(Pose::from_translation(far), [64, 48], 0.7);
    assert_agreement(&*device, &world, &view, None, &Style::default());
    world.set_local_pose(node, Pose::from_translation(far + DVec3::new(3.0, 0.3, 0.2)));
    assert_agreement(&*device, &world, &view, None, &Style::default());
    let mesh = Arc::new(morse_world::Surface {
        vertices: vec![Vec3::new(0.0, -1.0, -1.0), Vec3::new(0.0, 1.0, -1.0), Vec3::new(0.0, 0.0, 1.0)],
        triangles: vec![[0, 1, 2]],
    });
    world.set_visuals(node, vec![morse_world::Visual::new(morse_world::Shape::TriMesh(mesh))]).unwrap();
    assert_agreement(&*device, &world, &view, None, &Style::default());
}

#[test]
fn skies_mirrors_and_the_light_of_the_camera_agree() {
    let Some(device) = device() else { return };
    let world = furnished();
    let styles = [
        Style { normals: true, ..Style::default() },
        Style { shadows: true, soft: true, ..Style::default() },
        Style { colors: false, ..Style::default() },
    ];
    for style in &styles {
        assert_agreement(&*device, &world, &view(), None, style);
    }
    let projection = Projection::Orthographic { width_m: 9.0 };
    assert_agreement(&*device, &world, &View { projection, ..view() }, None, &styles[0]);
    let fisheye = LensModel::Fisheye(Fisheye { coefficients: [-0.02, 0.004, -0.002, 0.0003] });
    let center = DVec2::new(80.0, 60.5);
    let lens = Lens { model: fisheye, focal: DVec2::splat(60.0), center, angle_max: PI };
    let directions = PixelDirections::new(&lens, [161, 120]).unwrap();
    assert_agreement(&*device, &world, &view(), Some(&directions), &styles[0]);
}

#[test]
fn pictures_of_one_batch_equal_single_pictures() {
    let Some(device) = device() else { return };
    comparison::assert_batch(&*device, &[solids(), garden()], &view());
}
