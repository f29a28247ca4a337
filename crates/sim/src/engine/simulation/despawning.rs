//! Removes objects from a running simulation, between two ticks.

use std::collections::BTreeSet;

use morse_scene::document::ObjectKind;
use morse_scene::nearest::did_you_mean;
use morse_world::NodeId;

use crate::contract::outcome::{Answer, ServiceError};
use crate::engine::instance::{InstanceRef, Metadata};
use crate::engine::plan::order_components;
use crate::engine::simulation::Simulation;

/// Reason why an object cannot be removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DespawnError {
    /// There is no such object.
    #[error("there is no object '{name}' in the scene{help}")]
    Unknown {
        /// The given name.
        name: String,
        /// Suggestion of the nearest name; may be empty.
        help: String,
    },
    /// The object is the environment, or part of it.
    #[error("'{0}' is part of the environment, which stays as long as the simulation")]
    OfEnvironment(String),
    /// The object is a part of another object.
    #[error("'{name}' is part of '{whole}': remove '{whole}' instead")]
    Part {
        /// The given name.
        name: String,
        /// Name of the object that can be removed.
        whole: String,
    },
    /// The object is or carries a component that a Python process computes.
    #[error("'{0}' runs in Python: such components stay as long as the simulation")]
    External(String),
}

/// Removes a robot with all its components, a passive object or a zone.
pub(crate) fn despawn(simulation: &mut Simulation, name: &str) -> Result<(), DespawnError> {
    check_removable(simulation, name)?;
    let threads = simulation.threads();
    threads.install(|| remove_objects(simulation, &with_carried(simulation, name)));
    Ok(())
}

fn check_removable(simulation: &Simulation, name: &str) -> Result<(), DespawnError> {
    let Some(object) = simulation.model.objects.find(name) else {
        return Err(no_such_object(simulation, name));
    };
    if let Some(parent) = &object.parent {
        let mut whole = parent;
        while let Some(above) = simulation.model.objects.find(whole).and_then(|object| object.parent.as_ref())
        {
            whole = above;
        }
        return Err(DespawnError::Part { name: name.to_owned(), whole: whole.clone() });
    }
    let entries = simulation.engine.external.iter().flat_map(|external| &external.entries);
    let carried = with_carried(simulation, name);
    match entries.into_iter().find(|entry| entry.acts && carried.contains(&entry.name)) {
        Some(entry) => Err(DespawnError::External(entry.name.clone())),
        None => Ok(()),
    }
}

fn no_such_object(simulation: &Simulation, name: &str) -> DespawnError {
    if name == simulation.model.environment {
        return DespawnError::OfEnvironment(name.to_owned());
    }
    let whole_of = |node| {
        let above = std::iter::successors(Some(node), |&node| simulation.state.world.parent(node));
        above.filter_map(|node| simulation.model.objects.find(simulation.state.world.name(node))).last()
    };
    if let Some(node) = simulation.state.world.find(name) {
        return match whole_of(node) {
            Some(whole) => DespawnError::Part { name: name.to_owned(), whole: whole.name.clone() },
            None => DespawnError::OfEnvironment(name.to_owned()),
        };
    }
    let wholes = simulation.model.objects.list.iter().filter(|object| object.parent.is_none());
    let help = did_you_mean(name, wholes.map(|object| object.name.as_str()));
    let help = help.map(|help| format!(" ({help})")).unwrap_or_default();
    DespawnError::Unknown { name: name.to_owned(), help }
}

/// An object and everything that the scene mounts on it.
fn with_carried(simulation: &Simulation, name: &str) -> BTreeSet<String> {
    let mut carried = BTreeSet::from([name.to_owned()]);
    // Parents come before their children.
    for object in &simulation.model.objects.list {
        if object.parent.as_ref().is_some_and(|parent| carried.contains(parent)) {
            carried.insert(object.name.clone());
        }
    }
    carried
}

/// Removes objects. `names` contains each object together with everything that it carries.
pub(crate) fn remove_objects(simulation: &mut Simulation, names: &BTreeSet<String>) {
    release_held(simulation, names);
    remove_instances(simulation, names);
    let world = &mut simulation.state.world;
    simulation.model.objects.list.retain(|object| {
        let removed = names.contains(&object.name);
        if removed {
            object.node.iter().chain(&object.further).for_each(|&node| world.remove_node(node));
            if object.kind == ObjectKind::Zone {
                world.remove_zone(&object.name);
            }
        }
        !removed
    });
    simulation.model.motions.retain(|motion| world.contains(motion.node));
}

/// Detaches objects that were attached at run time to objects that are removed, but do not belong to them.
fn release_held(simulation: &mut Simulation, names: &BTreeSet<String>) {
    let removed = simulation.model.objects.list.iter().filter(|object| names.contains(&object.name));
    let own: BTreeSet<NodeId> = removed.flat_map(|object| object.node).collect();
    let roots = simulation.model.objects.list.iter().filter(|object| names.contains(&object.name));
    let roots: Vec<NodeId> = roots.flat_map(|it| it.node.iter().chain(&it.further).copied()).collect();
    let kept = simulation.model.objects.list.iter().filter(|object| !names.contains(&object.name));
    let kept: BTreeSet<NodeId> =
        kept.flat_map(|object| object.node.iter().chain(&object.further).copied()).collect();
    for root in roots {
        for node in simulation.state.world.subtree(root) {
            let is_of_environment = node.index() < simulation.model.objects.environment_nodes;
            if !own.contains(&node) && (kept.contains(&node) || is_of_environment) {
                simulation.state.world.detach(node);
            }
        }
    }
}

/// Removes the instances of components, with their streams and services.
fn remove_instances(simulation: &mut Simulation, names: &BTreeSet<String>) {
    let removed: Vec<InstanceRef> =
        names.iter().filter_map(|name| simulation.model.instances.get(name)).copied().collect();
    if removed.is_empty() {
        return;
    }
    for &instance in &removed {
        let meta = simulation.state.meta_mut(instance);
        let (name, has_streams) = (meta.name.clone(), !meta.streams.is_empty());
        if let Some(running) = meta.running.take() {
            let reason = format!("'{name}' was removed from the scene before its service ended");
            simulation.engine.answers.ended.push(running.end(Answer::Failed(ServiceError::Refused(reason))));
        }
        for middleware in &mut simulation.engine.middlewares {
            if has_streams {
                middleware.close_streams(&name);
            }
            middleware.close_services(&name);
        }
    }
    let is_kept = |meta: &Metadata| !names.contains(&meta.name);
    let robots = indices_after_removal(simulation.state.robots.iter().map(|robot| is_kept(&robot.meta)));
    let sensors = indices_after_removal(simulation.state.sensors.iter().map(|sensor| is_kept(&sensor.meta)));
    let actuators =
        indices_after_removal(simulation.state.actuators.iter().map(|actuator| is_kept(&actuator.meta)));
    simulation.state.robots.retain(|robot| is_kept(&robot.meta));
    simulation.state.sensors.retain(|sensor| is_kept(&sensor.meta));
    simulation.state.actuators.retain(|actuator| is_kept(&actuator.meta));
    for robot in &mut simulation.state.robots {
        // The indices of actuators have changed.
        robot.mover = None;
    }
    for sensor in &mut simulation.state.sensors {
        sensor.inputs = sensor.inputs.iter().filter_map(|&input| sensors[input]).collect();
    }
    for actuator in &mut simulation.state.actuators {
        if let Some(robot) = robots[actuator.robot] {
            actuator.robot = robot;
        }
    }
    let moved = |instance: InstanceRef| match instance {
        InstanceRef::Robot(index) => robots[index].map(InstanceRef::Robot),
        InstanceRef::Sensor(index) => sensors[index].map(InstanceRef::Sensor),
        InstanceRef::Actuator(index) => actuators[index].map(InstanceRef::Actuator),
    };
    simulation.model.instances = std::mem::take(&mut simulation.model.instances)
        .into_iter()
        .filter_map(|(name, instance)| Some((name, moved(instance)?)))
        .collect();
    for entry in simulation.engine.external.iter_mut().flat_map(|external| &mut external.entries) {
        if let Some(instance) = moved(entry.instance) {
            entry.instance = instance;
        }
    }
    let Simulation { model, state, engine, .. } = simulation;
    order_components(&mut model.plan, state, engine.external.as_ref());
}

/// For each index, the index after the removal of the instances that are not kept; `None` for removed instances.
fn indices_after_removal(kept: impl Iterator<Item = bool>) -> Vec<Option<usize>> {
    let mut count = 0;
    kept.map(|is_kept| {
        count += usize::from(is_kept);
        is_kept.then(|| count - 1)
    })
    .collect()
}
