//! Proximity: objects with a tag that are near the robot.

use morse_sim::prelude::*;

/// Nearby objects.
#[derive(Data, Clone, Default)]
#[data(kind = Proximity)]
pub struct ProximityData {
    /// Distance to each object that has the tracked property, by its name. [m]
    near_objects: Dict,
    /// The same as near_objects. [m]
    near_robots: Dict,
}

/// Distance from the robot to all objects in range that have a property with the tracked name, whatever its value.
///
/// Distances are between origins. Objects are not occluded, and the robot itself is left out.
///
/// `distance = |p_object - p_robot|`, reported where it is not more than `Range`
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.proximity.Proximity",
    data = ProximityData,
    builder(name = "Proximity", rate_hz = 12.0, properties(Range = 30.0, Track = "Robot_Tag")),
    services
)]
pub struct Proximity {
    /// Largest distance that is reported. [m]
    #[property(name = "Range", default = 100.0, min = 0)]
    range_m: f64,
    /// Property that marks the reported objects.
    #[property(name = "Track", default = "Robot_Tag")]
    tag: String,
}

impl Sensor for Proximity {
    fn check(&self) -> Result<(), SetupError> {
        if self.range_m >= 0.0 {
            return Ok(());
        }
        Err(SetupError::Invalid(format!("Range is {}; allowed is 0 m or more", self.range_m)))
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut ProximityData) {
        let world = view.world;
        let here = view.world_from_robot().translation;
        let tagged = world.tagged(&self.tag).iter().copied();
        let near = tagged.filter(|&node| node != view.robot && !world.is_internal(node));
        let distances = near.filter_map(|node| {
            let distance = world.world_from(node).translation.distance(here);
            let entry = (world.name(node).to_owned(), Value::Float(distance));
            (distance <= self.range_m).then_some(entry)
        });
        // Names of nodes are unique.
        data.near_objects = Dict(Map::from_distinct(distances.collect()));
        data.near_robots = data.near_objects.clone();
    }
}

#[services]
impl Proximity {
    /// Sets the range. [m]
    #[service]
    fn set_range(&mut self, _call: &mut Call<'_, ProximityData>, range: f64) -> Result<(), ServiceError> {
        let before = std::mem::replace(&mut self.range_m, range);
        self.check().map_err(|error| {
            self.range_m = before;
            ServiceError::Refused(error.to_string())
        })
    }

    /// Sets the property that marks the reported objects.
    #[service]
    fn set_tracked_tag(&mut self, _call: &mut Call<'_, ProximityData>, tag: String) {
        self.tag = tag;
    }
}
