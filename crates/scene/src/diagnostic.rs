//! Diagnostics of the checks: problem, place and solution.

mod code;
mod merge;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::diagnostic::code::Code;
pub use crate::diagnostic::merge::merged;
use crate::source::Source;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The scene can run, but probably not as intended.
    Warning,
    /// The scene cannot run.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One finding of the checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Kind of the finding.
    pub code: Code,
    /// Full name of the object that the finding is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// Place in the script that causes the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Further places in the script that are involved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Source>,
    /// The problem.
    pub message: String,
    /// The allowed values, or the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates a finding with which the scene cannot run.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// Creates a finding with which the scene can still run.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    fn new(severity: Severity, code: Code, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            object: None,
            source: None,
            related: Vec::new(),
            message: message.into(),
            help: None,
        }
    }

    /// Sets the object that the finding is about.
    #[must_use]
    pub fn on(mut self, object: impl Into<String>) -> Self {
        self.object = Some(object.into());
        self
    }

    /// Sets the place in the script, if it is known.
    #[must_use]
    pub fn at(mut self, source: Option<&Source>) -> Self {
        self.source = source.cloned();
        self
    }

    /// Adds further places in the script, if they are known.
    #[must_use]
    pub fn related<'a>(mut self, sources: impl IntoIterator<Item = Option<&'a Source>>) -> Self {
        self.related.extend(sources.into_iter().flatten().cloned());
        self
    }

    /// Sets the allowed values or the solution, if they are known.
    #[must_use]
    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }

    /// Whether the scene cannot run because of this finding.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Format: `first_scene.py:5: error: robot.pose: message (help) [code]`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        if let Some(source) = &self.source {
            write!(formatter, "{source}: ")?;
        }
        write!(formatter, "{}: ", self.severity)?;
        if let Some(object) = &self.object {
            write!(formatter, "{object}: ")?;
        }
        formatter.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(formatter, " ({help})")?;
        }
        write!(formatter, " [{}]", self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding_is_displayed_as_one_line() {
        let source = Source { file: "scene.py".into(), line: 5 };
        let finding = Diagnostic::error(Code::SceneUnknownLevel, "there is no level `rw`")
            .on("robot.odometry")
            .at(Some(&source))
            .help("did you mean `raw`?".to_owned());
        assert_eq!(
            finding.to_string(),
            "scene.py:5: error: robot.odometry: there is no level `rw` (did you mean `raw`?) [scene::unknown-level]"
        );
    }
}
