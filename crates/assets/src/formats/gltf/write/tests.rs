//! Tests of the writer: files read back as the model that was written.

use std::sync::Arc;

use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};

use crate::formats::gltf::{read_alone, write};
use crate::model::{
    Armature, ArmatureId, BodyType, Bone, Bounds, BoundsShape, Camera, CameraId, EffortPolynomial,
    IkSettings, Inertial, Joint, JointKind, JointLimits, JointMotor, JointSpring, LightId, Material,
    MaterialId, Mesh, MeshId, Mimic, Node, NodeId, NodeKind, NodeRole, Pixels, Projection, Property,
    ServoDamping, ServoGains, Shape, Texture, TextureData, TextureId,
};
use crate::{Model, Warnings};

fn again(model: &Model) -> (Model, Vec<String>, Vec<String>) {
    let written = write(model, &|_| Err(std::io::Error::other("no file")));
    let mut warnings = Warnings::default();
    let read = read_alone(&written.bytes, &mut warnings).unwrap();
    (read, written.warnings, warnings.into_messages())
}

fn pose(x: f64) -> DAffine3 {
    let rotation = DQuat::from_euler(glam::EulerRot::ZYX, 0.3, -0.7, 1.1 * x);
    DAffine3::from_scale_rotation_translation(DVec3::new(1.0, 2.0, 0.5), rotation, DVec3::new(x, 1.0, -2.0))
}

fn named<'m>(model: &'m Model, name: &str) -> &'m Node {
    &model.nodes[model.find(name).unwrap().index()]
}

fn square() -> Mesh {
    Mesh {
        name: "square".to_owned(),
        vertices: [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.5]].map(Vec3::from_array).to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        slots: vec![0, 1],
        uvs: vec![[[0., 0.], [1., 0.], [1., 1.]], [[0.5, 0.5], [0.25, 1.], [0., 1.]]],
        normals: vec![Vec3::Z; 4],
        ..Mesh::default()
    }
}

#[test]
fn meshes_materials_images_and_bodies_read_back() {
    let pixels = Pixels { width: 2, height: 1, rgba: Arc::from([255, 0, 0, 255, 0, 0, 255, 128].as_slice()) };
    let texture = |name: &str, data| Texture { name: name.to_owned(), data };
    let mut model = Model {
        meshes: vec![square()],
        textures: vec![
            texture("gone", TextureData::Missing),
            texture("odd", TextureData::Packed(Arc::from(b"BM....".as_slice()))),
            texture("two", TextureData::Decoded(pixels)),
        ],
        materials: vec![
            Material {
                name: "red".to_owned(),
                rgb: [0.8, 0.1, 0.0],
                alpha: 0.5,
                friction: 0.9,
                ..Material::default()
            },
            Material {
                name: "image".to_owned(),
                texture: Some(TextureId::new(2)),
                specular: 0.25,
                ..Material::default()
            },
        ],
        ..Model::default()
    };
    let mut wall =
        Node { kind: NodeKind::Mesh(MeshId::new(0)), parent_from_node: pose(1.0), ..Node::new("wall") };
    wall.materials = vec![Some(MaterialId::new(0)), Some(MaterialId::new(1))];
    wall.physics.body = BodyType::RigidBody;
    wall.physics.bounds = Bounds::Fitted(BoundsShape::ConvexHull);
    wall.physics.mass = 3.25;
    wall.physics.flags.ghost = true;
    wall.properties = vec![
        ("Label".to_owned(), Property::String("wall".to_owned())),
        ("size".to_owned(), Property::Int(2)),
    ];
    let other = Node { materials: vec![None, None], parent: Some(NodeId::new(0)), ..wall.clone() };
    model.nodes = vec![wall, Node { name: "other".to_owned(), ..other }];
    let (read, omitted, warnings) = again(&model);
    assert_eq!(warnings, Vec::<String>::new());
    assert_eq!(omitted, ["images that are missing, or neither png nor jpeg, are left out: gone, odd"]);
    for (id, node) in model.nodes() {
        let found = named(&read, &node.name);
        let frame = read.world_from(read.find(&node.name).unwrap());
        assert!(frame.abs_diff_eq(model.world_from(id), 1e-6), "{frame}");
        assert_eq!((&found.physics, &found.properties), (&node.physics, &node.properties));
        let mesh = &read.meshes[found.mesh().unwrap().index()];
        let corners = |mesh: &Mesh| -> Vec<Vec3> {
            mesh.triangles.iter().flatten().map(|corner| mesh.vertices[*corner as usize]).collect()
        };
        assert_eq!(corners(mesh), corners(&model.meshes[0]));
        assert_eq!((&mesh.uvs, &mesh.slots), (&model.meshes[0].uvs, &model.meshes[0].slots));
    }
    assert_eq!(named(&read, "other").materials, [None, None]);
    for (before, after) in model.materials.iter().zip(&read.materials) {
        // The color of a surface with an image is the factor of the image.
        let rgb = if before.texture.is_some() { before.texture_rgb } else { before.rgb };
        assert!((Vec3::from(rgb) - Vec3::from(after.rgb)).abs().max_element() < 1e-4);
        assert_eq!(before.shading, after.shading);
        assert_eq!(
            (before.alpha, before.friction, before.specular),
            (after.alpha, after.friction, after.specular)
        );
    }
    assert_eq!(read.materials[1].texture, Some(TextureId::new(0)));
    let TextureData::Packed(bytes) = &read.textures[0].data else { panic!("{:?}", read.textures[0]) };
    assert!(bytes.starts_with(b"\x89PNG"));
}

#[test]
fn links_joints_and_inertias_read_back() {
    let inertial = Inertial {
        mass: 2.0,
        node_from_inertia: DAffine3::from_translation(DVec3::new(0.1, 0.0, -0.2)),
        inertia: DMat3::from_cols_array(&[0.2, 0.01, 0.0, 0.01, 0.3, 0.02, 0.0, 0.02, 0.25]),
    };
    let link = |name: &str| {
        let mut node = Node { inertial: Some(inertial), ..Node::new(name) };
        node.physics.body = BodyType::RigidBody;
        node.physics.mass = 2.0;
        node.physics.flags.compound = true;
        node
    };
    let shape = |name: &str, parent: usize, shape: Shape| {
        let mut node = Node { kind: NodeKind::Shape(shape), role: NodeRole::Collision, ..Node::new(name) };
        node.parent = Some(NodeId::new(parent));
        node.parent_from_node = DAffine3::from_translation(DVec3::new(0.0, 0.5, 0.25));
        node.physics.body = BodyType::RigidBody;
        node
    };
    let arm = Node {
        parent: Some(NodeId::new(0)),
        parent_from_node: DAffine3::from_translation(DVec3::Z),
        ..link("arm")
    };
    let joint = Joint {
        name: "elbow".to_owned(),
        kind: JointKind::Revolute,
        parent: NodeId::new(0),
        child: NodeId::new(1),
        anchor: DVec3::new(0.0, 0.0, -0.5),
        axis: DVec3::new(0.6, 0.0, 0.8),
        limits: Some(JointLimits { lower: -1.0, upper: 2.0, velocity: f64::INFINITY, effort: 12.0 }),
        position: 0.25,
        reference: 0.0,
        damping: 0.125,
        friction: 0.5,
        mimic: Some(Mimic { joint: "hip".to_owned(), multiplier: -1.0, offset: 0.5 }),
        armature: 0.0625,
        spring: Some(JointSpring { stiffness: 40.0, rest: -0.5 }),
        polynomial: EffortPolynomial { stiffness: [0.5, 2.0], damping: [0.0, 0.25] },
        servo: Some(ServoGains { stiffness: 90.0, damping: ServoDamping::Ratio(1.0) }),
        motor: Some(JointMotor { velocity: -0.5, effort: 3.0 }),
        limit_softness: None,
        friction_softness: None,
        ball: None,
    };
    let model = Model {
        nodes: vec![
            link("base"),
            arm,
            shape("ball", 0, Shape::Sphere { radius: 0.375 }),
            shape("can", 1, Shape::Cylinder { radius: 0.25, length: 2.0 }),
            shape("crate", 1, Shape::Box { size: DVec3::new(0.5, 1.0, 2.0) }),
            Node { parent: Some(NodeId::new(0)), ..link("thigh") },
        ],
        joints: vec![
            joint,
            Joint::new("hip".to_owned(), JointKind::Continuous, NodeId::new(0), NodeId::new(5)),
        ],
        ..Model::default()
    };
    let (read, omitted, warnings) = again(&model);
    assert_eq!((omitted, warnings), (Vec::<String>::new(), Vec::<String>::new()));
    assert_eq!(read.joints[0], model.joints[0]);
    for name in ["base", "arm"] {
        let found = named(&read, name).inertial.unwrap();
        assert!(found.inertia.abs_diff_eq(inertial.inertia, 1e-12), "{found:?}");
        assert_eq!((found.mass, found.node_from_inertia), (inertial.mass, inertial.node_from_inertia));
    }
    for (name, link) in [("ball", 0), ("can", 1), ("crate", 1)] {
        let before = named(&model, name);
        let after = named(&read, &format!("{name}/collision"));
        assert_eq!(after.parent, Some(NodeId::new(link)));
        assert_eq!(after.role, NodeRole::Collision);
        assert!(after.parent_from_node.abs_diff_eq(before.parent_from_node, 1e-6), "{after:?}");
        let (NodeKind::Shape(found), NodeKind::Shape(wanted)) = (&after.kind, &before.kind) else { panic!() };
        let size = |shape: &Shape| match *shape {
            Shape::Box { size } => size,
            Shape::Sphere { radius } => DVec3::splat(radius),
            Shape::Cylinder { radius, length } | Shape::Capsule { radius, length } => {
                DVec3::new(radius, length, 0.0)
            }
        };
        assert!(size(found).abs_diff_eq(size(wanted), 1e-6), "{found:?}");
        assert!(named(&read, name).visibility.hidden_in_render);
    }
}

#[test]
fn parts_of_robots_that_glb_files_cannot_hold_are_named() {
    let text = r#"<mujoco><visual><headlight/></visual>
      <worldbody><geom name="floor" type="plane" size="1 1 1"/><body name="a" pos="0 0 1"><joint name="swing" type="ball"/>
        <geom size=".1"/></body></worldbody><keyframe><key name="up"/></keyframe></mujoco>"#;
    let mut model = crate::formats::mjcf::read_alone(text.as_bytes(), &mut Warnings::default()).unwrap();
    model.colliding = vec![[NodeId::new(0), NodeId::new(1)]];
    let (_, omitted, _) = again(&model);
    for words in [
        "collisions of links with a joint between them are left out",
        "ball joints are three hinges in a row: swing",
        "keyframes are left out: up",
        "the light of the camera, the sky and the first viewpoint are left out",
    ] {
        assert!(omitted.iter().any(|sentence| sentence.contains(words)), "{words}: {omitted:?}");
    }
}

#[test]
fn cameras_lights_and_skeletons_read_back() {
    let bone = |name: &str, parent, z: f64| Bone {
        name: name.to_owned(),
        parent,
        head: DVec3::Z * z,
        tail: DVec3::Z * (z + 1.0),
        roll: 0.0,
        length: 1.0,
        armature_from_rest: DAffine3::from_rotation_translation(DQuat::from_rotation_x(0.5), DVec3::Z * z),
        armature_from_pose: DAffine3::from_rotation_translation(DQuat::from_rotation_x(0.5), DVec3::Z * z),
        deforms: true,
        rotation_mode: 0,
        ik: IkSettings {
            locked: [false, true, true],
            limited: [true, false, false],
            min: [-0.5, 0.0, 0.0],
            max: [1.0, 0.0, 0.0],
            stretch: 0.0,
        },
        constraints: Vec::new(),
    };
    let camera = Camera {
        name: "eye".to_owned(),
        projection: Projection::Perspective { focal_length: 35.0, sensor_width: 32.0 },
        near: 0.1,
        far: 50.0,
    };
    let light = crate::model::Light {
        name: "lamp".to_owned(),
        kind: crate::model::LightKind::Point,
        energy: 1.5,
        distance: 10.0,
        rgb: [1.0, 0.5, 0.25],
        spot_angle: 0.0,
        spot_blend: 0.15,
        falloff: crate::model::Falloff::Weighted { linear: 0.0, quadratic: 1.0 },
        sphere: false,
        diffuse: true,
        specular: true,
    };
    let hand = Node {
        parent: Some(NodeId::new(0)),
        parent_bone: Some("lower".to_owned()),
        parent_from_node: pose(0.5),
        ..Node::new("hand")
    };
    let model = Model {
        nodes: vec![
            Node {
                kind: NodeKind::Armature(ArmatureId::new(0)),
                parent_from_node: pose(2.0),
                ..Node::new("arm")
            },
            hand,
            Node {
                kind: NodeKind::Camera(CameraId::new(0)),
                parent_from_node: pose(3.0),
                ..Node::new("view")
            },
            Node {
                kind: NodeKind::Light(LightId::new(0)),
                parent_from_node: pose(4.0),
                ..Node::new("light")
            },
        ],
        armatures: vec![Armature {
            name: "arm".to_owned(),
            bones: vec![bone("upper", None, 0.0), bone("lower", Some(0), 1.0)],
            ik_solver: 1,
        }],
        cameras: vec![camera],
        lights: vec![light],
        ..Model::default()
    };
    let (read, omitted, warnings) = again(&model);
    assert_eq!((omitted, warnings), (Vec::<String>::new(), Vec::<String>::new()));
    let frame = |kind: fn(&NodeKind) -> bool| {
        let (id, _) = read.nodes().find(|(_, node)| kind(&node.kind)).unwrap();
        read.world_from(id)
    };
    assert!(frame(|kind| matches!(kind, NodeKind::Camera(_))).abs_diff_eq(pose(3.0), 1e-6));
    assert!(frame(|kind| matches!(kind, NodeKind::Light(_))).abs_diff_eq(pose(4.0), 1e-6));
    let Projection::Perspective { focal_length, .. } = read.cameras[0].projection else { panic!() };
    assert!((focal_length - 35.0).abs() < 1e-3);
    assert!((read.lights[0].energy - 1.5).abs() < 1e-5 && read.lights[0].distance == 10.0);
    assert!((read.lights[0].rgb[1] - 0.5).abs() < 1e-4);
    let hand = read.find("hand").unwrap();
    assert_eq!(read.nodes[hand.index()].parent_bone.as_deref(), Some("lower"));
    assert!(read.world_from(hand).abs_diff_eq(model.world_from(NodeId::new(1)), 1e-6));
    for (before, after) in model.armatures[0].bones.iter().zip(&read.armatures[0].bones) {
        assert_eq!(
            (&before.name, before.parent, before.ik, before.length),
            (&after.name, after.parent, after.ik, after.length)
        );
        assert!(before.armature_from_pose.abs_diff_eq(after.armature_from_pose, 1e-6));
    }
}
