//! Skins: positions of deformed vertices, ray hits, saving and invalid values.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use crate::common::at;
use glam::{DQuat, DVec3, Vec3};
use morse_world::{
    BoneSpec, Hit, Material, MaterialSlots, NodeId, NodeSpec, Pose, Ray, RayFilter, RayKind, Shape, Skin,
    Surface, Visual, World,
};

/// Half the width of the band. [m]
const HALF: f32 = 0.1;
/// Offset of the bones in the frame of the arm, away from the band. [m]
const AWAY_M: f64 = 0.5;

/// Two bones of 1 m each along x. The first rolls, the second rotates about z at the end of the first.
fn arm() -> Vec<BoneSpec> {
    // The y axis of a bone points along it.
    let along_x = DQuat::from_rotation_z(-FRAC_PI_2);
    let bone = |name: &str, x: f64| {
        let rest = Pose { translation: DVec3::new(x, AWAY_M, 0.0), rotation: along_x };
        BoneSpec { armature_from_rest: rest, armature_from_bind: rest, length: 1.0, ..BoneSpec::new(name) }
    };
    let upper = BoneSpec { free: [false, true, false], ..bone("upper", 0.0) };
    vec![upper, BoneSpec { parent: Some(0), free: [false, false, true], ..bone("lower", 1.0) }]
}

/// A band along x over both bones, with corners at x of 0, 1 and 2 m. The corners in the middle belong to both bones.
fn band() -> (Arc<Surface>, Skin) {
    let vertices =
        [0.0, 1.0, 2.0].into_iter().flat_map(|x| [-HALF, HALF].map(|y| Vec3::new(x, y, 0.0))).collect();
    let triangles = vec![[0, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5]];
    let (upper, both, lower) = (vec![(0, 1.0)], vec![(0, 0.5), (1, 0.5)], vec![(1, 1.0)]);
    let shares = vec![upper.clone(), upper, both.clone(), both, lower.clone(), lower];
    (Arc::new(Surface { vertices, triangles }), Skin { shares })
}

/// A world with a rotated arm, and a band attached to it that matches its bones.
fn site() -> (World, NodeId, NodeId) {
    let mut world = crate::common::world();
    let pose = Pose { translation: DVec3::new(5.0, 5.0, 1.0), rotation: DQuat::from_rotation_z(FRAC_PI_2) };
    let arm_node = world.add_node(NodeSpec::new("arm").at(pose)).unwrap();
    world.add_armature(arm_node, arm()).unwrap();
    let band_node = world.add_node(NodeSpec::new("band").on(arm_node).at(at(0.0, AWAY_M, 0.0))).unwrap();
    let (surface, skin) = band();
    let material = world.add_material(Material::default()).unwrap();
    let material_slots = MaterialSlots::new("band", 4, Vec::new(), Vec::new()).unwrap().smooth(0.5);
    let look = Visual {
        material_slots: Some(Arc::new(material_slots)),
        ..Visual::new(Shape::TriMesh(surface)).of(material)
    };
    world.set_visuals(band_node, vec![look]).unwrap();
    world.set_skin(band_node, Arc::new(skin)).unwrap();
    (world, arm_node, band_node)
}

/// Bends the elbow to the left. [rad]
fn bend(world: &mut World, arm: NodeId, angle: f64) {
    world.set_bone_joint(arm, 1, angle);
}

fn vertices(world: &World, band: NodeId) -> Vec<Vec3> {
    world.visuals(band).unwrap()[0].surface().unwrap().vertices.clone()
}

#[track_caller]
fn assert_vertices(seen: &[Vec3], expected: &[[f32; 2]]) {
    for (seen, &[x, y]) in seen.iter().zip(expected) {
        assert!((*seen - Vec3::new(x, y, 0.0)).length() < 1e-6, "{seen} is not at {x}, {y}");
    }
    assert_eq!(seen.len(), expected.len());
}

/// The hit of a visual ray from above at a position in the frame of the band, if it hits the band.
fn seen_at(world: &World, band: NodeId, x: f64, y: f64) -> Option<Hit> {
    let above = world.world_from(band).transform_point(DVec3::new(x, y, 3.0));
    let mut hits = Vec::new();
    let filter = RayFilter { kind: RayKind::Visual, ..RayFilter::default() };
    world.cast_rays(&[Ray::new(above, -DVec3::Z, 10.0)], &filter, &mut hits);
    hits[0].filter(|hit| hit.node == band)
}

const STRAIGHT: [[f32; 2]; 6] =
    [[0.0, -HALF], [0.0, HALF], [1.0, -HALF], [1.0, HALF], [2.0, -HALF], [2.0, HALF]];

#[test]
fn vertices_move_to_the_weighted_mean_of_their_bones() {
    let (mut world, arm, band) = site();
    assert_vertices(&vertices(&world, band), &STRAIGHT);
    for angle in [FRAC_PI_2, 0.7, -1.2] {
        bend(&mut world, arm, angle);
        let (sin, cos) = (angle as f32).sin_cos();
        let carried = |x: f32, y: f32| [1.0 + (x - 1.0) * cos - y * sin, (x - 1.0) * sin + y * cos];
        let half = |y: f32| {
            let [x, carried_y] = carried(1.0, y);
            [(1.0 + x) / 2.0, (y + carried_y) / 2.0]
        };
        let expected =
            [[0.0, -HALF], [0.0, HALF], half(-HALF), half(HALF), carried(2.0, -HALF), carried(2.0, HALF)];
        assert_vertices(&vertices(&world, band), &expected);
    }
    bend(&mut world, arm, 0.0);
    assert_vertices(&vertices(&world, band), &STRAIGHT);
}

#[test]
fn visual_rays_hit_the_deformed_skin() {
    let (mut world, arm, band) = site();
    assert!(seen_at(&world, band, 1.7, 0.0).is_some());
    assert!(seen_at(&world, band, 1.0, 0.7).is_none());
    bend(&mut world, arm, FRAC_PI_2);
    assert!(seen_at(&world, band, 1.7, 0.0).is_none());
    let hit = seen_at(&world, band, 1.0, 0.7).unwrap();
    assert!(world.material_of(&hit, RayKind::Visual).is_some());
    let [low, high] = world.bounds(band, RayKind::Visual).unwrap();
    // From 0 to 1.1 m along x and from -0.1 to 1 m along y of the band, which is rotated to the left and is at x = 4.5 m.
    // Bounding boxes are a few micrometers larger than their contents.
    assert!((low - DVec3::new(3.5, 5.0, 1.0)).length() < 2e-5, "{low}");
    assert!((high - DVec3::new(4.6, 6.1, 1.0)).length() < 2e-5, "{high}");
    // The skin moves with the whole arm.
    world.set_local_pose(arm, at(-7.0, 0.0, 1.0));
    assert!(seen_at(&world, band, 1.0, 0.7).is_some());
}

#[test]
fn smooth_normals_follow_the_deformed_skin() {
    let (mut world, arm, band) = site();
    let normal = |world: &World| {
        let look = &world.visuals(band).unwrap()[0];
        look.material_slots.as_ref().unwrap().normals(look.surface().unwrap(), 0).unwrap()[0]
    };
    assert!((normal(&world) - Vec3::Z).length() < 1e-6);
    // Half a turn about the arm: all normals of the skin point down.
    world.set_bone_joint(arm, 0, PI);
    assert!((normal(&world) + Vec3::Z).length() < 1e-6, "{}", normal(&world));
}

#[test]
fn saved_world_keeps_its_skins() {
    let (mut world, arm, band) = site();
    bend(&mut world, arm, 0.7);
    let bent = vertices(&world, band);
    let saved = world.save().unwrap();
    let mut restored = crate::common::world();
    restored.restore(&saved).unwrap();
    assert_eq!(vertices(&restored, band), bent);
    assert!(seen_at(&restored, band, 1.5, 0.4).is_some());
    // Both worlds behave alike, also back in the bind pose.
    for world in [&mut world, &mut restored] {
        bend(world, arm, 0.0);
        assert_vertices(&vertices(world, band), &STRAIGHT);
        assert!(seen_at(world, band, 1.5, 0.4).is_none() && seen_at(world, band, 1.7, 0.0).is_some());
    }
    assert_eq!(world.save().unwrap(), restored.save().unwrap());
}

#[test]
fn new_visuals_have_no_skin() {
    let (mut world, arm, band) = site();
    let look = Visual::new(Shape::TriMesh(self::band().0));
    world.set_visuals(band, vec![look]).unwrap();
    bend(&mut world, arm, FRAC_PI_2);
    assert_vertices(&vertices(&world, band), &STRAIGHT);
    assert!(seen_at(&world, band, 1.7, 0.0).is_some());
}

#[test]
fn invalid_skins_are_refused_without_changes() {
    let (mut world, arm, band) = site();
    bend(&mut world, arm, 0.7);
    let before = vertices(&world, band);
    let refusal = |world: &mut World, node, shares: &[Vec<(u16, f32)>]| {
        world.set_skin(node, Arc::new(Skin { shares: shares.to_vec() })).unwrap_err().to_string()
    };
    let six = |share: (u16, f32)| vec![vec![share]; 6];
    for (shares, expected) in [
        (vec![vec![]; 5], "number of vertices"),
        (six((2, 1.0)), "a bone of the armature"),
        (six((0, f32::NAN)), "0 to 1"),
        (six((0, -0.5)), "0 to 1"),
    ] {
        let refusal = refusal(&mut world, band, &shares);
        assert!(refusal.contains(expected) && refusal.contains("band"), "{refusal}");
    }
    let refused = refusal(&mut world, arm, &six((0, 1.0)));
    assert!(refused.contains("parent has an armature"), "{refused}");
    let invisible = world.add_node(NodeSpec::new("invisible").on(arm)).unwrap();
    assert!(refusal(&mut world, invisible, &six((0, 1.0))).contains("number of vertices"));
    assert_eq!(vertices(&world, band), before);
}
