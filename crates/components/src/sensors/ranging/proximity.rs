//! Proximity: distances to nearby objects with a property.

use morse_sim::prelude::*;

/// Distances to nearby objects.
#[derive(Data, Clone, Default)]
#[data(kind = Proximity)]
pub struct ProximityData {
    /// Distance to each object in range that has the tracked property, by the name of the object. [m]
    near_objects: Dict,
    /// The same data as `near_objects`. [m]
    near_robots: Dict,
}

/// Measures the distance from the robot to all objects in range that have the property `Track`, with any value.
///
/// Distances are measured between the origins of the robot and of the objects. Occlusion has no effect, and the robot
/// itself is not reported.
///
/// `distance = |p_object - p_robot|`, reported if it is not more than `Range`
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.proximity.Proximity",
    data = ProximityData,
    builder(name = "Proximity", rate_hz = 12.0, properties(Range = 30.0, Track = "Robot_Tag")),
    services
)]
pub struct Proximity {
    /// Maximum distance of reported objects. [m]
    #[property(name = "Range", default = 100.0, min = 0)]
    range_m: f64,
    /// Name of the property that marks the objects to report.
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
    /// Sets the maximum distance of reported objects. [m]
    #[service]
    fn set_range(&mut self, _call: &mut Call<'_, ProximityData>, range: f64) -> Result<(), ServiceError> {
        let before = std::mem::replace(&mut self.range_m, range);
        self.check().map_err(|error| {
            self.range_m = before;
            ServiceError::Refused(error.to_string())
        })
    }

    /// Sets the name of the property that marks the objects to report.
    #[service]
    fn set_tracked_tag(&mut self, _call: &mut Call<'_, ProximityData>, tag: String) {
        self.tag = tag;
    }
}
