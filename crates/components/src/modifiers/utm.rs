//! UTM: coordinates counted from the origin of a map's zone instead of that of the world.

use morse_sim::prelude::*;

use super::fields::Triple;

/// A length that a scene may also write as text: UTM coordinates have more digits than the numbers of the original held.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Offset(f64);

impl From<f64> for Offset {
    fn from(metres: f64) -> Self {
        Self(metres)
    }
}

impl PropertyType for Offset {
    const TYPE_NAME: &'static str = "float";
    const EXPECTED: &'static str = "a finite number, or one written as text";
    fn to_value(&self) -> Value {
        Value::Float(self.0)
    }
    fn from_value(value: &Value) -> Option<Self> {
        let number = match value {
            Value::Text(text) => text.trim().parse().ok(),
            other => other.as_f64(),
        };
        number.filter(|number: &f64| number.is_finite()).map(Self)
    }
}

/// Adds the UTM offset of the world origin to x, y, z.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.utm.CoordinatesToUTM",
    title = "Coordinates to UTM",
    fits("morse.sensors.pose.Pose", "morse.sensors.gps.GPS")
)]
pub struct CoordinatesToUtm {
    /// UTM x of the world origin. [m]
    #[property(default = 0.0, environment = "UTMXOffset")]
    x_offset: Offset,
    /// UTM y of the world origin. [m]
    #[property(default = 0.0, environment = "UTMYOffset")]
    y_offset: Offset,
    /// UTM z of the world origin. [m]
    #[property(default = 0.0, environment = "UTMZOffset")]
    z_offset: Offset,
    position: Triple,
}

impl Modify for CoordinatesToUtm {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesToUTM", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut Moment<'_>, data: &mut dyn Data) {
        let offset = DVec3::new(self.x_offset.0, self.y_offset.0, self.z_offset.0);
        self.position.map(data, |point_in_world| point_in_world + offset);
    }
}

/// Subtracts the UTM offset of the world origin from x, y, z.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.utm.CoordinatesFromUTM",
    title = "Coordinates from UTM",
    fits("morse.actuators.destination.Destination", "morse.actuators.waypoint.Waypoint")
)]
pub struct CoordinatesFromUtm {
    /// UTM x of the world origin. [m]
    #[property(default = 0.0, environment = "UTMXOffset")]
    x_offset: Offset,
    /// UTM y of the world origin. [m]
    #[property(default = 0.0, environment = "UTMYOffset")]
    y_offset: Offset,
    /// UTM z of the world origin. [m]
    #[property(default = 0.0, environment = "UTMZOffset")]
    z_offset: Offset,
    position: Triple,
}

impl Modify for CoordinatesFromUtm {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = Triple::position("CoordinatesFromUTM", setup, data)?;
        Ok(())
    }

    fn modify(&mut self, _moment: &mut Moment<'_>, data: &mut dyn Data) {
        let offset = DVec3::new(self.x_offset.0, self.y_offset.0, self.z_offset.0);
        self.position.map(data, |point_in_utm| point_in_utm - offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_may_be_text_but_must_be_a_finite_number() {
        assert_eq!(Offset::from_value(&Value::from("4827000.25")), Some(Offset(4_827_000.25)));
        assert_eq!(Offset::from_value(&Value::Int(421)), Some(Offset(421.0)));
        for bad in [Value::from("north"), Value::from("inf"), Value::Float(f64::NAN), Value::Null] {
            assert_eq!(Offset::from_value(&bad), None, "{bad:?}");
        }
    }
}
