//! Trajectories: positions of all joints over time.

use morse_sim::prelude::*;

/// A trajectory in progress.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Trajectory {
    pub(crate) start: Time,
    pub(crate) points: Vec<Point>,
    /// Index of the point to which the joints move.
    pub(crate) next: Option<usize>,
}

/// Positions of all joints at a time.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) due: Time,
    /// Position of each joint, in the order of the joints. [rad or m]
    pub(crate) positions: Vec<f64>,
}

impl Trajectory {
    /// Parses `{"starttime": …, "points": [{"positions": […], "time_from_start": …}, …]}`. The start is a time of the
    /// clients' clock [s]; without one, or if it has passed, the trajectory starts at once.
    ///
    /// # Errors
    /// If a key is missing or its value has the wrong type, or a point does not have one position for each joint.
    pub(crate) fn read(
        trajectory: &Value,
        joints: usize,
        now: Time,
        client_time_s: f64,
    ) -> Result<Self, ServiceError> {
        let starttime = match get(trajectory, "starttime") {
            Ok(Value::Null) | Err(_) => client_time_s,
            Ok(start) => finite(start, "starttime")?,
        };
        let start = Time::from_seconds(now.seconds() + (starttime - client_time_s).max(0.0));
        let entries = get(trajectory, "points")?.as_list().ok_or_else(|| bad("points must be a list"))?;
        let point = |(number, point): (usize, &Value)| {
            let positions = get(point, "positions")?;
            let positions = positions.as_list().ok_or_else(|| bad("positions must be a list of numbers"))?;
            let after_s = finite(get(point, "time_from_start")?, "time_from_start")?;
            if positions.len() != joints {
                let count = positions.len();
                return Err(bad(&format!(
                    "point {number} has {count} positions, but there are {joints} joints"
                )));
            }
            let positions: Result<_, _> = positions.iter().map(|value| finite(value, "positions")).collect();
            Ok(Point { due: Time::from_seconds(start.seconds() + after_s), positions: positions? })
        };
        let points: Vec<Point> = entries.iter().enumerate().map(point).collect::<Result<_, _>>()?;
        if points.is_empty() {
            return Err(bad("it has no points"));
        }
        Ok(Self { start, points, next: None })
    }
}

fn get<'a>(map: &'a Value, key: &str) -> Result<&'a Value, ServiceError> {
    let found = map.as_map().and_then(|map| map.get(key));
    found.ok_or_else(|| bad(&format!("key '{key}' was expected.")))
}

fn finite(value: &Value, key: &str) -> Result<f64, ServiceError> {
    let number = value.as_f64().filter(|number| number.is_finite());
    number.ok_or_else(|| bad(&format!("{key} must be finite numbers")))
}

fn bad(problem: &str) -> ServiceError {
    ServiceError::Refused(format!("Error: invalid trajectory: {problem}"))
}
