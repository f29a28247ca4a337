//! Runs all twins of a plan, and finds the first difference between them.

use morse::Scene as Loaded;

use super::events::Event;
use super::plan::Plan;
use super::recorded;
use super::twin::{self, Run, Twin};

/// Most ticks of twins that are restored.
const RESTORED_TICKS: u64 = 120;

/// Runs the twins of a plan.
///
/// # Errors
/// Describes the first difference, or the first state that is not valid.
pub fn compare(plan: &Plan) -> Result<(), String> {
    let loaded = twin::loaded(&plan.scene)?;
    let other = Twin { threads: plan.threads, clock_s: 1.7e9, has_listeners: true };
    let mut runs = [twin::run_of(&loaded, plan.seed, Twin::ALONE)?, twin::run_of(&loaded, plan.seed, other)?];
    let mut digests = Vec::new();
    for tick in 0..plan.ticks {
        let [one, two] = &mut runs;
        let (first, second) = (one.step(plan, tick)?, two.step(plan, tick)?);
        if first != second {
            return Err(format!("tick {tick}: {other:?} differs in {:?}", differing(&runs)?));
        }
        digests.push(first);
        if tick == plan.saved_at {
            restored(plan, &loaded, &mut runs[0])?;
        }
    }
    let recorded = recorded::run(plan, &loaded)?;
    if let Some(tick) = (0..digests.len()).find(|tick| recorded.digests.get(*tick) != Some(&digests[*tick])) {
        return Err(format!("tick {tick}: the recorded run differs"));
    }
    let depends = |number: &u64| plan.events[*number as usize].1.depends_on_clients();
    let of = |answers: Vec<(u64, morse::Answer)>| {
        let answers = answers.into_iter().filter(|(number, _)| !depends(number));
        answers.map(|(number, answer)| format!("{number}: {answer:?}")).collect::<Vec<_>>()
    };
    let (alone, of_recorded) = (of(runs[0].clients.answers()), of(recorded.answers));
    if alone != of_recorded {
        let first = alone.iter().zip(&of_recorded).find(|(one, other)| one != other);
        return Err(format!(
            "the {} answers of the recorded run differ from {}: {first:?}",
            of_recorded.len(),
            alone.len()
        ));
    }
    Ok(())
}

fn differing(runs: &[Run; 2]) -> Result<Vec<String>, String> {
    let [one, two] = runs;
    let digests = |run: &Run| run.simulation.digests().map_err(|error| error.to_string());
    let (first, second) = (digests(one)?, digests(two)?);
    let mut differing: Vec<String> = one
        .simulation
        .digest_names()
        .zip(first.components.iter().zip(&second.components))
        .filter(|(_, (one, other))| one != other)
        .map(|(name, _)| name.to_owned())
        .collect();
    if first.world != second.world {
        differing.push("the world".to_owned());
    }
    Ok(differing)
}

/// A new simulation that gets the saved state of a run, and one that is reset to it, continue alike; and like the run, unless
/// services were running or commands were waiting.
fn restored(plan: &Plan, loaded: &Loaded, run: &mut Run) -> Result<(), String> {
    let before = || plan.events.iter().filter(|(at, _)| *at <= plan.saved_at);
    // Saved states lack the memory of processes of users.
    if plan.scene.own.is_some() {
        return Ok(());
    }
    // A state fits only the objects of its scene.
    let replaces = ["spawn", "spawn_urdf", "despawn", "despawn_spawned", "load_world", "unload_world"];
    if before().any(
        |(_, event)| matches!(event, Event::Call { service, .. } if replaces.contains(&service.as_str())),
    ) {
        return Ok(());
    }
    let is_idle = before().all(|(_, event)| matches!(event, Event::Listen(_)));
    let saved = run.simulation.save().map_err(|error| error.to_string())?;
    let checkpoint = run.simulation.checkpoint().map_err(|error| error.to_string())?;
    let mut twins = [
        twin::run_of(loaded, plan.seed, Twin { threads: plan.threads, ..Twin::ALONE })?,
        twin::run_of(loaded, plan.seed, Twin::ALONE)?,
    ];
    twins[0].simulation.restore(&saved).map_err(|error| error.to_string())?;
    // The second twin was in use before.
    twins[1].step(plan, 0)?;
    twins[1].simulation.reset(&checkpoint, plan.seed).map_err(|error| error.to_string())?;
    let mut original = None;
    if is_idle {
        let mut twin = twin::run_of(loaded, plan.seed, Twin::ALONE)?;
        for tick in 0..=plan.saved_at {
            twin.step(plan, tick)?;
        }
        original = Some(twin);
    }
    for tick in plan.saved_at + 1..plan.ticks.min(plan.saved_at + RESTORED_TICKS) {
        let [one, two] = &mut twins;
        let (restored, reset) = (one.step(plan, tick)?, two.step(plan, tick)?);
        if restored != reset {
            let differing = differing(&twins)?;
            return Err(format!(
                "tick {tick}: a restored run and one that was reset differ in {differing:?}"
            ));
        }
        if let Some(original) = &mut original
            && original.step(plan, tick)? != restored
        {
            return Err(format!("tick {tick}: the restored run differs from the original"));
        }
    }
    Ok(())
}
