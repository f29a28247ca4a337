//! The list of available worlds: the scene of the start, environments, and models in additional folders.

use std::collections::VecDeque;

use morse_ros::messages::simulation_interfaces::{
    GetAvailableWorldsRequest, Result as Outcome, WorldResource,
};
use morse_scene::value::Value;

use super::world_resource::{SCENE_TAG, environment, scene};
use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::filters::Tags;
use crate::simulation_interfaces::results::{self, failed};

/// Largest number of additional sources in one request. Each source is a folder whose files are listed.
const SOURCES_MAX: usize = 20;

/// The matching worlds, and the errors of sources.
struct Found {
    tags: Tags,
    worlds: Vec<WorldResource>,
    problems: Vec<String>,
    continue_on_error: bool,
}

impl Found {
    fn add(&mut self, world: WorldResource) {
        if self.tags.match_tags(&world.tags) && !self.worlds.contains(&world) {
            self.worlds.push(world);
        }
    }
}

/// Finds the worlds that match a request.
pub(super) fn available(
    engine: &Engine,
    request: GetAvailableWorldsRequest,
    then: impl FnOnce((Outcome, Vec<WorldResource>)) + Send + 'static,
) {
    // All sources are on this machine, so `offline_only` has no effect.
    let GetAvailableWorldsRequest { additional_sources, filter, continue_on_error, .. } = request;
    let tags = match Tags::new(filter) {
        Ok(tags) => tags,
        Err(outcome) => return then((outcome, Vec::new())),
    };
    if additional_sources.len() > SOURCES_MAX {
        let text = format!("{} sources are too many: give {SOURCES_MAX} at most", additional_sources.len());
        return then((failed(Outcome::RESULT_OPERATION_FAILED, text), Vec::new()));
    }
    let mut found = Found { tags, worlds: Vec::new(), problems: Vec::new(), continue_on_error };
    found.add(scene(SCENE_TAG));
    let sources = std::iter::once(None).chain(additional_sources.into_iter().map(Some)).collect();
    search(engine, sources, found, then);
}

/// Searches the sources one after the other. `None` is the default source.
fn search(
    engine: &Engine,
    mut sources: VecDeque<Option<String>>,
    mut found: Found,
    then: impl FnOnce((Outcome, Vec<WorldResource>)) + Send + 'static,
) {
    let Some(source) = sources.pop_front() else {
        let error_message = found.problems.join("; ");
        return then((Outcome { error_message, ..results::ok() }, found.worlds));
    };
    let calls = engine.clone();
    engine.call("worlds", source.map(Value::Text).into_iter().collect(), move |answer| {
        match answer {
            Ok(value) => {
                let names = value.as_list().unwrap_or_default().iter().filter_map(Value::as_str);
                names.for_each(|name| found.add(environment(name)));
            }
            Err(failure) if found.continue_on_error => found.problems.push(failure.message),
            Err(failure) => return then((failure.outcome(), Vec::new())),
        }
        search(&calls, sources, found, then);
    });
}
