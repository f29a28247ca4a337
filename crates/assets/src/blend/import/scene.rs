//! Settings of the first scene.

use super::super::file::BlendFile;
use crate::model::SceneSettings;

pub(super) fn settings(file: &BlendFile<'_>) -> Option<SceneSettings> {
    let scene = file.with_code(b"SC").next()?;
    let game = scene.nested("gm")?;
    let whole = |field: &str| game.int(field).clamp(0, i64::from(i32::MAX)) as i32;
    Some(SceneSettings {
        name: scene.id_name(),
        gravity: game.float("gravity"),
        tick_rate: whole("ticrate"),
        logic_steps_max: whole("maxlogicstep"),
        physics_steps_max: whole("maxphystep"),
        physics_sub_steps: whole("physubstep"),
        objects: scene.list("base").len(),
    })
}
