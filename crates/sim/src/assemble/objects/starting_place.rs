//! Places of objects at their start: objects inside of the ground are put on it, and objects over nothing are named.

use glam::DVec3;
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::{Object, ObjectKind};
use morse_world::{NodeId, RayKind};

use crate::assemble::Assembly;
use crate::engine::instance::InstanceRef;

/// How far above and below a robot ground is searched. [m]
const SEARCHED_M: f64 = 1000.0;

impl Assembly<'_> {
    /// Puts objects that physics moves on the ground in which they start, and warns about them and about robots that start
    /// over nothing.
    pub(in crate::assemble) fn settle_objects(&mut self) {
        let document = self.document;
        for object in &document.objects {
            let Some(&node) = self.nodes.get(object.name.as_str()) else { continue };
            let world = &self.simulation.state.world;
            if object.parent.is_some() || object.external || world.is_suspended(node) {
                continue;
            }
            if !world.is_free(node) {
                self.part_links_from_ground(object, node);
            } else if !self.put_on_ground(object, node) {
                self.warn_over_nothing(object, node);
            }
        }
    }

    /// Returns whether the object is inside of another body.
    fn put_on_ground(&mut self, object: &Object, node: NodeId) -> bool {
        let world = &mut self.simulation.state.world;
        let Some(penetration) = world.penetration(node) else { return false };
        let other = world.name(penetration.other).to_owned();
        let [cm, own] = [penetration.depth * 100.0, world.world_from(node).translation.z];
        let (done, help) = match penetration.raise {
            Some(raise) => {
                let mut pose = world.world_from(node);
                pose.translation.z += raise;
                world.set_initial_pose(node, pose);
                let done = format!("it is put on it, {:.1} cm higher", raise * 100.0);
                (done, format!("place it with `translate(z={:.2})` or higher", own + raise + 0.005))
            }
            None => {
                let done = "physics will push it out".to_owned();
                (done, "place it elsewhere with `translate`".to_owned())
            }
        };
        self.warnings.push(
            Diagnostic::warning(
                Code::RunStartsInside,
                format!("it starts {cm:.1} cm deep in `{other}`; {done}"),
            )
            .on(&*object.name)
            .at(object.source.as_ref())
            .help(help),
        );
        true
    }

    /// Lets the links of an object with a fixed base pass through the body that does not move in which they start: neither can
    /// give way.
    fn part_links_from_ground(&mut self, object: &Object, base: NodeId) {
        let world = &mut self.simulation.state.world;
        let own = world.subtree(base);
        for &link in own.iter().filter(|&&link| link != base) {
            if !world.is_free(link) {
                continue;
            }
            let Some(penetration) = world.penetration(link) else { continue };
            if own.contains(&penetration.other) || world.is_free(penetration.other) {
                continue;
            }
            world.ignore_collisions(link, penetration.other);
            let [name, other] = [link, penetration.other].map(|node| world.name(node).to_owned());
            let cm = penetration.depth * 100.0;
            self.warnings.push(
                Diagnostic::warning(
                    Code::RunStartsInside,
                    format!("its part `{name}` starts {cm:.1} cm deep in `{other}`; as the base is fixed, the two do not collide"),
                )
                .on(&*object.name)
                .at(object.source.as_ref())
                .help("place it higher with `translate`".to_owned()),
            );
        }
    }

    /// Warns about a robot that starts with nothing below it on which it could stand.
    fn warn_over_nothing(&mut self, object: &Object, node: NodeId) {
        let world = &self.simulation.state.world;
        let Some(&InstanceRef::Robot(robot)) = self.simulation.model.instances.get(&object.name) else {
            return;
        };
        let mut actuators = self.simulation.state.actuators.iter().filter(|actuator| actuator.robot == robot);
        let floats = self.simulation.state.robots[robot].handle().traits.no_gravity
            || actuators.any(|actuator| actuator.component().bears_weight());
        if object.kind != ObjectKind::Robot || floats || world.settings().gravity <= 0.0 {
            return;
        }
        let own = world.subtree_set(node);
        let corners =
            world.subtree(node).into_iter().filter_map(|part| world.bounds(part, RayKind::default()));
        let Some([low, high]) = corners.reduce(|[low, high], [least, most]| [low.min(least), high.max(most)])
        else {
            return;
        };
        let filter = morse_world::RayFilter { except: Some(&own), ..Default::default() };
        let places = [[0.5, 0.5], [0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
        let meets = |way: DVec3| {
            // One by one: a batch needs a megabyte of stack in a debug build, and any thread may make a simulation.
            let hits = places.into_iter().filter_map(|[x, y]| {
                let from = DVec3::new(low.x + x * (high.x - low.x), low.y + y * (high.y - low.y), high.z);
                let hit = world.cast_single_ray(&morse_world::Ray::new(from, way, SEARCHED_M), &filter)?;
                Some((hit.node, hit.distance))
            });
            hits.reduce(|a, b| if a.1 <= b.1 { a } else { b })
        };
        if meets(-DVec3::Z).is_some() {
            return;
        }
        let above = meets(DVec3::Z).map(|(ground, distance)| {
            let deep = f64::from(distance) + high.z - low.z;
            format!("; `{}` is {deep:.2} m above its lowest point", world.name(ground))
        });
        self.warnings.push(
            Diagnostic::warning(
                Code::RunOverNothing,
                format!("nothing is below it, so it will fall for ever{}", above.unwrap_or_default()),
            )
            .on(&*object.name)
            .at(object.source.as_ref())
            .help("place it over the ground with `translate`, or set its property `NoGravity`".to_owned()),
        );
    }
}
