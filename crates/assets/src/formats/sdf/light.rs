//! Lights of worlds, models and links.

use glam::{DAffine3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::sdf::Import;
use crate::formats::sdf::tag::Tag;
use crate::model::{Falloff, Light, LightId, LightKind, Node, NodeId, NodeKind};

/// Distance of a light without attenuation; it has no effect. [m]
const RANGE_M: f64 = 10.0;

impl Import<'_> {
    /// Adds a light below a node.
    pub(super) fn light(
        &mut self,
        tag: &Tag,
        parent: Option<NodeId>,
        base: DAffine3,
    ) -> Result<(), ReadError> {
        let name = tag.required_name()?.to_owned();
        let kind = match tag.given("type").unwrap_or("point") {
            "directional" => LightKind::Sun,
            "point" => LightKind::Point,
            "spot" => LightKind::Spot,
            other => {
                let other: String = other.chars().take(40).collect();
                return Err(
                    tag.error(format!("type \"{other}\" of <light> is not one of directional, point, spot"))
                );
            }
        };
        if tag.text_of("light_on").is_some() && !tag.switch_of("light_on")? {
            return Ok(());
        }
        self.budget.nodes(1, "lights")?;
        let diffuse = tag.numbers_of::<4>("diffuse")?.unwrap_or([1.0; 4]);
        let mut energy = tag.number_of("intensity")?.unwrap_or(1.0).clamp(0.0, 1e6);
        let (mut distance, mut falloff) = (RANGE_M, Falloff::Constant);
        if let Some(attenuation) = tag.child("attenuation").filter(|_| kind != LightKind::Sun) {
            // Gazebo divides by constant + linear r + quadratic r².
            let number = |name: &str, usual: f64| {
                Ok::<f64, ReadError>(attenuation.number_of(name)?.unwrap_or(usual).clamp(0.0, 1e6))
            };
            let (constant, linear, quadratic) =
                (number("constant", 1.0)?.max(1e-3), number("linear", 1.0)?, number("quadratic", 0.0)?);
            energy /= constant;
            if quadratic > 0.0 {
                (distance, falloff) = (constant / quadratic, Falloff::InverseSquare);
            } else if linear > 0.0 {
                (distance, falloff) = (constant / linear, Falloff::InverseLinear);
            }
        }
        let spot = tag.child("spot");
        let angle = |name: &str, usual: f64| {
            Ok::<f64, ReadError>(
                spot.map(|spot| spot.number_of(name)).transpose()?.flatten().unwrap_or(usual),
            )
        };
        let (inner, outer) = (angle("inner_angle", 0.0)?, angle("outer_angle", 1.0)?);
        let light = Light {
            name: name.clone(),
            kind,
            energy: energy as f32,
            distance: distance.clamp(1e-3, 1e6) as f32,
            rgb: [0, 1, 2].map(|channel| diffuse[channel].clamp(0.0, 1.0) as f32),
            spot_angle: outer.clamp(0.0, std::f64::consts::PI) as f32,
            spot_blend: if outer > 0.0 { (1.0 - inner / outer).clamp(0.0, 1.0) as f32 } else { 0.0 },
            falloff,
            sphere: false,
            diffuse: true,
            specular: true,
        };
        // Lights look along −z of their node.
        let direction = tag.vector_of("direction")?.unwrap_or(DVec3::NEG_Z).normalize_or(DVec3::NEG_Z);
        let turn = DAffine3::from_quat(DQuat::from_rotation_arc(DVec3::NEG_Z, direction));
        let kind = NodeKind::Light(LightId::new(self.model.lights.len()));
        self.model.lights.push(light);
        self.model.nodes.push(Node {
            parent,
            parent_from_node: base * tag.pose()? * turn,
            kind,
            ..Node::new(name)
        });
        Ok(())
    }
}
