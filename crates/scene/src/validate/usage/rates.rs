//! Warns of component rates that do not fit the rate of the simulation.

use crate::diagnostic::{Code, Diagnostic};
use crate::document::Object;
use crate::validate::findings::Findings;
use crate::validate::grouped::Grouped;
use crate::validate::scene::Scene;

/// Without auto tune, a component cannot act more often than the simulation steps.
pub(in crate::validate) fn check(scene: &Scene, findings: &mut Findings) {
    let time = &scene.document.environment.time;
    if time.auto_tune {
        return;
    }
    let mut groups = Grouped::default();
    for object in scene.document.objects.iter().filter(|object| object.kind.is_component()) {
        if let Some(rate_hz) = asked_hz(scene, object)
            && rate_hz.is_finite()
            && rate_hz > time.frequency_hz
        {
            groups.add(object.rate_source.as_ref().or(object.source.as_ref()), (object, rate_hz));
        }
    }
    for (source, asking) in groups.into_groups() {
        let Some(&(object, _)) = asking.first() else { continue };
        let rate_hz = asking.iter().map(|(_, rate_hz)| *rate_hz).fold(0.0, f64::max);
        let others = match asking.len() {
            1 => String::new(),
            count => format!(", and {} more do so in this line", count - 1),
        };
        let message =
            format!("asks for {rate_hz:?} Hz, and the simulation runs at {:?} Hz{others}", time.frequency_hz);
        findings.push(
            Diagnostic::warning(Code::SceneRateAboveSimulation, message)
                .on(object.name.as_str())
                .at(source)
                .help("it acts at every step; raise the frequency with `simulator_frequency`".to_owned()),
        );
    }
}

/// The rate that the scene sets; `None` if only the builder class does.
fn asked_hz(scene: &Scene, object: &Object) -> Option<f64> {
    let builder = object.builder.as_deref().and_then(|name| scene.builder(name));
    let is_default = object.rate_source.is_none() && builder.is_some_and(|own| own.rate_hz == object.rate_hz);
    if is_default { None } else { object.rate_hz }
}
