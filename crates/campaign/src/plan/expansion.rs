//! Expands a plan into runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use morse::ParameterValue;

use super::{Plan, Seeds, Values, sampling};

/// A scene with values for the parameters of the plan. Its runs differ in their seeds.
#[derive(Debug, Clone, PartialEq)]
pub struct Configuration {
    /// The scene.
    pub scene: PathBuf,
    /// The values.
    pub parameters: BTreeMap<String, ParameterValue>,
}

/// A run of a campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct RunPlan<'a> {
    /// Its number in the campaign, from 0 on.
    pub run: u64,
    /// Index of its configuration.
    pub configuration: usize,
    /// The scene.
    pub scene: &'a Path,
    /// The values of the parameters.
    pub parameters: &'a BTreeMap<String, ParameterValue>,
    /// The seed of its simulation.
    pub seed: u64,
}

/// The runs of a plan, in their order: scene by scene, configuration by configuration, seed by seed.
#[derive(Debug, Clone)]
pub struct Runs {
    configurations: Vec<Configuration>,
    seeds: Vec<u64>,
}

impl Runs {
    /// Expands a plan.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let sets = parameter_sets(plan);
        let of_scene = |scene: &PathBuf| {
            let scene = scene.clone();
            sets.iter().map(move |set| Configuration { scene: scene.clone(), parameters: set.clone() })
        };
        let seeds = match &plan.seeds {
            Seeds::Count(count) => (plan.seed..plan.seed + count).collect(),
            Seeds::List(list) => list.clone(),
        };
        Self { configurations: plan.scenes.iter().flat_map(of_scene).collect(), seeds }
    }

    /// How many runs a plan has; `None` when they cannot be counted.
    pub(super) fn count_of(plan: &Plan) -> Option<u64> {
        let seeds = match &plan.seeds {
            Seeds::Count(count) => *count,
            Seeds::List(list) => list.len() as u64,
        };
        let mut count =
            seeds.checked_mul(plan.scenes.len() as u64)?.checked_mul(u64::from(plan.samples.unwrap_or(1)))?;
        for values in plan.parameters.values() {
            if let Values::Grid(values) = values {
                count = count.checked_mul(values.len() as u64)?;
            }
        }
        Some(count)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.configurations.len() as u64 * self.seeds.len() as u64
    }

    /// Whether there are none, which no plan allows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The configurations.
    #[must_use]
    pub fn configurations(&self) -> &[Configuration] {
        &self.configurations
    }

    /// A run by its number; `None` when there are fewer.
    #[must_use]
    pub fn get(&self, run: u64) -> Option<RunPlan<'_>> {
        let seeds = self.seeds.len() as u64;
        let configuration = usize::try_from(run.checked_div(seeds)?).ok()?;
        let Configuration { scene, parameters } = self.configurations.get(configuration)?;
        let seed = *self.seeds.get(usize::try_from(run % seeds).ok()?)?;
        Some(RunPlan { run, configuration, scene, parameters, seed })
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = RunPlan<'_>> {
        (0..self.len()).filter_map(|run| self.get(run))
    }
}

/// Every combination of the grids, each with every sample of the ranges.
fn parameter_sets(plan: &Plan) -> Vec<BTreeMap<String, ParameterValue>> {
    let mut sets = vec![BTreeMap::new()];
    for (name, values) in &plan.parameters {
        let values = match values {
            Values::Grid(values) => values.clone(),
            Values::Fixed(value) => vec![value.clone()],
            Values::Range(_) | Values::Choice(_) => continue,
        };
        let with = |set: BTreeMap<String, ParameterValue>| {
            values
                .iter()
                .map(move |value| {
                    let mut set = set.clone();
                    set.insert(name.clone(), value.clone());
                    set
                })
                .collect::<Vec<_>>()
        };
        sets = sets.into_iter().flat_map(with).collect();
    }
    let Some(samples) = plan.samples else { return sets };
    let mut sampled = vec![BTreeMap::new(); samples as usize];
    for (name, values) in &plan.parameters {
        let places = sampling::draw(plan.seed, name, samples, plan.sampling);
        for (set, place) in sampled.iter_mut().zip(places) {
            let value = match values {
                Values::Range(range) => Some(range.at(place)),
                Values::Choice(choice) => choice.at(place),
                Values::Grid(_) | Values::Fixed(_) => None,
            };
            set.extend(value.map(|value| (name.clone(), value)));
        }
    }
    let join = |set: BTreeMap<String, ParameterValue>| {
        sampled
            .iter()
            .map(move |sample| set.clone().into_iter().chain(sample.clone()).collect())
            .collect::<Vec<_>>()
    };
    sets.into_iter().flat_map(join).collect()
}
