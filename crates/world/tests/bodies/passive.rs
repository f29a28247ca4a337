//! Compares passive mechanisms with closed forms and with finely integrated equations of motion.

use crate::common::arms::{arm, energy, link, links, pendulum, void};
use crate::common::top::{Top, top};
use crate::common::{HZ, assert_close, at, cuboid, rigid};
use glam::DVec3;
use morse_world::{
    BodySpec, JointDrive, JointKind, JointSpec, NodeId, NodeSpec, PhysicsSettings, Pose, Shape, World,
    WorldEvent,
};

const GRAVITY: f64 = 9.81;

fn weightless() -> World {
    World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() })
}

/// Adds a body, and describes a joint with the same name that attaches it about or along an axis.
fn hung(
    world: &mut World,
    name: &str,
    parent: Option<NodeId>,
    body: &BodySpec,
    kind: JointKind,
    axis: DVec3,
) -> JointSpec {
    let node = world.add_node(NodeSpec::new(name).with_body(body.clone())).unwrap();
    JointSpec::new(name, parent, node, kind).about(axis)
}

#[test]
fn whirling_arm_conserves_energy() {
    let mut world = void();
    let joints = arm(&mut world, "arm", Pose::IDENTITY, 0.4);
    let links = links(&world, &joints);
    let start = energy(&world, &links);
    let height = |(node, body): &(NodeId, BodySpec)| {
        body.mass * world.world_from(*node).transform_point(body.inertia.unwrap().center_of_mass).z
    };
    // Energy between its highest and its lowest position: 2 m g h.
    let to_give = 2.0 * GRAVITY * links.iter().map(height).sum::<f64>();
    let mut fastest = 0.0_f64;
    for _ in 0..20 * HZ {
        world.advance();
        let drift = (energy(&world, &links) - start).abs() / to_give;
        assert!(drift < 1e-4, "{drift}");
        fastest = joints.iter().fold(fastest, |most, &joint| most.max(world.joint_velocity(joint).abs()));
    }
    assert!(fastest > 10.0, "it hardly moved: {fastest} rad/s");
}

#[test]
fn double_pendulum_follows_its_equations_of_motion() {
    let (mass, length, center, moment) = (1.5, 0.6, 0.4, 0.03);
    let body = link(mass, DVec3::new(0.0, 0.0, -center), DVec3::splat(moment));
    let mut world = void();
    let upper = hung(&mut world, "upper", None, &body, JointKind::Revolute, DVec3::Y);
    let lower = hung(&mut world, "lower", Some(upper.child), &body, JointKind::Revolute, DVec3::Y);
    let upper = world.add_joint(JointSpec { position: 1.2, ..upper }).unwrap();
    let lower = JointSpec { position: 0.5, ..lower.at(at(0.0, 0.0, -length)) };
    let lower = world.add_joint(lower).unwrap();
    // Lagrange's equations for the angles from the vertical, integrated with Runge-Kutta steps of 0.1 ms.
    let about = moment + mass * center * center;
    let rates = |[a, b, da, db]: [f64; 4]| {
        let (coupling, apart) = (mass * length * center, a - b);
        let (m11, m12, m22) = (about + mass * length * length, coupling * apart.cos(), about);
        let f1 = -coupling * apart.sin() * db * db - mass * GRAVITY * (center + length) * a.sin();
        let f2 = coupling * apart.sin() * da * da - mass * GRAVITY * center * b.sin();
        let determinant = m11 * m22 - m12 * m12;
        [da, db, (m22 * f1 - m12 * f2) / determinant, (m11 * f2 - m12 * f1) / determinant]
    };
    let moved = |state: [f64; 4], rate: [f64; 4], step: f64| {
        std::array::from_fn::<f64, 4, _>(|number| state[number] + step * rate[number])
    };
    let per_tick = 10_000 / HZ;
    let step = 1.0 / (HZ * per_tick) as f64;
    let mut state = [1.2, 1.7, 0.0, 0.0];
    for tick in 0..5 * HZ {
        for _ in 0..per_tick {
            let k1 = rates(state);
            let k2 = rates(moved(state, k1, 0.5 * step));
            let k3 = rates(moved(state, k2, 0.5 * step));
            let k4 = rates(moved(state, k3, step));
            for (rate, weight) in [(k1, 1.0), (k2, 2.0), (k3, 2.0), (k4, 1.0)] {
                state = moved(state, rate, weight * step / 6.0);
            }
        }
        world.advance();
        let off = (world.joint_position(upper) - state[0]).abs()
            + (world.joint_position(lower) - (state[1] - state[0])).abs();
        assert!(off < 1e-4, "{off} rad off after {} ticks", tick + 1);
    }
}

/// A flying chain of three bodies that rotate relative to each other.
fn tumbling_chain(world: &mut World) -> Vec<(NodeId, BodySpec)> {
    let body = link(3.0, DVec3::new(0.1, 0.05, -0.02), DVec3::new(0.05, 0.08, 0.11));
    let tail = link(1.0, DVec3::new(0.2, 0.0, 0.1), DVec3::new(0.01, 0.02, 0.025));
    let root = world.add_node(NodeSpec::new("root").at(at(1.0, 2.0, 3.0)).with_body(body.clone())).unwrap();
    let leaning = DVec3::new(0.3, 1.0, 0.2);
    let first = hung(world, "first", Some(root), &tail, JointKind::Continuous, leaning);
    let middle = first.child;
    let second = hung(world, "second", Some(middle), &tail, JointKind::Continuous, DVec3::Z);
    let first = world.add_joint(first.at(at(0.3, 0.0, 0.1))).unwrap();
    let second = world.add_joint(second.at(at(0.4, 0.0, 0.0))).unwrap();
    world.set_linear_velocity(root, DVec3::new(0.4, -0.2, 0.1));
    world.set_angular_velocity(root, DVec3::new(1.0, 2.0, -0.5));
    world.set_joint_velocity(first, 3.0);
    world.set_joint_velocity(second, -4.0);
    vec![(root, body), (middle, tail.clone()), (world.joint_child(second), tail)]
}

/// Linear momentum, and angular momentum about the origin. [N s, N m s]
fn momenta(world: &World, links: &[(NodeId, BodySpec)]) -> [DVec3; 2] {
    links.iter().fold([DVec3::ZERO; 2], |[linear, angular], (node, body)| {
        let inertia = body.inertia.unwrap();
        let pose = world.world_from(*node);
        let turn = world.angular_velocity(*node);
        let arm = pose.rotation * inertia.center_of_mass;
        let push = body.mass * (world.linear_velocity(*node) + turn.cross(arm));
        let spin = pose.rotation * (inertia.tensor * (pose.rotation.inverse() * turn));
        [linear + push, angular + (pose.translation + arm).cross(push) + spin]
    })
}

#[test]
fn flying_chain_conserves_momentum_and_energy() {
    let mut world = weightless();
    let links = tumbling_chain(&mut world);
    world.advance();
    let [linear, angular] = momenta(&world, &links);
    let weight = |world: &World| {
        let height = |(node, body): &(NodeId, BodySpec)| {
            body.mass * world.world_from(*node).transform_point(body.inertia.unwrap().center_of_mass).z
        };
        GRAVITY * links.iter().map(height).sum::<f64>()
    };
    let motion = |world: &World| energy(world, &links) - weight(world);
    let start = motion(&world);
    for _ in 0..20 * HZ {
        world.advance();
        let [now, about] = momenta(&world, &links);
        assert!((now - linear).length() < 1e-4 * linear.length(), "{now} {linear}");
        assert!((about - angular).length() < 1e-4 * angular.length(), "{about} {angular}");
        assert_close(motion(&world), start, 1e-4 * start);
    }
}

#[test]
fn fast_top_has_its_closed_form_precession() {
    let Top { mut world, round, lean, leaning, precession } = top();
    for _ in 0..10 * HZ {
        world.advance();
    }
    assert_close(world.joint_position(round), 10.0 * precession, 1e-3 * 10.0 * precession);
    assert_close(world.joint_position(lean), leaning, 1e-3);
}

#[test]
fn pushed_and_damped_slides_follow_their_closed_forms() {
    let mut world = weightless();
    let (mass, push, damping) = (2.0, 3.0, 4.0);
    let body = link(mass, DVec3::ZERO, DVec3::splat(0.1));
    let mut slide = |name, axis, damping| {
        let spec = hung(&mut world, name, None, &body, JointKind::Prismatic, axis);
        world.add_joint(JointSpec { damping, ..spec }).unwrap()
    };
    let driven = slide("driven", DVec3::X, 0.0);
    let pushed = slide("pushed", DVec3::Y, 0.0);
    let braked = slide("braked", DVec3::Z, damping);
    world.drive_joint(driven, JointDrive::Effort(push));
    world.set_joint_velocity(braked, 5.0);
    for tick in 1..=2 * HZ {
        world.apply_force(world.joint_child(pushed), DVec3::new(7.0, push, -1.0));
        world.advance();
        let time = tick as f64 / HZ as f64;
        assert_close(world.joint_position(driven), 0.5 * push / mass * time * time, 1e-5);
        assert_close(world.joint_position(pushed), 0.5 * push / mass * time * time, 1e-5);
        let decay = (-damping / mass * time).exp();
        assert_close(world.joint_velocity(braked), 5.0 * decay, 1e-5);
        assert_close(world.joint_position(braked), 5.0 * mass / damping * (1.0 - decay), 1e-5);
    }
}

#[test]
fn strongly_damped_pendulum_barely_moves() {
    let mut world = void();
    let body = link(1.0, DVec3::X, DVec3::splat(0.01));
    let hinge = hung(&mut world, "bar", None, &body, JointKind::Revolute, DVec3::Y);
    let hinge = world.add_joint(JointSpec { damping: 1e6, ..hinge }).unwrap();
    world.set_joint_velocity(hinge, 5.0);
    for _ in 0..HZ {
        world.advance();
    }
    // m g l / damping: 1e-5 rad/s
    assert_close(world.joint_velocity(hinge), 9.81e-6, 1e-6);
}

#[test]
fn bob_that_swings_against_a_wall_does_not_penetrate() {
    let mut world = void();
    let hinge = pendulum(&mut world, 2.0, 0.7, 0.05, 1.0);
    let ball = rigid(0.5, 0.5, vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.1 })]);
    let ball = world.add_node(NodeSpec::new("ball").with_body(ball)).unwrap();
    let rod = JointSpec::new("rod", Some(world.joint_child(hinge)), ball, JointKind::Fixed);
    world.add_joint(rod.at(at(0.0, 0.0, -0.7))).unwrap();
    // The face of the wall touches the bob when it hangs straight down. The bob comes from -x.
    let wall = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.5, 1.0, 1.0))], ..BodySpec::default() };
    world.add_node(NodeSpec::new("wall").at(at(0.6, 0.0, 1.3)).with_body(wall)).unwrap();
    let mut fastest = 0.0_f64;
    for tick in 0..5 * HZ {
        world.advance();
        assert!(world.joint_position(hinge) > -0.02, "it is in the wall after {tick} ticks");
        fastest = fastest.max(-world.joint_velocity(hinge));
    }
    assert!(fastest > 3.0, "{fastest}");
    assert_close(world.joint_position(hinge), 0.0, 0.02);
    assert_close(world.joint_velocity(hinge), 0.0, 0.01);
}

#[test]
fn diverging_mechanism_is_stopped_and_reported_without_stopping_the_world() {
    for effort in [1e18, -1e18] {
        let mut world = void();
        let joints = arm(&mut world, "arm", Pose::IDENTITY, 0.4);
        let hinge = pendulum(&mut world, 2.0, 0.7, 0.05, 1.0);
        let mut alone = void();
        let alone_hinge = pendulum(&mut alone, 2.0, 0.7, 0.05, 1.0);
        world.drive_joint(joints[5], JointDrive::Effort(effort));
        let mut reports = 0;
        for _ in 0..2 * HZ {
            world.advance();
            alone.advance();
            let is_report = |event: &&WorldEvent| matches!(event, WorldEvent::Diverged { .. });
            reports += world.events().iter().filter(is_report).count();
            for node in world.nodes() {
                assert!(world.world_from(node).is_finite(), "{}", world.name(node));
                assert!(world.linear_velocity(node).is_finite(), "{}", world.name(node));
            }
        }
        assert_eq!(reports, 1);
        assert!(world.is_suspended(world.joint_child(joints[0])));
        assert_close(world.joint_position(hinge), alone.joint_position(alone_hinge), 1e-6);
        world.reset();
        assert!(!world.is_suspended(world.joint_child(joints[0])), "a reset resumes it");
        world.advance();
        assert!(world.joint_velocity(joints[1]) != 0.0);
    }
}

#[test]
fn restored_world_continues_bit_identically() {
    let mut world = weightless();
    tumbling_chain(&mut world);
    let joints = arm(&mut world, "arm", at(5.0, 0.0, 0.0), 0.4);
    world.drive_joint(joints[0], JointDrive::Effort(3.0));
    for round in 0..3 {
        let mut twin = void();
        twin.restore(&world.save().unwrap()).unwrap();
        for _ in 0..HZ {
            world.advance();
            twin.advance();
        }
        assert_eq!(world.save().unwrap(), twin.save().unwrap(), "round {round}");
    }
}
