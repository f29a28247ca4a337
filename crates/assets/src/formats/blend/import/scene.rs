//! Settings of the first scene.

use crate::formats::blend::file::BlendFile;
use crate::formats::blend::import::collections;
use crate::formats::blend::view::View;
use crate::model::SceneSettings;

pub(super) fn settings(file: &BlendFile<'_>) -> Option<SceneSettings> {
    let scene = file.with_code(b"SC").next()?;
    if scene.is_modern() {
        return Some(modern_settings(&scene));
    }
    let game = scene.nested("gm")?;
    let whole = |field: &str| game.int(field).clamp(0, i64::from(i32::MAX)) as i32;
    let world = scene.follow_as("world", "World");
    let ambient = |field: &str| world.map_or(0.0, |world| finite(world.float(field)).clamp(0.0, 1.0));
    Some(SceneSettings {
        linear_colors: has_linear_colors(&scene, &game),
        ambient_rgb: ["ambr", "ambg", "ambb"].map(ambient),
        name: scene.id_name(),
        gravity: game.float("gravity"),
        tick_rate: whole("ticrate"),
        logic_steps_max: whole("maxlogicstep"),
        physics_steps_max: whole("maxphystep"),
        physics_sub_steps: whole("physubstep"),
        objects: scene.list("base").len(),
    })
}

/// Blender 2.80 and later, which has no game engine: the tick rates are those of a new scene of Blender 2.79. Colors are linear.
/// The background is read apart from this.
fn modern_settings(scene: &View<'_>) -> SceneSettings {
    let gravity = scene.nested("physics_settings").map_or(0.0, |settings| settings.vector("gravity").z);
    SceneSettings {
        name: scene.id_name(),
        gravity: f64::from(finite(-gravity)),
        tick_rate: 60,
        logic_steps_max: 5,
        physics_steps_max: 5,
        physics_sub_steps: 1,
        objects: collections::shown(scene).objects.len(),
        linear_colors: true,
        ambient_rgb: [0.0; 3],
    }
}

/// Up to Blender 2.63 a bit of the render settings stores it, later the name of the display. The game engine has an
/// option that overrides it.
fn has_linear_colors(scene: &View<'_>, game: &View<'_>) -> bool {
    const MANAGED: i64 = 1;
    const NOT_IN_GAMES: i64 = 1 << 15;
    let managed = match scene.nested("display_settings") {
        Some(display) => display.text("display_device") != "None",
        None => scene.nested("r").is_some_and(|render| render.bit("color_mgt_flag", MANAGED)),
    };
    managed && !game.bit("flag", NOT_IN_GAMES)
}

fn finite(number: f64) -> f32 {
    if number.is_finite() { number as f32 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use crate::Warnings;
    use crate::formats::blend::read_alone;
    use crate::formats::blend::sample::Sample;
    use crate::formats::blend::sample::Value::*;

    #[test]
    fn a_scene_has_a_color_management_and_an_ambient_light() {
        for (managed, flag, linear) in [(0, 0, false), (1, 0, true), (1, 1 << 15, false)] {
            let mut sample = Sample::new(8);
            let scene = [
                ("id.name", Text("SCScene")),
                ("gm.flag", Int(flag)),
                ("world", Pointer(0x200)),
                ("r.color_mgt_flag", Int(managed)),
            ];
            sample.block("SC", "Scene", 0x100, &scene);
            let world = [("id.name", Text("WOWorld")), ("ambg", Floats(&[0.25]))];
            sample.block("WO", "World", 0x200, &world);
            let model = read_alone(&sample.bytes(), &mut Warnings::default()).unwrap();
            let scene = model.scene.unwrap();
            assert_eq!((scene.linear_colors, scene.ambient_rgb), (linear, [0.0, 0.25, 0.0]));
        }
    }
}
