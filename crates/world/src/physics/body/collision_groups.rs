//! Collision groups of rapier: bodies that ignore margins meet other shapes without their margins.

use rapier3d::geometry::{Group, InteractionGroups, InteractionTestMode};

/// Shapes without margins of bodies that do not ignore those of other bodies.
const PLAIN: Group = Group::GROUP_1;
/// Shapes with their margins.
const WITH_MARGIN: Group = Group::GROUP_2;
/// The same shapes without their margins.
const BARE: Group = Group::GROUP_3;
/// Shapes of bodies that ignore margins.
const IGNORES_MARGINS: Group = Group::GROUP_4;

/// The collision groups of a shape of a body.
pub(crate) fn groups(has_margin: bool, ignores_margins: bool) -> InteractionGroups {
    let (group, meets) = match (has_margin, ignores_margins) {
        (true, _) => (WITH_MARGIN, PLAIN | WITH_MARGIN),
        (false, true) => (IGNORES_MARGINS, PLAIN | BARE | IGNORES_MARGINS),
        (false, false) => (PLAIN, PLAIN | WITH_MARGIN | IGNORES_MARGINS),
    };
    InteractionGroups::new(group, meets, InteractionTestMode::And)
}

/// The collision groups of a second collider, without margin, of a shape with a margin.
pub(crate) fn bare_groups() -> InteractionGroups {
    InteractionGroups::new(BARE, IGNORES_MARGINS, InteractionTestMode::And)
}
