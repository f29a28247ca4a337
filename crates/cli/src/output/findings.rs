//! Diagnostics of a scene on standard error, and the end of a command that they prevent.

use std::collections::BTreeMap;

use morse::{Format, Options, Scene, SceneFile, Simulation};
use morse_scene::{Code, Diagnostic};

use crate::failure::Failure;
use crate::output::{diagnostics, log};

/// Codes of diagnostics that repeat messages of the Builder.
const BUILDER_CODES: [Code; 2] = [Code::SceneBuilderError, Code::SceneBuilderWarning];

/// A scene of a thousand robots may have the same problem a thousand times.
const ALIKE_SHOWN_MAX: usize = 20;

/// Prints the diagnostics of a scene on standard error, except those that the Builder printed while it ran the
/// script. If many have the same code, prints the first ones and the number of the rest.
pub(crate) fn show_findings(scene: &SceneFile, found: &[Diagnostic]) {
    let is_printed_by_builder =
        |finding: &Diagnostic| scene.format == Format::Script && BUILDER_CODES.contains(&finding.code);
    let mut counts = BTreeMap::<String, usize>::new();
    for finding in found.iter().filter(|finding| !is_printed_by_builder(finding)) {
        let count = counts.entry(format!("{}[{}]", finding.severity, finding.code)).or_default();
        *count += 1;
        if *count <= ALIKE_SHOWN_MAX {
            log::text(&diagnostics::render(finding, log::style()));
        }
    }
    for (kind, count) in counts.into_iter().filter(|&(_, count)| count > ALIKE_SHOWN_MAX) {
        log::notice(&format!("{kind}: {} more like these", count - ALIKE_SHOWN_MAX));
    }
}

/// Fails if one of the diagnostics is an error.
pub(crate) fn require_no_errors(scene: &SceneFile, found: &[Diagnostic]) -> Result<(), Failure> {
    match found.iter().filter(|finding| finding.is_error()).count() {
        0 => Ok(()),
        errors => Err(Failure::Scene { path: scene.path.clone(), errors }),
    }
}

/// Assembles a simulation without middlewares, and prints its diagnostics.
///
/// # Errors
/// If it cannot run.
pub(crate) fn simulation_alone(scene: &Scene, options: Options) -> Result<Simulation, Failure> {
    let result = scene.simulation(&options);
    let found = match &result {
        Err(error) if !scene.can_run() => error.diagnostics.clone(),
        Err(error) => [scene.diagnostics(), &error.diagnostics].concat(),
        Ok(_) => scene.diagnostics().to_vec(),
    };
    show_findings(scene.file(), &found);
    require_no_errors(scene.file(), &found)?;
    result.map_err(|error| Failure::Scene { path: error.path, errors: error.diagnostics.len() })
}
