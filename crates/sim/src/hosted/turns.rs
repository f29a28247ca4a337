//! Exchanges with the host: one for all sensors that are due, one for all robots and actuators, one for each request.

use std::sync::PoisonError;

use morse_scene::value::Value;

use super::scene::Scene;
use super::{Completed, Deed, Happening, HostLost, Order, Outcome, Reply, Seat, Status, Turn};
use crate::service::{self, Answer, ServiceError};
use crate::simulation::Simulation;
use crate::unit::{Reading, Tick, UnitRef};

/// What an exchange is about, and who takes part.
pub(crate) enum About<'a> {
    /// Sensors read the world, which nobody changes meanwhile.
    Sensing,
    /// Robots and actuators act.
    Acting,
    /// A service of a component is called.
    Service(usize, &'a str, &'a [Value]),
    /// The running service of a component gives way.
    Interruption(usize),
}

/// Who takes part in an exchange, by seat; with a new command, if there is one.
pub(crate) type Parts = Vec<(usize, Option<Vec<Value>>)>;

impl Simulation {
    /// Hosted sensors that are due read the world. What they do to it is left for later.
    pub(crate) fn sense_hosted(&mut self, tick: Tick) -> Vec<Deed> {
        let mut due = Parts::new();
        for (seat, sensor) in self.seated(|seat| match seat.unit {
            UnitRef::Sensor(index) => Some(index),
            _ => None,
        }) {
            let sensor = &mut self.sensors[sensor];
            sensor.reading = Reading::None;
            if sensor.active && sensor.schedule.is_due(tick.now, tick.length_ns) {
                due.push((seat, None));
            }
        }
        if due.is_empty() {
            return Vec::new();
        }
        let Some((reply, deeds)) = self.exchange(&About::Sensing, due) else { return Vec::new() };
        let read: Vec<usize> =
            reply.reports.iter().filter(|report| report.error.is_none()).map(|report| report.seat).collect();
        self.take_reply(reply);
        for seat in read {
            if let Some(UnitRef::Sensor(index)) = self.seat(seat).map(|seat| seat.unit) {
                self.sensors[index].seal(tick, &self.world);
            }
        }
        deeds
    }

    /// Hosted robots act, and hosted actuators that are due take their newest command and act.
    pub(crate) fn act_hosted(&mut self, tick: Tick) {
        let mut due = Parts::new();
        for (seat, unit) in self.seated(|seat| (!seat.failed).then_some(seat.unit)) {
            match unit {
                UnitRef::Robot(index) if !self.robots[index].external => due.push((seat, None)),
                UnitRef::Actuator(index) => {
                    let actuator = &mut self.actuators[index];
                    if actuator.active && actuator.schedule.is_due(tick.now, tick.length_ns) {
                        let data = actuator.take_commands(tick).then(|| actuator.cell.data());
                        let values =
                            data.map(|data| (0..).map_while(|index| Some(data.get(index)?.to_value())));
                        let values = values.map(Iterator::collect);
                        due.push((seat, values));
                    }
                }
                _ => {}
            }
        }
        if !due.is_empty()
            && let Some((reply, _)) = self.exchange(&About::Acting, due)
        {
            self.take_reply(reply);
        }
    }

    /// Calls a service of a hosted component.
    pub(crate) fn serve_hosted(
        &mut self,
        seat: usize,
        service: &str,
        arguments: &[Value],
    ) -> Result<service::Outcome, ServiceError> {
        let refused = |text: &str| Err(ServiceError::Refused(text.to_owned()));
        let about = About::Service(seat, service, arguments);
        let Some((mut reply, _)) = self.exchange(&about, Parts::new()) else {
            return refused("the Python process that computed the component has ended");
        };
        let outcome = reply.outcome.take();
        // An asynchronous service may end before its call does: it is completed once it counts as running.
        let completed = std::mem::take(&mut reply.completed);
        self.take_reply(reply);
        if let Some(company) = &mut self.company {
            company.completed.extend(completed);
        }
        match outcome {
            Some(Outcome::Done(value)) => Ok(service::Outcome::Done(value)),
            Some(Outcome::Started) => Ok(service::Outcome::Started),
            Some(Outcome::Refused(text)) => refused(&text),
            None => refused("the component did not answer"),
        }
    }

    /// Lets a hosted component stop its running service, which may say itself how that ends.
    pub(crate) fn interrupt_hosted(&mut self, seat: usize) {
        if let Some((reply, _)) = self.exchange(&About::Interruption(seat), Parts::new()) {
            self.take_reply(reply);
        }
    }

    /// Ends the services that ended while the call that began them was under way.
    pub(crate) fn settle_hosted(&mut self) {
        let completed = self.company.as_mut().map(|company| std::mem::take(&mut company.completed));
        completed.into_iter().flatten().for_each(|completed| self.complete(completed));
    }

    /// Says to the host that the simulation ends.
    pub(crate) fn end_hosted(&mut self) {
        if let Some(company) = self.company.take().filter(|company| !company.lost) {
            let mut host = company.host.lock().unwrap_or_else(PoisonError::into_inner);
            let mut scene = Scene { simulation: self, later: None };
            // There is nobody left to tell.
            let _ = host.exchange(&Order::End, &mut scene);
        }
    }

    /// Whether a unit is a hosted one, and its host is gone.
    pub(crate) fn is_orphaned(&self, unit: UnitRef) -> bool {
        self.head(unit).seat.is_some() && self.company.as_ref().is_some_and(|company| company.lost)
    }

    fn seat(&self, seat: usize) -> Option<&Seat> {
        self.company.as_ref()?.seats.get(seat)
    }

    /// What `pick` picks of the seats whose class is hosted, with their numbers; nothing when there is no host.
    fn seated<T>(&self, pick: impl Fn(&Seat) -> Option<T>) -> Vec<(usize, T)> {
        let company = self.company.iter().filter(|company| !company.lost);
        let seats = company.flat_map(|company| company.seats.iter().enumerate());
        seats.filter(|(_, seat)| seat.acts).filter_map(|(number, seat)| Some((number, pick(seat)?))).collect()
    }

    /// The parts of an exchange in seat order, with the robots that carry them.
    fn happening(&self, seats: &[Seat], parts: Parts, about: &[usize]) -> Happening {
        let mut turns: Vec<Option<Turn>> = Vec::new();
        turns.resize_with(seats.len(), || None);
        let turn = |seat: usize, acts, command| {
            let world_from = self.world.world_from(self.head(seats[seat].unit).node);
            Turn { seat, world_from, acts, command }
        };
        for seat in about.iter().copied().chain(parts.iter().map(|&(seat, _)| seat)) {
            turns[seats[seat].robot] = Some(turn(seats[seat].robot, false, None));
            turns[seat] = Some(turn(seat, false, None));
        }
        for (seat, command) in parts {
            turns[seat] = Some(turn(seat, true, command));
        }
        Happening { time_s: self.client_time_s(), turns: turns.into_iter().flatten().collect() }
    }

    /// One exchange: what came of it, and what is left to be done to the scene. `None` when there is no host any more.
    fn exchange(&mut self, about: &About<'_>, parts: Parts) -> Option<(Reply, Vec<Deed>)> {
        let company = self.company.take()?;
        if company.lost {
            self.company = Some(company);
            return None;
        }
        let happening = |seats: &[usize]| self.happening(&company.seats, parts, seats);
        let order = match *about {
            About::Sensing | About::Acting => Order::Act(happening(&[])),
            About::Service(seat, service, arguments) => {
                Order::Serve { seat, service, arguments, happening: happening(&[seat]) }
            }
            About::Interruption(seat) => Order::Interrupt { seat, happening: happening(&[seat]) },
        };
        let later = matches!(about, About::Sensing).then(Vec::new);
        let mut scene = Scene { simulation: self, later };
        let result = company.host.lock().unwrap_or_else(PoisonError::into_inner).exchange(&order, &mut scene);
        let deeds = scene.later.unwrap_or_default();
        self.company = Some(company);
        match result {
            Ok(reply) => Some((reply, deeds)),
            Err(error) => {
                self.lose_host(&error);
                None
            }
        }
    }

    /// Takes over what the host computed.
    pub(crate) fn take_reply(&mut self, reply: Reply) {
        for mut report in reply.reports {
            let Some(seat) = self.seat(report.seat) else { continue };
            let (number, unit, acts) = (report.seat, seat.unit, seat.acts);
            let error = report.error.take();
            if acts {
                self.cell_mut(unit).take(report);
            }
            if let Some(error) = error {
                self.stop_hosted(number, &error);
            }
        }
        reply.completed.into_iter().for_each(|completed| self.complete(completed));
    }

    fn complete(&mut self, completed: Completed) {
        let Some(unit) = self.seat(completed.seat).map(|seat| seat.unit) else { return };
        let Some(running) = self.head_mut(unit).running.take() else { return };
        let answer = match completed.status {
            Status::Success => Answer::Success(completed.value),
            Status::Preempted => Answer::Preempted(completed.value),
            Status::Failed => Answer::Failed(ServiceError::Refused(match completed.value {
                Value::Text(text) => text,
                Value::Null => String::new(),
                other => morse_scene::python_repr::repr(&other),
            })),
        };
        self.finished.push((running.respond, answer));
    }

    /// A component whose code failed acts no more.
    fn stop_hosted(&mut self, number: usize, error: &str) {
        let Some(seat) = self.company.as_mut().and_then(|company| company.seats.get_mut(number)) else {
            return;
        };
        seat.failed = matches!(seat.unit, UnitRef::Robot(_));
        let (name, unit) = (seat.name.clone(), seat.unit);
        tracing::error!("{name}: its Python code failed, and it stops. Everything else goes on.\n{error}");
        self.put_out_of_action(unit, "the component's code failed");
    }

    fn lose_host(&mut self, error: &HostLost) {
        let Some(company) = &mut self.company else { return };
        company.lost = true;
        let seats = company.seats.iter().filter(|seat| seat.acts);
        let (names, units): (Vec<String>, Vec<UnitRef>) =
            seats.map(|seat| (seat.name.clone(), seat.unit)).unzip();
        tracing::error!(
            "{error}. The components that it computed stop, and everything else goes on: {}",
            names.join(", ")
        );
        for unit in units {
            self.put_out_of_action(unit, "the Python process that computed the component has ended");
        }
    }

    fn put_out_of_action(&mut self, unit: UnitRef, why: &str) {
        match unit {
            UnitRef::Robot(_) => {}
            UnitRef::Sensor(index) => self.sensors[index].active = false,
            UnitRef::Actuator(index) => self.actuators[index].active = false,
        }
        if let Some(running) = self.head_mut(unit).running.take() {
            let answer = Answer::Failed(ServiceError::Refused(why.to_owned()));
            self.finished.push((running.respond, answer));
        }
    }
}
