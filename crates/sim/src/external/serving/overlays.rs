//! Overlays: services of the host that replace those of a component on one request manager.

use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_scene::value::Value;

use crate::contract::outcome::{Answer, ServiceError};
use crate::contract::service::{Arguments, Outcome};
use crate::engine::instance::RunningService;
use crate::engine::simulation::Simulation;
use crate::external::Server;
use crate::external::components::OverlayInstance;
use crate::transport::request::{RequestId, Respond};

impl Simulation {
    /// The overlay with this name on a request manager that has this service.
    pub(crate) fn find_overlay(
        &self,
        manager: Option<&str>,
        name: &str,
        service: &str,
    ) -> Option<(usize, ServiceDescription)> {
        self.engine.overlays.iter().enumerate().find_map(|(number, overlay)| {
            let is_meant = Some(overlay.manager.as_str()) == manager && overlay.name == name;
            let services = overlay.services.iter().filter(|_| is_meant);
            Some((number, services.clone().find(|known| known.name == service)?.clone()))
        })
    }

    /// The overlays with this name on a request manager.
    pub(crate) fn overlays_named<'a>(
        &'a self,
        manager: Option<&'a str>,
        name: &'a str,
    ) -> impl Iterator<Item = &'a OverlayInstance> {
        self.engine.overlays.iter().filter(move |overlay| {
            overlay.name == name && manager.is_none_or(|manager| overlay.manager == manager)
        })
    }

    /// Calls a service of an overlay.
    pub(crate) fn dispatch_overlay(
        &mut self,
        id: RequestId,
        number: usize,
        description: ServiceDescription,
        arguments: &[Value],
        respond: Respond,
    ) {
        if let Err(error) = Arguments::new(&description, arguments) {
            return respond(Answer::Failed(error));
        }
        if description.kind == ServiceKind::Async
            && let Err(busy) = self.free_overlay(number)
        {
            return respond(Answer::Failed(busy));
        }
        let external_id = self.engine.overlays[number].external_id;
        let server = Server::Overlay(number);
        match self.serve_external(external_id, server, &description.name, arguments) {
            Ok(Outcome::Started) => {
                let ServiceDescription { name, interruptible, .. } = description;
                let of_host = std::mem::take(&mut self.engine.is_calling_for_host);
                self.engine.overlays[number].running =
                    Some(RunningService { id, service: name, interruptible, respond, of_host });
            }
            Ok(Outcome::Done(value)) => respond(Answer::Success(value)),
            Ok(Outcome::Relayed(_)) => respond(Answer::Success(Value::Null)),
            Err(error) => respond(Answer::Failed(error)),
        }
        self.settle_external();
    }

    /// Preempts the running service of an overlay if it is interruptible; otherwise returns an error.
    fn free_overlay(&mut self, number: usize) -> Result<(), ServiceError> {
        match &self.engine.overlays[number].running {
            None => Ok(()),
            Some(running) if running.interruptible == Some(true) => {
                self.preempt_overlay(number);
                Ok(())
            }
            Some(running) => Err(ServiceError::Busy {
                running: running.service.clone(),
                interruptible: running.interruptible,
            }),
        }
    }

    /// Interrupts the running service of an overlay.
    fn preempt_overlay(&mut self, number: usize) {
        let external_id = self.engine.overlays[number].external_id;
        self.interrupt_external(external_id, Server::Overlay(number));
        self.settle_host_calls();
        if let Some(running) = self.engine.overlays[number].running.take() {
            self.engine.answers.ended.push(running.end(Answer::Preempted(Value::Null)));
        }
    }

    /// Interrupts the service of an overlay that a request started, if it is still running.
    pub(crate) fn cancel_overlay(&mut self, id: RequestId) {
        let is_meant = |running: &RunningService| running.id == id;
        for number in 0..self.engine.overlays.len() {
            if self.engine.overlays[number].running.as_ref().is_some_and(is_meant) {
                self.preempt_overlay(number);
            }
        }
    }
}
