//! Visuals of nodes: the material of a hit, and data shared by robots of one model.

use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use crate::common::{at, cuboid, rigid};
use glam::{DVec3, Vec3};
use morse_world::{
    BodySpec, Hit, Light, LightKind, Material, MaterialId, MaterialSlots, NodeId, NodeSpec, PhysicsSettings,
    PhysicsType, Pose, Ray, RayFilter, RayKind, Shape, Surface, Texture, Visual, World,
};

fn world() -> World {
    World::new(PhysicsSettings::default())
}

fn add_material(world: &mut World, name: &str) -> MaterialId {
    world.add_material(Material { name: name.to_owned(), ..Material::default() }).unwrap()
}

/// A square of 2 m centered at the origin, of two triangles: first that with x > y, then that with x < y.
fn square() -> Arc<Surface> {
    let vertices =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec();
    Arc::new(Surface { vertices, triangles: vec![[0, 1, 2], [0, 2, 3]] })
}

/// The square with its triangles in two slots.
fn two_colored(surface: &Arc<Surface>, materials: [MaterialId; 2]) -> Visual {
    let material_slots = MaterialSlots::new("square", 2, vec![0, 1], Vec::new()).unwrap();
    Visual {
        materials: materials.into(),
        material_slots: Some(Arc::new(material_slots)),
        ..Visual::new(Shape::TriMesh(surface.clone()))
    }
}

fn down(world: &World, x: f64, y: f64, kind: RayKind) -> Option<Hit> {
    let ray = Ray::new(DVec3::new(x, y, 9.0), -DVec3::Z, 100.0);
    let mut hits = Vec::new();
    world.cast_rays(&[ray], &RayFilter { kind, ..RayFilter::default() }, &mut hits);
    hits[0]
}

fn material_below(world: &World, x: f64, y: f64, kind: RayKind) -> Option<String> {
    let hit = down(world, x, y, kind).unwrap();
    world.material_of(&hit, kind).map(|material| material.name.clone())
}

fn named(name: &str) -> Option<String> {
    Some(name.to_owned())
}

#[test]
fn visual_hit_has_the_material_of_its_triangle() {
    let mut world = world();
    let (red, blue) = (add_material(&mut world, "red"), add_material(&mut world, "blue"));
    let node = world.add_node(NodeSpec::new("it")).unwrap();
    let ball = Visual::new(Shape::Sphere { radius: 0.5 }).at(at(5.0, 0.0, 0.0)).of(blue);
    let bare = Visual::new(cuboid(0.5, 0.5, 0.5)).at(at(8.0, 0.0, 0.0));
    world.set_visuals(node, vec![two_colored(&square(), [red, blue]), ball, bare]).unwrap();
    let seen = |x, y| material_below(&world, x, y, RayKind::Visual);
    assert_eq!([seen(0.5, -0.5), seen(-0.5, 0.5)], [named("red"), named("blue")]);
    assert_eq!([seen(5.0, 0.0), seen(8.0, 0.0)], [named("blue"), None]);
}

#[test]
fn physics_hit_has_the_material_of_its_triangle_if_the_visual_has_the_same_surface() {
    let mut world = world();
    let (red, blue) = (add_material(&mut world, "red"), add_material(&mut world, "blue"));
    let surface = square();
    let body = |shape| BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
    let same = NodeSpec::new("same").with_body(body(Shape::TriMesh(surface.clone())));
    let boxed = NodeSpec::new("boxed").at(at(5.0, 0.0, 0.0)).with_body(body(cuboid(1.0, 1.0, 0.1)));
    let bare = NodeSpec::new("bare").at(at(10.0, 0.0, 0.0)).with_body(body(cuboid(1.0, 1.0, 0.1)));
    for node in [same, boxed] {
        let node = world.add_node(node).unwrap();
        world.set_visuals(node, vec![two_colored(&surface, [red, blue])]).unwrap();
    }
    world.add_node(bare).unwrap();
    let mut restored = world_from(&world);
    for world in [&mut world, &mut restored] {
        let met = |x, y| material_below(world, x, y, RayKind::Physics);
        assert_eq!([met(0.5, -0.5), met(-0.5, 0.5)], [named("red"), named("blue")]);
        assert_eq!([met(5.5, -0.5), met(4.5, 0.5)], [named("red"), named("red")]);
        assert_eq!(met(10.0, 0.0), None);
    }
}

#[test]
fn hull_of_moving_mesh_has_its_first_material() {
    let mut world = world();
    let (red, blue) = (add_material(&mut world, "red"), add_material(&mut world, "blue"));
    let surface = square();
    let body = rigid(1.0, 0.5, vec![(Pose::IDENTITY, Shape::TriMesh(surface.clone()))]);
    let node = world.add_node(NodeSpec::new("it").with_body(body)).unwrap();
    world.set_visuals(node, vec![two_colored(&surface, [red, blue])]).unwrap();
    for (x, y) in [(0.5, -0.5), (-0.5, 0.5)] {
        assert_eq!(material_below(&world, x, y, RayKind::Physics), named("red"));
    }
}

#[test]
fn body_without_collision_is_visible_and_has_no_material() {
    let mut world = world();
    let body = BodySpec {
        physics: PhysicsType::NoCollision,
        shapes: vec![(Pose::IDENTITY, cuboid(1.0, 1.0, 1.0))],
        ..BodySpec::default()
    };
    let node = world.add_node(NodeSpec::new("ghost").with_body(body)).unwrap();
    assert_eq!(world.visuals(node).unwrap().len(), 1);
    assert_eq!(material_below(&world, 0.0, 0.0, RayKind::Visual), None);
}

/// A saved and restored copy of a world.
fn world_from(world: &World) -> World {
    let mut restored = self::world();
    restored.restore(&world.save().unwrap()).unwrap();
    restored
}

/// Robots with the same visual: a bumpy plate of 20,000 triangles.
fn fleet(count: usize) -> (World, Vec<NodeId>) {
    let mut world = world();
    let (red, blue) = (add_material(&mut world, "red"), add_material(&mut world, "blue"));
    let at = |i: u32| i as f32 / 50.0 - 1.0;
    let vertices =
        (0..=100).flat_map(|i| (0..=100).map(move |j| Vec3::new(at(i), at(j), 0.01 * (i % 3) as f32)));
    let cell = |i: u32, j: u32| {
        let [a, b] = [101 * i + j, 101 * (i + 1) + j];
        [[a, b, b + 1], [a, b + 1, a + 1]]
    };
    let triangles = (0..100).flat_map(|i| (0..100).flat_map(move |j| cell(i, j))).collect();
    let surface = Arc::new(Surface { vertices: vertices.collect(), triangles });
    let material_slots = MaterialSlots::new(
        "plate",
        20_000,
        (0..20_000).map(|i| i % 2).collect(),
        vec![[[0.5; 2]; 3]; 20_000],
    );
    let look = Visual {
        materials: [red, blue].into(),
        material_slots: Some(Arc::new(material_slots.unwrap())),
        ..Visual::new(Shape::TriMesh(surface))
    };
    let robots = (0..count).map(|i| {
        let node = NodeSpec::new(format!("robot{i}")).at(crate::common::at(3.0 * i as f64, 0.0, 0.0));
        let node = world.add_node(node).unwrap();
        world.set_visuals(node, vec![look.clone()]).unwrap();
        node
    });
    let robots = robots.collect();
    (world, robots)
}

#[test]
fn robots_of_one_model_share_visuals_before_and_after_saving() {
    let sizes = [1, 500].map(|count| fleet(count).0.save().unwrap().len());
    assert!(sizes[1] < sizes[0] + 500 * 400, "{sizes:?}");
    let (world, robots) = fleet(20);
    let restored = world_from(&world);
    let shared = |world: &World, robot: usize| {
        let look = &world.visuals(robots[robot]).unwrap()[0];
        (Arc::as_ptr(look.surface().unwrap()), Arc::as_ptr(look.material_slots.as_ref().unwrap()))
    };
    assert_eq!(shared(&restored, 0), shared(&restored, 19));
    for x in [0.505, 57.3] {
        let [a, b] = [&world, &restored].map(|world| down(world, x, 0.33, RayKind::Visual));
        assert_eq!(a, b);
        let [a, b] = [&world, &restored].map(|world| material_below(world, x, 0.33, RayKind::Visual));
        assert_eq!(a, b);
    }
    assert_eq!(world.save().unwrap(), restored.save().unwrap());
}

#[test]
fn colors_and_lights_are_stored_saved_and_hashed() {
    let mut world = world();
    let lamp = world.add_node(NodeSpec::new("lamp")).unwrap();
    let digest = |world: &World| {
        let mut hasher = DefaultHasher::new();
        world.hash_into(&mut hasher);
        hasher.finish()
    };
    let mut digests = vec![digest(&world)];
    world.set_color(lamp, Some([0.0, 0.0, 0.8])).unwrap();
    digests.push(digest(&world));
    world.set_alpha(lamp, 0.5).unwrap();
    digests.push(digest(&world));
    let light = Light { kind: LightKind::Spot { angle: 1.0 }, energy: 2.0, ..Light::default() };
    world.set_light(lamp, Some(light.clone())).unwrap();
    digests.push(digest(&world));
    world.set_horizon([0.5, 0.6, 0.7]).unwrap();
    let restored = world_from(&world);
    assert_eq!(digest(&restored), digests[3]);
    assert_eq!((restored.color(lamp), restored.alpha(lamp)), (Some([0.0, 0.0, 0.8]), 0.5));
    assert_eq!((restored.light(lamp), restored.lights().count()), (Some(&light), 1));
    assert_eq!(restored.horizon(), [0.5, 0.6, 0.7]);
    world.set_light(lamp, None).unwrap();
    world.set_color(lamp, None).unwrap();
    world.set_alpha(lamp, 1.0).unwrap();
    assert_eq!(digest(&world), digests[0]);
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 4);
}

#[test]
fn images_and_materials_must_belong_to_the_world() {
    let mut other = world();
    let image = Texture { name: "grass".to_owned(), width: 1, height: 1, rgba: [0, 255, 0, 255].into() };
    let texture = other.add_texture(image).unwrap();
    let grass = other.add_material(Material { texture: Some(texture), ..Material::default() }).unwrap();
    assert_eq!(other.texture(texture).unwrap().at([0.3, 0.8]).to_array(), [0.0, 1.0, 0.0, 1.0]);

    let mut world = world();
    let error = world.add_material(Material { texture: Some(texture), ..Material::default() }).unwrap_err();
    assert!(error.to_string().contains("added to this world"), "{error}");
    let node = world.add_node(NodeSpec::new("field")).unwrap();
    let error = world.set_visuals(node, vec![Visual::new(cuboid(1.0, 1.0, 1.0)).of(grass)]).unwrap_err();
    assert!(error.to_string().contains("'field'"), "{error}");
    assert_eq!(world.visuals(node), None);
}

#[test]
fn error_for_invalid_visuals_names_the_node() {
    let mut world = world();
    let node = world.add_node(NodeSpec::new("field")).unwrap();
    let material_slots = Arc::new(MaterialSlots::new("square", 3, Vec::new(), Vec::new()).unwrap());
    let mut refuse = |look: Visual| {
        let error = world.set_visuals(node, vec![look]).unwrap_err().to_string();
        assert!(error.contains("'field'"), "{error}");
    };
    refuse(Visual::new(Shape::Sphere { radius: -1.0 }));
    refuse(Visual::new(cuboid(1.0, 1.0, 1.0)).at(at(f64::NAN, 0.0, 0.0)));
    refuse(Visual { material_slots: Some(material_slots.clone()), ..Visual::new(Shape::TriMesh(square())) });
    refuse(Visual { material_slots: Some(material_slots), ..Visual::new(cuboid(1.0, 1.0, 1.0)) });
    assert!(world.set_color(node, Some([2.0, 0.0, 0.0])).is_err());
    assert!(world.set_alpha(node, f32::NAN).is_err());
    assert!(world.set_horizon([-1.0, 0.0, 0.0]).is_err());
    assert!(world.set_light(node, Some(Light { energy: f32::NAN, ..Light::default() })).is_err());
    assert!(world.light(node).is_none());
}
