//! Checks that modifiers exist, apply to their component and have valid arguments.

use crate::description::{Description, ExtensionKind, Kind};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Object;
use crate::validate::findings::Findings;
use crate::validate::properties::{Expected, check_values};
use crate::validate::scene::Scene;
use crate::validate::wiring::streams::direction_finding;
use crate::wiring::ModifierEntry;

pub(super) fn check(scene: &Scene, findings: &mut Findings) {
    for (name, entries) in &scene.document.component_modifier {
        for (index, entry) in entries.iter().enumerate() {
            let source = scene.document.wiring_sources.modifier(name, index);
            let mut push = |finding: Diagnostic| findings.push(finding.on(name.as_str()).at(source));
            match scene.object(name) {
                Some(object) if object.kind.is_component() => check_entry(scene, object, entry, &mut push),
                Some(object) => push(Diagnostic::warning(
                    Code::SceneModifierOnNothing,
                    format!("a modifier is on {}; it has no effect", object.kind.with_article()),
                )),
                None => push(
                    Diagnostic::warning(
                        Code::SceneModifierOnNothing,
                        format!("a modifier is on `{name}`, which does not exist; it has no effect"),
                    )
                    .help(scene.suggest_object(name)),
                ),
            }
        }
    }
}

fn check_entry(scene: &Scene, object: &Object, entry: &ModifierEntry, push: &mut impl FnMut(Diagnostic)) {
    if let Some(finding) = direction_finding(object, entry.direction, "modifier") {
        push(finding);
    }
    if let Some(wrong) = scene.description(&entry.class).filter(|known| known.kind != Kind::Modifier) {
        push(Diagnostic::error(
            Code::SceneWrongKind,
            format!("`{}` is {}, not a modifier", entry.class, wrong.kind.with_article()),
        ));
        return;
    }
    if scene.capabilities.extensions.contains_key(&entry.class) {
        // The arguments of a class written by a user have no description.
        scene.not_extension(&entry.class, ExtensionKind::Modifier).into_iter().for_each(push);
        return;
    }
    if let Some(finding) = scene.cannot_run(&entry.class, Kind::Modifier) {
        push(finding);
    }
    let Some(modifier) = scene.description(&entry.class) else {
        return;
    };
    if let Some(finding) = fit_finding(scene, object, modifier) {
        push(finding);
    }
    let expected = Expected {
        noun: "argument",
        known: &modifier.parameters,
        is_marker: &|_| false,
        is_complete: true,
        per_axis: true,
    };
    check_values(&expected, &entry.arguments, |_, finding| push(finding));
}

fn fit_finding(scene: &Scene, object: &Object, modifier: &Description) -> Option<Diagnostic> {
    // The class of a level counts as the component.
    let class = &scene.description(object.class.as_deref()?)?.class;
    if modifier.fits.is_empty() || modifier.fits.contains(class) {
        return None;
    }
    let message = format!("the modifier `{}` does not fit `{class}`", modifier.class);
    let help = format!("it fits {}", modifier.fits.join(", "));
    Some(Diagnostic::error(Code::SceneModifierDoesNotFit, message).help(help))
}
