//! Checks of a plan beyond its syntax.

use std::collections::BTreeSet;

use morse::ParameterValue;
use morse_scene::nearest::did_you_mean;

use super::expansion::Runs;
use super::values::Values;
use super::{COLUMNS, Plan, RUNS_MAX, STOP_DURATION, STOP_QUIT, Seeds};

impl Plan {
    /// # Errors
    /// The first problem of the plan.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.scenes.is_empty() {
            return Err(
                "`scenes` is empty: name at least one scene, such as scenes = [\"scene.py\"]".to_owned()
            );
        }
        if let Some(missing) = self.scenes.iter().find(|scene| !scene.is_file()) {
            return Err(format!("the scene {} does not exist", missing.display()));
        }
        let is_time = |seconds: f64| seconds.is_finite() && seconds > 0.0;
        if !is_time(self.duration_s) {
            return Err(format!("`duration_s` must be more than 0 seconds, not {}", self.duration_s));
        }
        if let Some(timeout_s) = self.timeout_s.filter(|&seconds| !is_time(seconds)) {
            return Err(format!("`timeout_s` must be more than 0 seconds, not {timeout_s}"));
        }
        if !(self.checkpoint_s.is_finite() && self.checkpoint_s >= 0.0) {
            return Err(format!("`checkpoint_s` must be at least 0 seconds, not {}", self.checkpoint_s));
        }
        if self.attempts == 0 {
            return Err("`attempts` must be at least 1".to_owned());
        }
        self.check_seeds()?;
        self.check_parameters()?;
        self.check_names()?;
        let runs = Runs::count_of(self);
        match runs {
            Some(runs) if runs <= RUNS_MAX => Ok(()),
            _ => Err(format!("the plan has more than {RUNS_MAX} runs: leave out values, samples or seeds")),
        }
    }

    fn check_seeds(&self) -> Result<(), String> {
        match &self.seeds {
            Seeds::Count(0) => Err("`seeds` is 0: at least one is needed".to_owned()),
            Seeds::List(list) if list.is_empty() => {
                Err("`seeds` is empty: at least one is needed".to_owned())
            }
            Seeds::List(list) if list.iter().collect::<BTreeSet<_>>().len() < list.len() => {
                Err("`seeds` has a seed twice, which would make the same runs twice".to_owned())
            }
            // The table has signed numbers.
            Seeds::List(list) if list.iter().any(|&seed| i64::try_from(seed).is_err()) => {
                Err(format!("a seed is at most {}", i64::MAX))
            }
            Seeds::Count(count) if self.seed.checked_add(*count).is_none_or(|end| end > i64::MAX as u64) => {
                Err(format!("a seed is at most {}", i64::MAX))
            }
            _ => Ok(()),
        }
    }

    fn check_parameters(&self) -> Result<(), String> {
        let mut has_range = false;
        for (name, values) in &self.parameters {
            let (values, is_sampled) = match values {
                Values::Grid(values) => (values.as_slice(), false),
                Values::Choice(choice) => (choice.choices.as_slice(), true),
                Values::Fixed(value) => (std::slice::from_ref(value), false),
                Values::Range(range) => {
                    range.check().map_err(|problem| format!("`parameters.{name}`: {problem}"))?;
                    has_range = true;
                    continue;
                }
            };
            has_range |= is_sampled;
            if values.is_empty() {
                return Err(format!("`parameters.{name}` is empty: a grid has at least one value"));
            }
            if !values.iter().all(ParameterValue::is_finite) {
                return Err(format!("`parameters.{name}`: every number must be finite"));
            }
        }
        match (has_range, self.samples) {
            (true, None) => {
                Err("parameters with a range or choices need `samples`, how many values are drawn".to_owned())
            }
            (true, Some(0)) => Err("`samples` is 0: at least one is needed".to_owned()),
            (false, Some(_)) => Err(
                "`samples` has no effect: no parameter has a range, such as mass = { low = 1.0, high = 2.0 }"
                    .to_owned(),
            ),
            _ => Ok(()),
        }
    }

    /// Names of columns, stop reasons, and parameters that conditions and the start use.
    fn check_names(&self) -> Result<(), String> {
        for name in self.parameters.keys().chain(self.metrics.keys()) {
            if COLUMNS.contains(&name.as_str()) {
                return Err(format!(
                    "{name:?} is a column of every table: call the parameter or metric otherwise"
                ));
            }
        }
        if let Some(name) = self.metrics.keys().find(|name| self.parameters.contains_key(*name)) {
            return Err(format!("{name:?} is a parameter and a metric: give one of them another name"));
        }
        let reasons = self.stop_reasons();
        for name in &self.success {
            if !reasons.contains(name.as_str()) {
                let meant = did_you_mean(name, reasons.iter().copied()).unwrap_or_default();
                return Err(format!("`success` names {name:?}, which ends no run {meant}")
                    .trim_end()
                    .to_owned());
            }
        }
        if let Some(name) = self.stop.keys().find(|name| [STOP_DURATION, STOP_QUIT].contains(&name.as_str()))
        {
            return Err(format!("`stop.{name}`: this name stands for another stop reason"));
        }
        for name in self.names_of_parameters() {
            if !self.parameters.contains_key(&name) {
                let meant = did_you_mean(&name, self.parameters.keys().map(String::as_str));
                let meant = meant.map(|meant| format!("; {meant}")).unwrap_or_default();
                return Err(format!("`parameters` has no {name:?}, which the plan uses{meant}"));
            }
        }
        Ok(())
    }

    fn stop_reasons(&self) -> BTreeSet<&str> {
        self.stop.keys().map(String::as_str).chain([STOP_DURATION, STOP_QUIT]).collect()
    }
}
