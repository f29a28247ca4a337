//! A tick of all wheels, before the rapier step.

use glam::DVec3;

use crate::physics::wheels::bodies::ImpulseBody;
use crate::physics::wheels::ground;
use crate::physics::wheels::ground::Touch;
use crate::physics::wheels::solve::Solver;
use crate::physics::wheels::wheel::{Impulses, Wheel, WheelContact};
use crate::physics::wheels::{ChassisWheels, Wheels};
use crate::raycast::ray_queries;
use crate::tree::node_tree::Tree;
use crate::{Hit, NodeId, Ray, RayFilter, World};

/// Distance from the swivel axis of a caster back to its ground contact, in wheel radii.
const TRAIL: f64 = 0.5;
/// Minimum speed of a chassis to wake the bodies below it. [m/s, rad/s]
const MOVES_ABOVE: f64 = 0.005;
/// Minimum speed of a caster to change its direction. [m/s]
const SWIVEL_ABOVE_M_PER_S: f64 = 1e-3;

/// Computes the impulses of all wheels for the coming tick and applies them to chassis and ground.
pub(crate) fn advance_wheels(world: &mut World) {
    let mut wheels = std::mem::take(&mut world.wheels);
    wheels.advance(world);
    world.wheels = wheels;
}

/// Buffers reused for every chassis in a tick.
#[derive(Default)]
struct Scratch {
    rays: Vec<Ray>,
    hits: Vec<Option<Hit>>,
    touches: Vec<Touch>,
}

impl Wheels {
    fn advance(&mut self, world: &mut World) {
        let mut scratch = Scratch::default();
        let mut moved = Vec::new();
        for (&chassis, carriage) in &mut self.carriages {
            if world.physics.sleeps(chassis) {
                // rapier does not know the ground of wheels.
                if !carriage.stands_on_moving_ground(world) {
                    continue;
                }
                world.physics.wake(chassis);
            }
            if let Some(body) = world.physics.impulse_body(&world.tree, chassis)
                && body.node == chassis
            {
                carriage.advance(world, body, &mut scratch);
                carriage.show(&mut world.tree, &mut moved);
            }
        }
        // Only now, because the first ray after a change updates the ray scene.
        world.rays.touch(&moved);
    }
}

impl ChassisWheels {
    fn advance(&mut self, world: &mut World, body: ImpulseBody, scratch: &mut Scratch) {
        let tick_s = world.settings.tick_s;
        self.find_ground(world, &body, scratch);
        let mass = world.mass(body.node);
        // Wheels of a chassis whose velocity a drive sets roll freely.
        let rolls = world.physics.body(body.node).is_some_and(|body| body.rolls);
        let mut solver = Solver {
            wheels: &self.wheels,
            chassis: world.physics.after_free_motion(body, tick_s),
            grounds: Vec::new(),
            contacts: Vec::with_capacity(self.wheels.len()),
            tick_s,
            weight: mass * world.settings.gravity.abs().max(1.0) * tick_s,
            mass,
        };
        for touch in &scratch.touches {
            let wheel = &solver.wheels[touch.wheel].spec;
            let friction = wheel.friction * touch.friction;
            let ground = moving_ground(world, touch.node, &mut solver.grounds);
            solver.add_contact(*touch, if wheel.swivels || rolls { 0.0 } else { friction }, ground);
        }
        solver.solve();
        let rolled: Vec<_> = solver.contacts.iter().map(|contact| (*contact, solver.slip(contact))).collect();
        // Under a chassis at rest, the body below may fall asleep.
        let wakes = body.fastest() > MOVES_ABOVE;
        for ground in &solver.grounds {
            world.physics.apply_impulses(ground, tick_s, wakes);
        }
        world.physics.apply_impulses(&solver.chassis, tick_s, false);

        for wheel in &mut self.wheels {
            wheel.impulses = Impulses::default();
            wheel.contact = None;
            wheel.extension = wheel.spec.rest_length();
        }
        for (contact, _) in &rolled {
            let wheel = &mut self.wheels[contact.touch.wheel];
            wheel.apply(&contact.touch, contact.impulses, tick_s);
        }
        for wheel in &mut self.wheels {
            let held_back = wheel.contact.map(|_| wheel.impulses.forward);
            wheel.rate = wheel.driven_rate(held_back, tick_s);
        }
        for (contact, slip) in rolled {
            let wheel = &mut self.wheels[contact.touch.wheel];
            if wheel.spec.swivels {
                wheel.swivel(&contact.touch, slip, tick_s);
            } else if rolls {
                wheel.rate = slip.dot(contact.touch.forward) / wheel.spec.radius;
            }
        }
        for wheel in &mut self.wheels {
            wheel.angle += wheel.rate * tick_s;
        }
        self.grounds.clear();
        for touch in &scratch.touches {
            if self.grounds.iter().all(|&(ground, _)| ground != touch.node) {
                self.grounds.push((touch.node, world.tree.world_from(touch.node)));
            }
        }
    }

    /// Whether any ground of the wheels is an awake body, or has moved since the last computation of the wheels.
    fn stands_on_moving_ground(&self, world: &World) -> bool {
        self.grounds.iter().any(|&(ground, world_from_ground)| {
            world.physics.is_awake(world.tree.anchor(ground))
                || world.tree.world_from(ground) != world_from_ground
        })
    }

    /// Finds the ground under each wheel.
    fn find_ground(&mut self, world: &World, body: &ImpulseBody, scratch: &mut Scratch) {
        let world_from_chassis = world.tree.world_from(body.node);
        let own = self.own.get_or_insert_with(|| world.subtree_set(body.node));
        scratch.rays.clear();
        scratch.rays.extend(self.wheels.iter().map(|wheel| {
            let mount = world_from_chassis.transform_point(wheel.spec.mount);
            let up = world_from_chassis.transform_vector(wheel.spec.up);
            let sinking =
                -body.velocity_at(mount).dot(up) + world.settings.gravity.abs() * world.settings.tick_s;
            let ahead = sinking.max(0.0) * world.settings.tick_s;
            ground::ray(
                wheel,
                world_from_chassis,
                ahead.min(10.0 * wheel.spec.radius) + world.physics.margin_max,
            )
        }));
        let filter = RayFilter { except: Some(own), ..RayFilter::default() };
        ray_queries::cast_rays(world, &scratch.rays, &filter, &mut scratch.hits);
        scratch.touches.clear();
        let met = self.wheels.iter().zip(&scratch.rays).zip(&scratch.hits).enumerate();
        scratch.touches.extend(met.filter_map(|(number, ((wheel, ray), hit))| {
            let hit = hit.as_ref()?;
            let material = world.physics.material(hit.node, hit.part);
            ground::touch(number, wheel, world_from_chassis, body.center(), ray, hit, material)
        }));
    }

    /// Moves the nodes that show the wheels, and adds them to the list of moved nodes.
    fn show(&self, tree: &mut Tree, moved: &mut Vec<NodeId>) {
        for wheel in &self.wheels {
            if let Some(shown) = &wheel.shown
                && tree.set_follower_pose(shown.node, wheel.parent_from_shown(shown))
            {
                moved.push(shown.node);
            }
        }
    }
}

impl Wheel {
    /// Updates the state of the wheel from the impulses of a tick.
    fn apply(&mut self, touch: &Touch, impulses: Impulses, tick_s: f64) {
        self.impulses = impulses;
        self.extension = self.spec.within_travel(touch.extension);
        self.contact = (impulses.normal > 0.0).then(|| WheelContact {
            point: touch.point,
            normal: touch.normal,
            node: touch.node,
            load: impulses.normal / tick_s,
        });
    }

    /// Rolls a caster at a velocity over the ground [m/s] and swivels it to trail behind the chassis.
    fn swivel(&mut self, touch: &Touch, slip: DVec3, tick_s: f64) {
        let (ahead, aside) = (slip.dot(touch.forward), slip.dot(touch.left));
        self.rate = ahead / self.spec.radius;
        let speed = libm::hypot(ahead, aside);
        if speed > SWIVEL_ABOVE_M_PER_S {
            let turned = 1.0 - libm::exp(-speed * tick_s / (TRAIL * self.spec.radius));
            self.steering = crate::normalise_angle(self.steering + libm::atan2(aside, ahead) * turned);
        }
    }
}

/// The index in `grounds` of the body that moves with a node, if any.
fn moving_ground(world: &World, node: NodeId, grounds: &mut Vec<ImpulseBody>) -> Option<usize> {
    let body = world.physics.impulse_body(&world.tree, node)?;
    let known = grounds.iter().position(|ground| ground.node == body.node);
    Some(known.unwrap_or_else(|| {
        grounds.push(body);
        grounds.len() - 1
    }))
}
