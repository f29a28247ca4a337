//! Obstacle radars of a waypoint actuator: narrow cones that detect bodies.

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

/// Number of rays along the rim of a cone, in addition to the ray along its axis.
const RIM_RAYS: u32 = 8;

/// A cone that detects bodies.
///
/// It is sampled with rays: one along the axis and a ring of them along the rim. Objects thinner than the gap between
/// neighboring rays – 10 cm at 3 m for an opening of 5° – may be missed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Radar {
    /// Tip of the cone, in the frame of the actuator. [m]
    pub(crate) tip_in_actuator: DVec3,
    /// Direction of the axis of the cone, in the frame of the actuator.
    pub(crate) axis_in_actuator: DVec3,
    /// Angle between the axis and the rim of the cone. [rad]
    pub(crate) half_opening: f64,
    /// Length of the cone. [m]
    pub(crate) range_m: f64,
    /// If set, only bodies with this property are detected.
    pub(crate) property: Option<String>,
}

impl Radar {
    /// Returns the nearest body in the cone, except bodies of the robot itself.
    pub(crate) fn detect(&self, world: &World, world_from_actuator: Pose, robot: NodeId) -> Option<NodeId> {
        let tip = world_from_actuator.transform_point(self.tip_in_actuator);
        let hits = self.directions().filter_map(|direction| {
            let direction_in_world = world_from_actuator.transform_vector(direction);
            world.cast_ray(tip, direction_in_world, self.range_m, Some(robot))
        });
        let detected =
            hits.filter(|hit| self.property.as_deref().is_none_or(|tag| world.has_tag(hit.node, tag)));
        detected.min_by(|a, b| a.distance.total_cmp(&b.distance)).map(|hit| hit.node)
    }

    fn directions(&self) -> impl Iterator<Item = DVec3> {
        let axis = self.axis_in_actuator;
        let across = axis.any_orthonormal_vector();
        let to_rim = DQuat::from_axis_angle(across, self.half_opening) * axis;
        let around = move |nth| {
            let angle = f64::from(nth) / f64::from(RIM_RAYS) * std::f64::consts::TAU;
            DQuat::from_axis_angle(axis, angle) * to_rim
        };
        std::iter::once(axis).chain((0..RIM_RAYS).map(around))
    }
}

/// The two radars of an actuator, and their last detections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Radars {
    left: Radar,
    right: Radar,
    update_interval_ticks: u64,
    next_update: u64,
    detections: Detections,
}

/// Bodies that the two radars detect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Detections {
    pub(crate) left: Option<NodeId>,
    pub(crate) right: Option<NodeId>,
}

impl Radars {
    /// Updates the radars if an update is due, and returns the detections of the last update.
    pub(crate) fn update(&mut self, act: &ActContext<'_>) -> Detections {
        let tick = (act.now.seconds() / act.world.settings().tick_s).round() as u64;
        if tick >= self.next_update {
            self.next_update = tick + self.update_interval_ticks;
            let (world, pose, robot) = (&*act.world, act.world_from_actuator(), act.robot.node);
            self.detections = Detections {
                left: self.left.detect(world, pose, robot),
                right: self.right.detect(world, pose, robot),
            };
        }
        let exists = |node: &NodeId| act.world.contains(*node);
        Detections { left: self.detections.left.filter(exists), right: self.detections.right.filter(exists) }
    }

    /// Range of both radars: the shorter one. [m]
    pub(crate) fn range_m(&self) -> f64 {
        self.right.range_m.min(self.left.range_m)
    }

    /// Reads the option `radars` of an actuator; `None` if it does not describe both radars.
    ///
    /// # Errors
    /// If an entry of the option does not describe a radar.
    pub(crate) fn from_options(setup: &Setup<'_>) -> Result<Option<Self>, SetupError> {
        let Some(option) = setup.object.options.get("radars") else { return Ok(None) };
        let bad = || {
            SetupError::Invalid(format!(
                "the option radars of {} must be a list of dictionaries with name (ending in L or R), location \
                 [x, y, z], axis ('+X' …), angle_deg, distance_m and tick_skip",
                setup.name
            ))
        };
        let (mut left, mut right, mut tick_skip) = (None, None, 0);
        for entry in option.as_list().ok_or_else(bad)? {
            let entry = entry.as_map().ok_or_else(bad)?;
            let name = entry.get("name").and_then(Value::as_str).unwrap_or_default();
            let radar = read_radar(entry).ok_or_else(bad)?;
            tick_skip = entry.get("tick_skip").and_then(Value::as_i64).unwrap_or(0);
            match name.chars().last() {
                Some('L') => left = Some(radar),
                Some('R') => right = Some(radar),
                _ => return Err(bad()),
            }
        }
        let update_interval_ticks = u64::try_from(tick_skip).map_err(|_| bad())? + 1;
        let both = left.zip(right);
        Ok(both.map(|(left, right)| Self {
            left,
            right,
            update_interval_ticks,
            next_update: 0,
            detections: Detections::default(),
        }))
    }
}

fn read_radar(entry: &Map) -> Option<Radar> {
    let number =
        |name| entry.get(name).and_then(Value::as_f64).filter(|number| number.is_finite() && *number > 0.0);
    let location: Option<Vec<f64>> = entry.get("location")?.as_list()?.iter().map(Value::as_f64).collect();
    let (sign, letter) = entry.get("axis")?.as_str()?.split_at_checked(1)?;
    let axis = match letter {
        "X" => DVec3::X,
        "Y" => DVec3::Y,
        "Z" => DVec3::Z,
        _ => return None,
    };
    Some(Radar {
        tip_in_actuator: <[f64; 3]>::try_from(location?).ok()?.into(),
        axis_in_actuator: if sign == "-" { -axis } else { axis },
        half_opening: number("angle_deg")?.to_radians() / 2.0,
        range_m: number("distance_m")?,
        property: entry.get("property").and_then(Value::as_str).map(str::to_owned),
    })
}

/// Default of the option `radars` of the builder class: one on each side of the front, pointing ahead.
pub(crate) fn builder_radars() -> Vec<Map> {
    [("Radar.L", 0.4), ("Radar.R", -0.4)]
        .map(|(name, y)| {
            Map::from([
                ("name", Value::from(name)),
                ("location", Value::from([0.7, y, 0.8])),
                ("property", Value::Null),
                ("axis", Value::from("+X")),
                ("angle_deg", Value::from(5.0)),
                ("distance_m", Value::from(3.0)),
                ("tick_skip", Value::from(20)),
            ])
        })
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builder_radars_are_read_back() {
        let radars = builder_radars();
        let left = read_radar(&radars[0]).unwrap();
        assert_eq!(left.tip_in_actuator, DVec3::new(0.7, 0.4, 0.8));
        assert_eq!(left.axis_in_actuator, DVec3::X);
        assert_eq!((left.half_opening, left.range_m), (2.5_f64.to_radians(), 3.0));
    }

    #[test]
    fn every_ray_is_within_the_cone() {
        let radar = read_radar(&builder_radars()[1]).unwrap();
        let angles: Vec<f64> =
            radar.directions().map(|direction| direction.angle_between(DVec3::X)).collect();
        assert_eq!(angles.len(), 9);
        assert!(angles[0] < 1e-9);
        assert!(angles[1..].iter().all(|angle| (angle - 2.5_f64.to_radians()).abs() < 1e-9));
    }

    #[test]
    fn radar_without_direction_is_refused() {
        let mut radar = builder_radars()[0].clone();
        radar.insert("axis", "forward");
        assert_eq!(read_radar(&radar), None);
    }
}
