//! Lights of the world and of bodies.

use glam::{DAffine3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::model::{Falloff, Light, LightId, LightKind, Node, NodeId, NodeKind};

/// Distance of a light without attenuation; it has no effect. [m]
const RANGE_M: f64 = 10.0;

impl Import<'_> {
    /// Adds a light below the link of a body.
    ///
    /// Intensities are those of MuJoCo's renderer: a surface that faces a light of `diffuse` 1 shows its whole color.
    pub(super) fn light(
        &mut self,
        attributes: &Attributes<'_>,
        link: NodeId,
        link_from_frame: &DAffine3,
        name: &str,
        body: &str,
    ) -> Result<(), ReadError> {
        if attributes.switch("active")? == Some(false) {
            return Ok(());
        }
        let is_directional = attributes.switch("directional")? == Some(true);
        let light_kind = match attributes.text("type") {
            Some("directional") => LightKind::Sun,
            None if is_directional => LightKind::Sun,
            None | Some("spot") => LightKind::Spot,
            Some("point") => LightKind::Point,
            Some("image") => {
                self.note("lights from images are left out", name);
                return Ok(());
            }
            Some(other) => {
                let other: String = other.chars().take(40).collect();
                let known = "spot, directional, point, image";
                return Err(attributes
                    .tag
                    .error(format!("type \"{other}\" of <light> is not one of {known}")));
            }
        };
        self.budget.nodes(1, "lights")?;
        if let Some(ambient) = attributes.array::<3>("ambient")? {
            if light_kind != LightKind::Sun && ambient != [0.0; 3] {
                self.note("ambient light of lamps acts everywhere", name);
            }
            self.ambient.iter_mut().zip(ambient).for_each(|(sum, part)| *sum += part.clamp(0.0, 1.0));
        }
        let diffuse = attributes.array::<3>("diffuse")?.unwrap_or([0.7; 3]);
        let specular = attributes.array::<3>("specular")?.unwrap_or([0.3; 3]);
        let energy = diffuse.into_iter().fold(0.0, f64::max).clamp(0.0, 1e6);
        let Attenuation { share, distance, falloff } = match light_kind {
            LightKind::Sun => Attenuation::NONE,
            _ => Attenuation::of(attributes.array::<3>("attenuation")?.unwrap_or([1.0, 0.0, 0.0])),
        };
        // The angle between the axis and the edge.
        let cutoff = attributes.number("cutoff")?.unwrap_or(45.0).clamp(0.0, 90.0).to_radians();
        let exponent = attributes.number("exponent")?.unwrap_or(10.0);
        let light = Light {
            name: name.to_owned(),
            kind: light_kind,
            energy: (energy * share) as f32,
            distance: distance.clamp(1e-3, 1e6) as f32,
            rgb: diffuse.map(|part| if energy > 0.0 { (part / energy).clamp(0.0, 1.0) as f32 } else { 0.0 }),
            spot_angle: (2.0 * cutoff) as f32,
            spot_blend: blend(cutoff, exponent) as f32,
            falloff,
            sphere: false,
            diffuse: energy > 0.0,
            specular: specular.into_iter().any(|part| part > 0.0),
        };
        // Lights look along −z of their node.
        let direction = DVec3::from_array(attributes.array("dir")?.unwrap_or([0.0, 0.0, -1.0]));
        let turn = DQuat::from_rotation_arc(DVec3::NEG_Z, direction.normalize_or(DVec3::NEG_Z));
        let place = DVec3::from_array(attributes.array("pos")?.unwrap_or_default());
        let kind = NodeKind::Light(LightId::new(self.model.lights.len()));
        self.model.lights.push(light);
        self.follow(attributes, body, DQuat::IDENTITY)?;
        self.model.nodes.push(Node {
            parent: Some(link),
            parent_from_node: *link_from_frame * DAffine3::from_rotation_translation(turn, place),
            kind,
            ..Node::new(name)
        });
        Ok(())
    }
}

/// Decrease of a light with the distance.
struct Attenuation {
    /// Share of the light that is there at no distance.
    share: f64,
    /// Distance of half of that. [m]
    distance: f64,
    falloff: Falloff,
}

impl Attenuation {
    const NONE: Attenuation = Attenuation { share: 1.0, distance: RANGE_M, falloff: Falloff::Constant };

    /// MuJoCo divides by a constant, a linear and a quadratic part: a + b r + c r². With a quadratic part, the linear one is left out.
    fn of([constant, linear, quadratic]: [f64; 3]) -> Attenuation {
        let constant = constant.clamp(1e-3, 1e6);
        let share = 1.0 / constant;
        if quadratic > 0.0 {
            Attenuation { share, distance: constant / quadratic, falloff: Falloff::InverseSquare }
        } else if linear > 0.0 {
            Attenuation { share, distance: constant / linear, falloff: Falloff::InverseLinear }
        } else {
            Attenuation { share, ..Attenuation::NONE }
        }
    }
}

/// Share of a cone in which its light fades out. MuJoCo's light decreases with a power of the cosine of the angle to the axis: both
/// have half of their light at the same angle, unless the whole cone fades.
fn blend(cutoff: f64, exponent: f64) -> f64 {
    let edge = libm::cos(cutoff);
    if exponent <= 0.0 || edge >= 1.0 {
        return 0.0;
    }
    let half = libm::pow(0.5, 1.0 / exponent);
    (2.0 * (half - edge) / (1.0 - edge)).clamp(0.0, 1.0)
}
