//! Running services: their preemption, and the end of all goals.

use morse_scene::value::Value;

use crate::contract::component::erased::ServiceContext;
use crate::contract::service::{Answer, ServiceError};
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::external::Server;
use crate::external::serving::interrupt_external;
use crate::transport::remote_robots::is_own;

/// Preempts the running asynchronous service if it is interruptible; otherwise returns an error.
pub(crate) fn free_slot(simulation: &mut Simulation, instance: InstanceRef) -> Result<(), ServiceError> {
    match &simulation.state.meta(instance).running {
        None => Ok(()),
        Some(running) if running.interruptible == Some(true) => {
            preempt_service(simulation, instance);
            Ok(())
        }
        Some(running) => {
            Err(ServiceError::Busy { running: running.service.clone(), interruptible: running.interruptible })
        }
    }
}

/// Interrupts the running service of a component, and answers it as preempted.
pub(crate) fn preempt_service(simulation: &mut Simulation, instance: InstanceRef) {
    if let Some(external_id) = simulation.state.meta(instance).external_id {
        interrupt_external(simulation, external_id, Server::Component);
    }
    let Some(running) = simulation.state.meta_mut(instance).running.take() else { return };
    let node = simulation.state.meta(instance).node;
    let robot = simulation.state.robot_node(instance);
    let (now, client_time_s) = (simulation.state.clock.now(), simulation.client_time_s());
    let mut context = ServiceContext { now, client_time_s, world: &mut simulation.state.world, node, robot };
    match instance {
        InstanceRef::Robot(_) => {}
        InstanceRef::Sensor(index) => simulation.state.sensors[index].component_mut().interrupt(&mut context),
        InstanceRef::Actuator(index) => {
            simulation.state.actuators[index].component_mut().interrupt(&mut context)
        }
    }
    simulation.engine.answers.ended.push(running.end(Answer::Preempted(Value::Null)));
}

/// Ends the goals of all actuators after a reset of the objects: running services are answered as preempted, and
/// goals from messages or services are dropped.
pub(crate) fn end_goals(simulation: &mut Simulation) {
    for index in 0..simulation.state.actuators.len() {
        let instance = InstanceRef::Actuator(index);
        let robot = simulation.state.robot_node(instance);
        if !is_own(simulation, robot) {
            continue;
        }
        if simulation.state.meta(instance).running.is_some() {
            preempt_service(simulation, instance);
        }
        let node = simulation.state.meta(instance).node;
        let (now, client_time_s) = (simulation.state.clock.now(), simulation.client_time_s());
        let mut context =
            ServiceContext { now, client_time_s, world: &mut simulation.state.world, node, robot };
        simulation.state.actuators[index].component_mut().reset(&mut context);
    }
}
