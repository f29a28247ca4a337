//! Phase 5: physics advances the world to the next tick.

use morse_world::World;

use crate::engine::phases::division::is_divided;
use crate::engine::resources::Engine;

/// Runs the phase. Logs the events of physics.
pub(crate) fn advance_world(world: &mut World, engine: &mut Engine) {
    let team = is_divided(engine, world.divisible_body_count()).then_some(&engine.team);
    world.advance_with(team);
    for event in world.events() {
        let name = world.name(event.node());
        engine.warnings.warn(name, event.kind(), || format!("{name} {event}"));
    }
}
