//! Serving requests: finding the service, its arguments, the asynchronous slot of each component.

mod base;
mod communication;
mod simulation;
mod supervision;
mod time;

use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_scene::value::Value;

use crate::cell::{AnyComponent, Site};
use crate::request::{Request, RequestId, Respond};
use crate::service::{Answer, Arguments, Outcome, ServiceError};
use crate::simulation::Simulation;
use crate::unit::{ModifierUnit, Running, UnitRef};

pub(crate) use supervision::{DESCRIPTIONS as SUPERVISION, PSEUDO_COMPONENTS};

/// Where a service of a component is implemented.
enum Place {
    /// One of those every component has.
    Base(usize),
    /// The component itself.
    Own(usize),
    /// One of its modifiers.
    Modifier(usize, usize),
}

impl Simulation {
    /// Serves a request that came through a request manager.
    pub(crate) fn serve(&mut self, request: Request) {
        let Request { id, manager, component, service, arguments, respond } = request;
        self.dispatch(id, Some(manager), &component, &service, &arguments, respond);
    }

    /// Calls a service; `manager` restricts the call to what the scene exposes on it.
    pub(crate) fn dispatch(
        &mut self,
        id: RequestId,
        manager: Option<&str>,
        component: &str,
        service: &str,
        arguments: &[Value],
        respond: Respond,
    ) {
        let exposed =
            |managers: &[String]| manager.is_none_or(|manager| managers.iter().any(|m| m == manager));
        if PSEUDO_COMPONENTS.contains(&component) && exposed(&self.supervisors) {
            return self.supervise(component, service, arguments, respond);
        }
        let unit = self.units.get(component).copied().filter(|&unit| exposed(&self.head(unit).managers));
        let found = unit.and_then(|unit| Some((unit, self.find_service(unit, service)?)));
        let Some((unit, (place, description))) = found else {
            return respond(Answer::Failed(ServiceError::NotRegistered {
                component: component.to_owned(),
                service: service.to_owned(),
            }));
        };
        if description.kind == ServiceKind::Async
            && let Err(busy) = self.free_slot(unit)
        {
            return respond(Answer::Failed(busy));
        }
        match self.carry_out(unit, &place, &description, arguments) {
            Ok(Outcome::Done(value)) => respond(Answer::Success(value)),
            Err(error) => respond(Answer::Failed(error)),
            Ok(Outcome::Started) => {
                let ServiceDescription { name, interruptible, .. } = description;
                self.head_mut(unit).running = Some(Running { id, service: name, interruptible, respond });
            }
            Ok(Outcome::Relayed(relay)) => self.relay(id, &relay, respond),
        }
        self.settle_hosted();
    }

    pub(crate) fn has_service(&self, component: &str, service: &str) -> bool {
        self.units.get(component).is_some_and(|&unit| self.find_service(unit, service).is_some())
    }

    fn find_service(&self, unit: UnitRef, service: &str) -> Option<(Place, ServiceDescription)> {
        let head = self.head(unit);
        let own = &head.description.services;
        if let Some(index) = own.iter().position(|described| described.name == service) {
            return Some((Place::Own(index), own[index].clone()));
        }
        for (nth, modifier) in self.modifiers(unit).iter().enumerate() {
            let services = &modifier.description.services;
            if let Some(index) = services.iter().position(|described| described.name == service) {
                return Some((Place::Modifier(nth, index), services[index].clone()));
            }
        }
        let base = base::descriptions(matches!(unit, UnitRef::Sensor(_)));
        let index = base.iter().position(|described| described.name == service)?;
        Some((Place::Base(index), base[index].clone()))
    }

    /// Makes room for an asynchronous service: an interruptible one gives way, any other keeps its place.
    fn free_slot(&mut self, unit: UnitRef) -> Result<(), ServiceError> {
        match &self.head(unit).running {
            None => Ok(()),
            Some(running) if running.interruptible == Some(true) => {
                self.preempt(unit);
                Ok(())
            }
            Some(running) => Err(ServiceError::Busy {
                running: running.service.clone(),
                interruptible: running.interruptible,
            }),
        }
    }

    fn preempt(&mut self, unit: UnitRef) {
        if let Some(seat) = self.head(unit).seat {
            self.interrupt_hosted(seat);
        }
        let Some(running) = self.head_mut(unit).running.take() else { return };
        let node = self.head(unit).node;
        let robot = self.robot_node(unit);
        let (now, client_time_s) = (self.clock.now(), self.client_time_s());
        let mut site = Site { now, client_time_s, world: &mut self.world, node, robot };
        match unit {
            UnitRef::Robot(_) => {}
            UnitRef::Sensor(index) => self.sensors[index].cell.interrupt(&mut site),
            UnitRef::Actuator(index) => self.actuators[index].cell.interrupt(&mut site),
        }
        self.finished.push((running.respond, Answer::Preempted(Value::Null)));
    }

    /// Interrupts the service a request started, if it is still running. Robots' own services cannot be cancelled.
    pub(crate) fn cancel(&mut self, id: RequestId) {
        let units: Vec<UnitRef> = self.units.values().copied().collect();
        for unit in units {
            let running = self.head(unit).running.as_ref();
            if running.is_some_and(|running| running.id == id) && !matches!(unit, UnitRef::Robot(_)) {
                self.preempt(unit);
            }
        }
    }

    fn carry_out(
        &mut self,
        unit: UnitRef,
        place: &Place,
        description: &ServiceDescription,
        values: &[Value],
    ) -> Result<Outcome, ServiceError> {
        let own = !matches!(place, Place::Modifier(..)) && description.name != base::GET_LOCAL_DATA;
        if let Some(seat) = self.head(unit).seat.filter(|_| own) {
            return self.serve_hosted(seat, &description.name, values);
        }
        let arguments = Arguments::new(description, values)?;
        let node = self.head(unit).node;
        let robot = self.robot_node(unit);
        if let Place::Base(index) = place {
            return base::call(self, unit, *index, &arguments).map(Outcome::Done);
        }
        let (now, client_time_s) = (self.clock.now(), self.client_time_s());
        let mut site = Site { now, client_time_s, world: &mut self.world, node, robot };
        let (cell, modifiers): (&mut dyn AnyComponent, &mut [ModifierUnit]) = match unit {
            UnitRef::Robot(index) => (self.robots[index].cell.as_mut(), &mut []),
            UnitRef::Sensor(index) => {
                let sensor = &mut self.sensors[index];
                (sensor.cell.as_mut(), &mut sensor.modifiers)
            }
            UnitRef::Actuator(index) => {
                let actuator = &mut self.actuators[index];
                (actuator.cell.as_mut(), &mut actuator.modifiers)
            }
        };
        match *place {
            Place::Own(index) | Place::Base(index) => cell.serve(index, &arguments, &mut site),
            Place::Modifier(nth, index) => modifiers[nth].cell.serve(index, &arguments, &mut site),
        }
    }
}
