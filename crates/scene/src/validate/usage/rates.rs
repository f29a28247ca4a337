//! Checks component rates against the rate of the simulation.

use crate::diagnostic::{Code, Diagnostic};
use crate::document::{FREQUENCY, Object};
use crate::validate::FREQUENCY_HZ_MAX;
use crate::validate::findings::Findings;
use crate::validate::grouped::Grouped;
use crate::validate::scene::Scene;

/// Warns about components with a higher rate than the simulation. With auto tune, the simulation adapts its rate.
pub(in crate::validate) fn check(scene: &Scene, findings: &mut Findings) {
    let time = &scene.document.environment.time;
    if time.auto_tune {
        return refuse_rates_above_maximum(scene, findings);
    }
    let mut groups = Grouped::default();
    for object in scene.document.objects.iter().filter(|object| object.kind.is_component()) {
        if let Some(rate_hz) = requested_rate_hz(scene, object)
            && rate_hz.is_finite()
            && rate_hz > time.frequency_hz
        {
            groups.add(object.source_of(FREQUENCY), (object, rate_hz));
        }
    }
    for (source, objects) in groups.into_groups() {
        let Some(&(object, _)) = objects.first() else { continue };
        let rate_hz = objects.iter().map(|(_, rate_hz)| *rate_hz).fold(0.0, f64::max);
        let rest = match objects.len() {
            1 => String::new(),
            count => format!(" (and {} more in this line)", count - 1),
        };
        let message =
            format!("asks for {rate_hz:?} Hz, but the simulation runs at {:?} Hz{rest}", time.frequency_hz);
        findings.push(
            Diagnostic::warning(Code::SceneRateAboveSimulation, message)
                .on(object.name.as_str())
                .at(source)
                .help("it acts at every step; raise the frequency with `simulator_frequency`".to_owned()),
        );
    }
}

/// With auto tune, the fastest component sets the rate of the simulation, which has a maximum.
fn refuse_rates_above_maximum(scene: &Scene, findings: &mut Findings) {
    for object in scene.document.objects.iter().filter(|object| object.kind.is_component()) {
        let Some(rate_hz) =
            object.rate_hz.filter(|rate_hz| rate_hz.is_finite() && *rate_hz > FREQUENCY_HZ_MAX)
        else {
            continue;
        };
        findings.push(
            Diagnostic::error(Code::SceneBadFrequency, format!("its frequency is {rate_hz:?} Hz"))
                .on(object.name.as_str())
                .at(object.source_of(FREQUENCY))
                .help(format!("at most {FREQUENCY_HZ_MAX} Hz")),
        );
    }
}

/// Rate that the scene sets; `None` if it is the default of the builder class.
fn requested_rate_hz(scene: &Scene, object: &Object) -> Option<f64> {
    let builder = object.builder.as_deref().and_then(|name| scene.builder(name));
    let is_default =
        !object.sources.contains_key(FREQUENCY) && builder.is_some_and(|own| own.rate_hz == object.rate_hz);
    if is_default { None } else { object.rate_hz }
}
