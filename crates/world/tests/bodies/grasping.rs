//! Mechanisms and the bodies that they hold, push and carry.

use crate::common::arms::{link, void};
use crate::common::{HZ, assert_close, at, cuboid, ground, rigid};
use glam::DVec3;
use morse_world::{
    AxisLimit, BodySpec, ConstraintSpec, JointDrive, JointId, JointKind, JointSpec, Mimic, NodeId, NodeSpec,
    PhysicsSettings, Pose, Shape, World,
};

/// Half of the width of the object that the gripper holds. [m]
const HALF: f64 = 0.03;

/// A servo without a speed limit.
fn servo(target: f64, stiffness: f64, damping: f64, max_effort: f64) -> JointDrive {
    JointDrive::Position { target, speed: f64::INFINITY, stiffness, damping, max_effort }
}

/// A gripper that hangs on a vertical slide, above the ground, with its fingers beside the origin.
struct Gripper {
    world: World,
    lift: JointId,
    /// The finger that the right finger follows.
    left: JointId,
    palm: NodeId,
}

impl Gripper {
    fn new() -> Gripper {
        let mut world = World::new(PhysicsSettings::default());
        world.add_node(ground(1.0)).unwrap();
        let palm = rigid(2.0, 1.0, vec![(Pose::IDENTITY, cuboid(0.1, 0.04, 0.02))]);
        let palm = world.add_node(NodeSpec::new("palm").with_body(palm)).unwrap();
        let lift = JointSpec::new("lift", None, palm, JointKind::Prismatic).about(DVec3::Z);
        let lift = world.add_joint(lift.at(at(0.0, 0.0, 0.15))).unwrap();
        let mut finger = |name: &str, side: f64, leader: Option<JointId>| {
            let body = rigid(0.2, 1.0, vec![(at(0.0, 0.0, -0.06), cuboid(0.01, 0.02, 0.05))]);
            let node = world.add_node(NodeSpec::new(name).with_body(body)).unwrap();
            let slide = JointSpec::new(name, Some(palm), node, JointKind::Prismatic);
            let slide = slide.about(DVec3::X * -side).at(at(side * 0.08, 0.0, -0.02)).between(0.0, 0.07);
            let mimic = leader.map(|leader| Mimic { leader, multiplier: 1.0, offset: 0.0 });
            world.add_joint(JointSpec { mimic, ..slide }).unwrap()
        };
        let left = finger("left", -1.0, None);
        finger("right", 1.0, Some(left));
        world.drive_joint(lift, servo(0.0, 20_000.0, 600.0, 1000.0));
        Gripper { world, lift, left, palm }
    }

    /// Closes at a speed with 20 N a finger, or opens. [m/s]
    fn close(&mut self, speed: f64) {
        self.world.drive_joint(self.left, JointDrive::Velocity { target: speed, max_effort: 40.0 });
    }

    fn run(&mut self, seconds: f64) {
        for _ in 0..(seconds * HZ as f64) as usize {
            self.world.advance();
        }
    }

    /// Place of an object in the frame of the palm. [m]
    fn held(&self, object: NodeId) -> DVec3 {
        (self.world.world_from(self.palm).inverse() * self.world.world_from(object)).translation
    }

    /// Grasps an object, lifts it, shakes it at 2 Hz for some seconds and holds it for a minute. Returns the distance by which it
    /// slipped. [m]
    fn slip(&mut self, object: NodeId) -> f64 {
        self.run(0.5);
        self.close(0.05);
        self.run(2.0);
        self.world.drive_joint(
            self.lift,
            JointDrive::Position {
                target: 0.3,
                speed: 0.3,
                stiffness: 20_000.0,
                damping: 600.0,
                max_effort: 1000.0,
            },
        );
        self.run(1.5);
        let begin = self.held(object);
        assert!(self.world.world_from(object).translation.z > 0.25, "it is not lifted: {begin}");
        let mut slip = 0.0f64;
        for tick in 0..5 * HZ {
            let phase = std::f64::consts::TAU * 2.0 * tick as f64 / HZ as f64;
            self.world.drive_joint(self.lift, servo(0.3 + 0.02 * phase.sin(), 20_000.0, 600.0, 1000.0));
            self.world.advance();
            slip = slip.max((self.held(object) - begin).length());
        }
        self.run(60.0);
        slip.max((self.held(object) - begin).length())
    }
}

#[test]
fn gripper_holds_a_shaken_cube_for_a_minute() {
    let mut gripper = Gripper::new();
    let cube = rigid(0.5, 0.8, vec![(Pose::IDENTITY, cuboid(HALF, HALF, HALF))]);
    let cube = gripper.world.add_node(NodeSpec::new("cube").at(at(0.0, 0.0, HALF)).with_body(cube)).unwrap();
    let slip = gripper.slip(cube);
    assert!(slip <= 1e-3, "{slip} m");
    gripper.close(-0.05);
    gripper.run(1.0);
    assert_close(gripper.world.world_from(cube).translation.z, HALF, 2e-3);
}

#[test]
fn gripper_holds_a_mug() {
    let mut gripper = Gripper::new();
    let shape = Shape::Cylinder { radius: HALF, half_height: 0.04 };
    let mug = rigid(0.3, 0.8, vec![(Pose::IDENTITY, shape)]);
    let mug = gripper.world.add_node(NodeSpec::new("mug").at(at(0.0, 0.0, 0.04)).with_body(mug)).unwrap();
    let slip = gripper.slip(mug);
    assert!(slip <= 1e-3, "{slip} m");
}

#[test]
fn pushed_crate_slides_while_the_pusher_feels_its_friction() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground(1.0)).unwrap();
    let crate_body = rigid(4.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))]);
    let pushed =
        world.add_node(NodeSpec::new("crate").at(at(0.151, 0.0, 0.1)).with_body(crate_body)).unwrap();
    let ram = rigid(1.0, 0.0, vec![(Pose::IDENTITY, cuboid(0.05, 0.05, 0.05))]);
    let ram = world.add_node(NodeSpec::new("ram").with_body(ram)).unwrap();
    let slide = JointSpec::new("slide", None, ram, JointKind::Prismatic).about(DVec3::X);
    let slide = world.add_joint(slide.at(at(0.0, 0.0, 0.1))).unwrap();
    // The friction is 0.5 × 1.0 × 4 kg × 9.81 m/s² = 19.6 N.
    world.drive_joint(slide, JointDrive::Effort(15.0));
    for _ in 0..2 * HZ {
        world.advance();
    }
    let still = world.world_from(pushed).translation.x;
    assert!(still < 0.153, "15 N do not move it: {still}");
    world.drive_joint(slide, JointDrive::Effort(29.6));
    let begin = world.linear_velocity(pushed).x;
    for _ in 0..HZ {
        world.advance();
    }
    // 10 N accelerate 5 kg.
    assert_close(world.linear_velocity(pushed).x - begin, 2.0, 0.05);
    assert_close(world.joint_velocity(slide), world.linear_velocity(pushed).x, 0.02);
}

#[test]
fn swinging_arm_and_struck_ball_keep_their_momentum() {
    let mut world = World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() });
    let hammer = rigid(2.0, 0.0, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.05 })]);
    let hammer = world.add_node(NodeSpec::new("hammer").with_body(hammer)).unwrap();
    let slide = JointSpec::new("slide", None, hammer, JointKind::Prismatic).about(DVec3::X);
    let slide = world.add_joint(slide).unwrap();
    let free = BodySpec {
        linear_damping: 0.0,
        angular_damping: 0.0,
        ..rigid(1.0, 0.0, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.05 })])
    };
    let ball = world.add_node(NodeSpec::new("ball").at(at(0.3, 0.0, 0.0)).with_body(free)).unwrap();
    world.set_joint_velocity(slide, 1.5);
    for _ in 0..HZ {
        world.advance();
    }
    let momentum = 2.0 * world.joint_velocity(slide) + world.linear_velocity(ball).x;
    assert_close(momentum, 3.0, 1e-3);
    assert!(world.linear_velocity(ball).x > 0.9, "the ball moves ahead of the hammer");
}

#[test]
fn two_arms_that_press_against_each_other_stand_still() {
    let mut world = void();
    let pads = [-1.0, 1.0].map(|side| {
        let name = format!("pad {side}");
        let pad = rigid(1.0, 0.8, vec![(Pose::IDENTITY, cuboid(0.05, 0.05, 0.05))]);
        let pad = world.add_node(NodeSpec::new(&name).with_body(pad)).unwrap();
        let slide = JointSpec::new(&name, None, pad, JointKind::Prismatic).about(DVec3::X * -side);
        world.add_joint(slide.at(at(0.2 * side, 0.0, 0.0))).unwrap()
    });
    for pad in pads {
        world.drive_joint(pad, JointDrive::Effort(20.0));
    }
    for _ in 0..5 * HZ {
        world.advance();
    }
    for pad in pads {
        assert_close(world.joint_position(pad), 0.15, 2e-3);
        assert_close(world.joint_velocity(pad), 0.0, 1e-4);
    }
}

#[test]
fn constraint_closes_a_loop_of_two_pendulums() {
    let mut world = void();
    let bobs = [0.0, 1.0].map(|x| {
        let body = link(1.0, DVec3::NEG_Z, DVec3::splat(0.01));
        let bob = world.add_node(NodeSpec::new(format!("bob {x}")).with_body(body)).unwrap();
        let hinge = JointSpec::new(format!("hinge {x}"), None, bob, JointKind::Revolute).about(DVec3::Y);
        world.add_joint(JointSpec { position: 0.6, ..hinge.at(at(x, 0.0, 0.0)) }).unwrap();
        bob
    });
    // A rod of 1 m connects the ends of the pendulums: they swing as one.
    let rod = link(1.0, DVec3::ZERO, DVec3::splat(0.01));
    let end = world.world_from(bobs[0]).transform_point(DVec3::NEG_Z);
    let middle = Pose::from_translation(end + DVec3::X * 0.5);
    let rod = world.add_node(NodeSpec::new("rod").at(middle).with_body(rod)).unwrap();
    for (number, (bob, x)) in bobs.into_iter().zip([-0.5, 0.5]).enumerate() {
        let [locked, free] = [AxisLimit::Locked, AxisLimit::Free];
        world
            .add_constraint(&ConstraintSpec {
                name: format!("pin {number}"),
                one: rod,
                other: Some(bob),
                one_from_constraint: at(x, 0.0, 0.0),
                limits: [locked, locked, locked, free, free, free],
                collides: false,
            })
            .unwrap();
    }
    let mut largest = 0.0f64;
    for _ in 0..10 * HZ {
        world.advance();
        for (bob, x) in bobs.into_iter().zip([-0.5, 0.5]) {
            let pin = world.world_from(rod).transform_point(DVec3::X * x);
            let end = world.world_from(bob).transform_point(DVec3::NEG_Z);
            largest = largest.max((pin - end).length());
        }
    }
    assert!(largest < 1e-3, "the pins stretch by {largest} m");
    assert!(world.events().is_empty());
}
