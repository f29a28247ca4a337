//! Hosted components: their seats in the host, and their beginning.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};

use morse_scene::document::{Object, ObjectKind};

use super::Assembly;
use crate::hosted::{Company, Happening, Member, Order, Reply, Scene, Seat, Turn};
use crate::registry::Maker;
use crate::unit::UnitRef;

impl<'a> Assembly<'a> {
    /// Has the host make its components, in scene order, when everything else has started.
    pub(super) fn start_hosted(&mut self) {
        let Some(host) = self.registry.host().map(Arc::clone) else { return };
        let objects = self.hosted_objects();
        if objects.is_empty() || !self.problems.is_empty() {
            return;
        }
        let (seats, members) = self.seat_all(&objects);
        let turns = seats.iter().enumerate().map(|(number, seat)| {
            let world_from = self.simulation.world.world_from(self.simulation.head(seat.unit).node);
            Turn { seat: number, world_from, acts: false, command: None }
        });
        let happening = Happening { time_s: self.simulation.client_time_s(), turns: turns.collect() };
        let environment = &self.document.environment;
        let order = Order::Begin {
            members: &members,
            seed: self.options.seed,
            rate_hz: self.simulation.clock.rate_hz(),
            gravity: self.simulation.world.gravity().to_array(),
            environment: &environment.properties,
            fastmode: environment.fastmode,
            happening,
        };
        let mut scene = Scene { simulation: &mut self.simulation, later: None };
        let begun = host.lock().unwrap_or_else(PoisonError::into_inner).exchange(&order, &mut scene);
        self.simulation.company = Some(Company { host, seats, lost: false, completed: Vec::new() });
        match begun {
            Ok(reply) => self.take_beginnings(&objects, reply),
            Err(error) => {
                let object = objects[0];
                self.problem("run::python", object, format!("cannot begin: {error}"));
            }
        }
    }

    /// Objects that have a hosted class, and the robots that carry one, in scene order.
    fn hosted_objects(&self) -> Vec<&'a Object> {
        let is_hosted = |object: &Object| {
            let unit = self.simulation.units.get(&object.name);
            unit.is_some_and(|&unit| self.is_hosted(unit))
        };
        let components =
            self.document.objects.iter().filter(|object| object.kind.is_component() && is_hosted(object));
        let carriers: BTreeSet<&str> =
            components.filter_map(|object| Some(self.robot_above(object)?.name.as_str())).collect();
        let all = self.document.objects.iter();
        all.filter(|object| is_hosted(object) || carriers.contains(object.name.as_str())).collect()
    }

    fn is_hosted(&self, unit: UnitRef) -> bool {
        let class = &self.simulation.head(unit).description.class;
        matches!(self.registry.maker(class), Some(Maker::Hosted(_)))
    }

    fn seat_all(&mut self, objects: &[&'a Object]) -> (Vec<Seat>, Vec<Member>) {
        let numbers: BTreeMap<&str, usize> =
            objects.iter().enumerate().map(|(number, object)| (object.name.as_str(), number)).collect();
        let (mut seats, mut members) = (Vec::new(), Vec::new());
        for (number, object) in objects.iter().enumerate() {
            let Some(&unit) = self.simulation.units.get(&object.name) else { continue };
            let above = (object.kind != ObjectKind::Robot).then(|| self.robot_above(object)).flatten();
            let robot = above.and_then(|robot| numbers.get(robot.name.as_str()));
            let robot = robot.copied().unwrap_or(number);
            let acts = self.is_hosted(unit);
            let rate_hz = object.rate_hz.unwrap_or(self.simulation.clock.rate_hz());
            let head = self.simulation.head_mut(unit);
            head.seat = acts.then_some(number);
            members.push(Member {
                name: object.name.clone(),
                class: acts.then(|| head.description.class.clone()),
                kind: head.description.kind,
                robot,
                level: object.level.clone().unwrap_or_else(|| "default".to_owned()),
                rate_hz,
                properties: object.properties.clone(),
            });
            seats.push(Seat { unit, name: object.name.clone(), robot, acts, failed: false });
        }
        (seats, members)
    }

    /// What the components have to show before their first turn.
    fn take_beginnings(&mut self, objects: &[&'a Object], mut reply: Reply) {
        for report in &mut reply.reports {
            let object = objects.get(report.seat);
            if let Some((error, object)) = report.error.take().zip(object) {
                self.problem("run::python", object, format!("its Python code failed\n{error}"));
            }
        }
        self.simulation.take_reply(reply);
    }
}
