//! Light in the pictures of video cameras: shadows, ambient occlusion, exposure, and the curve of film.

use morse_render::Style;
use morse_sim::prelude::*;

use crate::common::camera::Switch;

/// Conversion of bright light to colors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ToneMapping {
    /// As the original: unchanged, with smooth saturation in environments without light settings.
    #[default]
    Original,
    /// By the curve of film.
    Filmic,
}

morse_sim::choice!(ToneMapping { Original, Filmic });

/// Light in pictures.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Looks {
    /// Whether objects cast shadows in the colors of a VideoCamera. Other cameras ignore it.
    #[property(name = "shadows", default = false)]
    pub(crate) shadows: Switch,
    /// Distance up to which surfaces keep ambient light from each other in the colors of a VideoCamera; 0: they do not.
    /// Sixteen rays are cast for each pixel. Other cameras ignore it. [m]
    #[property(name = "ambient_occlusion", default = 0.0, min = 0, max = 1000)]
    pub(crate) ambient_occlusion_m: f64,
    /// Exposure of the colors of a VideoCamera: each 1 doubles the light. Other cameras ignore it, and so does the level
    /// physical, which has an exposure time. [EV]
    #[property(name = "exposure", default = 0.0, min = -20, max = 20)]
    pub(crate) exposure_ev: f64,
    /// Conversion of bright light to the colors of a VideoCamera. Other cameras ignore it, and so does the level physical.
    #[property(name = "tone_mapping", default = ToneMapping::Original)]
    pub(crate) tone_mapping: ToneMapping,
}

impl Looks {
    /// Reads the values of a camera's properties by name; missing ones have their defaults.
    pub(crate) fn of(properties: &Map) -> Looks {
        let number = |name| properties.get(name).and_then(Value::as_f64).unwrap_or(0.0);
        let is_filmic = properties.get("tone_mapping").and_then(Value::as_str) == Some("Filmic");
        Looks {
            shadows: properties.get("shadows").and_then(Value::as_bool).unwrap_or(false).into(),
            ambient_occlusion_m: number("ambient_occlusion"),
            exposure_ev: number("exposure"),
            tone_mapping: if is_filmic { ToneMapping::Filmic } else { ToneMapping::Original },
        }
    }

    /// Shadows and ambient occlusion, without exposure and the curve of film: for sensors that convert light themselves.
    pub(crate) fn light_only(self) -> Looks {
        Looks { exposure_ev: 0.0, tone_mapping: ToneMapping::Original, ..self }
    }

    /// A style with this light.
    pub(crate) fn apply(self, style: Style<'_>) -> Style<'_> {
        Style {
            shadows: self.shadows.0,
            occlusion_m: self.ambient_occlusion_m as f32,
            exposure_ev: self.exposure_ev as f32,
            filmic: self.tone_mapping == ToneMapping::Filmic,
            ..style
        }
    }
}
