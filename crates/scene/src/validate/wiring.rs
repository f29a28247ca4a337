//! Checks the connections of components: streams, modifiers, services and overlays.

mod modifiers;
mod overlays;
mod services;
mod streams;

use crate::validate::findings::Findings;
use crate::validate::scene::Scene;

pub(super) fn check(scene: &Scene, findings: &mut Findings) {
    streams::check(scene, findings);
    modifiers::check(scene, findings);
    services::check(scene, findings);
    overlays::check(scene, findings);
}
