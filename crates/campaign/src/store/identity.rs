//! The identity of a campaign, and the differences between two campaigns.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use xxhash_rust::xxh3::xxh3_64;

use super::error::{StoreError, failure};
use crate::plan::Plan;

/// Keys of the plan that may change before a campaign continues: they change no result.
const MAY_CHANGE: [&str; 4] = ["attempts", "checkpoint_s", "record", "timeout_s"];

/// The identity of a campaign. A campaign continues only with the same identity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// Version of this program.
    version: String,
    /// The plan.
    pub(super) plan: Json,
    /// Hashes of the scene files.
    scenes: BTreeMap<String, String>,
}

impl Identity {
    /// That of a plan.
    pub(super) fn of(plan: &Plan) -> Result<Self, StoreError> {
        let mut scenes = BTreeMap::new();
        for scene in &plan.scenes {
            let content = fs::read(scene).map_err(failure("read", scene))?;
            scenes.insert(scene.display().to_string(), format!("{:016x}", xxh3_64(&content)));
        }
        let plan = serde_json::to_value(plan).unwrap_or_default();
        Ok(Self { version: env!("CARGO_PKG_VERSION").to_owned(), plan, scenes })
    }

    /// The differences between the stored campaign and this one.
    pub(super) fn changes(&self, begun: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.version != begun.version {
            changes.push(format!("by version {} (this is {})", begun.version, self.version));
        }
        let empty = serde_json::Map::new();
        let (new, old) = (self.plan.as_object().unwrap_or(&empty), begun.plan.as_object().unwrap_or(&empty));
        let keys: BTreeSet<&String> = new.keys().chain(old.keys()).collect();
        let differs =
            |key: &&&String| new.get(**key) != old.get(**key) && !MAY_CHANGE.contains(&key.as_str());
        changes.extend(keys.iter().filter(differs).map(|key| format!("`{key}` of the plan differs")));
        let same_scenes = self.plan.get("scenes") == begun.plan.get("scenes");
        let edited = self
            .scenes
            .iter()
            .filter(|(scene, hash)| begun.scenes.get(*scene).is_some_and(|old| old != *hash));
        changes.extend(edited.filter(|_| same_scenes).map(|(scene, _)| format!("{scene} was edited")));
        changes
    }
}
