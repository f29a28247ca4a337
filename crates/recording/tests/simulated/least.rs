//! Reduces a plan that fails to the least one that fails.

use super::compare::compare;
use super::events::Event;
use super::plan::Plan;
use super::scene::Part;
use super::twin::{self, Twin};

/// Removes events, objects, components and modifiers as long as the plan fails.
pub fn reduce(mut plan: Plan) -> Plan {
    loop {
        let smaller = smaller_plans(&plan);
        match smaller.into_iter().find(fails) {
            Some(candidate) => plan = candidate,
            None => return plan,
        }
    }
}

/// Whether a plan can run, and its twins differ.
fn fails(plan: &Plan) -> bool {
    twin::assembled(&plan.scene, plan.seed, Twin::ALONE).is_ok() && compare(plan).is_err()
}

fn smaller_plans(plan: &Plan) -> Vec<Plan> {
    let mut smaller = Vec::new();
    let mut with = |change: &dyn Fn(&mut Plan)| {
        let mut candidate = plan.clone();
        change(&mut candidate);
        smaller.push(candidate);
    };
    // Large parts first, so that few runs are needed.
    let count = plan.events.len();
    for parts in [2, 4, 8, 16] {
        for part in (0..parts).filter(|_| count >= parts) {
            with(&|plan| drop(plan.events.drain(part * count / parts..(part + 1) * count / parts)));
        }
    }
    for index in 0..plan.scene.robots.len() {
        with(&|plan| {
            let name = plan.scene.robots.remove(index).name;
            forget(plan, &name);
        });
        for part in 0..plan.scene.robots[index].parts.len() {
            with(&|plan| {
                let name = plan.scene.robots[index].parts.remove(part).name;
                forget(plan, &format!("{}.{name}", plan.scene.robots[index].name.clone()));
            });
            let has_more = |part: &Part| !part.modifiers.is_empty() || !part.parts.is_empty();
            if has_more(&plan.scene.robots[index].parts[part]) {
                with(&|plan| {
                    let part = &mut plan.scene.robots[index].parts[part];
                    (part.modifiers, part.parts) = (Vec::new(), Vec::new());
                });
            }
        }
    }
    for index in 0..plan.scene.boxes.len() {
        with(&|plan| plan.scene.boxes.truncate(index));
    }
    if plan.scene.has_zone {
        with(&|plan| plan.scene.has_zone = false);
    }
    if plan.scene.own.is_some() {
        with(&|plan| plan.scene.own = None);
    }
    if plan.sends_pieces {
        with(&|plan| plan.sends_pieces = false);
    }
    if plan.scene.environment != "empty" {
        with(&|plan| plan.scene.environment = "empty");
    }
    if count < 40 {
        for index in (0..count).rev() {
            with(&|plan| drop(plan.events.remove(index)));
        }
    }
    smaller
}

/// Removes the events of an object.
fn forget(plan: &mut Plan, name: &str) {
    let is_gone = |of: &str| of == name || of.starts_with(&format!("{name}."));
    plan.events.retain(|(_, event)| match event {
        Event::Command { .. } | Event::Call { .. } => !event.object().is_some_and(is_gone),
        Event::Listen(_) => true,
    });
}
