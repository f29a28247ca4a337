//! Default stream of a component on a middleware, as for `add_stream("socket")`.

use crate::nearest::did_you_mean;
use crate::wiring::Direction;
use crate::wiring::wiring_table::WiringTable;

/// Stream that a component gets if a scene names only the middleware.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultStream<'a> {
    /// Class path of the stream.
    pub class: &'a str,
    /// Level that the component gets with the stream, if the component has levels and the scene does not set one.
    pub level: Option<&'a str>,
    /// Whether the generic stream of the middleware is used, because the component has no row.
    pub fell_back: bool,
}

/// Reason why a component has no default stream on a middleware.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDefaultStream {
    /// The middleware does not exist.
    #[error("there is no middleware `{middleware}`{help}; known: {known}")]
    UnknownMiddleware {
        /// Name of the middleware.
        middleware: String,
        /// Suggestion of the most similar known name, as the end of the message.
        help: String,
        /// Names of all known middlewares.
        known: String,
    },
    /// The component has streams, but not at the level.
    #[error("`{component}` has no streams at level `{level}`; levels with streams: {known}")]
    Level {
        /// Class path of the component.
        component: String,
        /// Requested level.
        level: String,
        /// Levels that have streams.
        known: String,
    },
    /// The component has no stream on the middleware at the level.
    #[error(
        "`{component}` at level `{level}` has no stream on {middleware}; it has streams on {known}; name a stream class to use a different stream"
    )]
    Middleware {
        /// Class path of the component.
        component: String,
        /// Level of the component.
        level: String,
        /// Requested middleware.
        middleware: String,
        /// Middlewares on which the component has a stream.
        known: String,
    },
}

impl WiringTable {
    /// Returns the stream class of a component on a middleware, and the level that the component gets with it.
    ///
    /// `level` is the level that the scene sets. A component without a row gets the generic stream of the middleware.
    ///
    /// # Errors
    /// If the middleware is unknown, or the component has no stream on it at the level.
    pub fn default_stream(
        &self,
        component: &str,
        level: Option<&str>,
        middleware: &str,
        direction: Direction,
    ) -> Result<DefaultStream<'_>, NoDefaultStream> {
        if self.manager(middleware).is_none() {
            return Err(NoDefaultStream::UnknownMiddleware {
                middleware: middleware.to_owned(),
                help: did_you_mean(middleware, self.middlewares())
                    .map_or_else(String::new, |help| format!(", {help}")),
                known: join(self.middlewares()),
            });
        }
        let rows = || self.facts.rows.iter().filter(move |row| row.component == component);
        let chosen = match level {
            None if !rows().any(|row| row.level == "default") => {
                self.facts.default_level.get(component).map(String::as_str)
            }
            _ => None,
        };
        if let Some(by_kind) = self.facts.by_kind.get(middleware) {
            let class = match direction {
                Direction::Out => &by_kind.out,
                Direction::In => &by_kind.input,
            };
            return Ok(DefaultStream { class, level: chosen, fell_back: false });
        }
        if rows().next().is_none() {
            return self.generic_stream(component, middleware, direction);
        }
        let has = |level: &str| rows().any(|row| row.level == level);
        // Levels that the original did not have use the stream of the component without a level.
        let level = chosen.or(level).filter(|&level| has(level) || !has("default")).unwrap_or("default");
        if !rows().any(|row| row.level == level) {
            return Err(NoDefaultStream::Level {
                component: component.to_owned(),
                level: level.to_owned(),
                known: join(rows().map(|row| row.level.as_str())),
            });
        }
        let at_level = || rows().filter(move |row| row.level == level);
        match at_level().find(|row| row.middleware == middleware) {
            Some(row) => Ok(DefaultStream { class: &row.datastream, level: chosen, fell_back: false }),
            None => Err(NoDefaultStream::Middleware {
                component: component.to_owned(),
                level: level.to_owned(),
                middleware: middleware.to_owned(),
                known: join(at_level().map(|row| row.middleware.as_str())),
            }),
        }
    }

    fn generic_stream(
        &self,
        component: &str,
        middleware: &str,
        direction: Direction,
    ) -> Result<DefaultStream<'_>, NoDefaultStream> {
        let table = match direction {
            Direction::Out => &self.facts.generic_out,
            Direction::In => &self.facts.generic_in,
        };
        match table.get(middleware) {
            Some(class) => Ok(DefaultStream { class, level: None, fell_back: true }),
            None => Err(NoDefaultStream::Middleware {
                component: component.to_owned(),
                level: "default".to_owned(),
                middleware: middleware.to_owned(),
                known: join(table.keys().map(String::as_str)),
            }),
        }
    }
}

/// Joins distinct names in their order, separated by commas.
fn join<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut distinct: Vec<&str> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ODOMETRY: &str = "morse.sensors.odometry.Odometry";

    #[test]
    fn component_with_levels_gets_its_default_level() {
        let table = WiringTable::built_in().unwrap();
        let stream = table.default_stream(ODOMETRY, None, "socket", Direction::Out).unwrap();
        assert_eq!(stream.class, "morse.middleware.socket_datastream.SocketPublisher");
        assert_eq!(stream.level, Some("integrated"));
        let stream = table.default_stream(ODOMETRY, Some("raw"), "socket", Direction::Out).unwrap();
        assert_eq!(stream.level, None);
    }

    #[test]
    fn level_without_row_uses_the_stream_of_the_component() {
        let table = WiringTable::built_in().unwrap();
        let imu = "morse.sensors.imu.IMU";
        let stream = table.default_stream(imu, Some("physical"), "socket", Direction::Out).unwrap();
        assert_eq!(stream, table.default_stream(imu, None, "socket", Direction::Out).unwrap());
    }

    #[test]
    fn middleware_with_messages_by_kind_has_a_stream_for_every_component() {
        let table = WiringTable::built_in().unwrap();
        let class = "morse.middleware.ros2_datastream.ROS2Publisher";
        for component in ["morse.sensors.airspeed.Airspeed", "morse.sensors.pose.Pose", "my.Sensor"] {
            let stream = table.default_stream(component, None, "ros2", Direction::Out).unwrap();
            assert_eq!(stream, DefaultStream { class, level: None, fell_back: false });
        }
        let stream = table.default_stream(ODOMETRY, Some("raw"), "ros2", Direction::Out).unwrap();
        assert_eq!(stream, DefaultStream { class, level: None, fell_back: false });
        let stream = table.default_stream(ODOMETRY, None, "ros2", Direction::Out).unwrap();
        assert_eq!(stream.level, Some("integrated"));
        let reader = table.default_stream("my.Actuator", None, "ros2", Direction::In).unwrap();
        assert_eq!(reader.class, "morse.middleware.ros2_datastream.ROS2Reader");
    }

    #[test]
    fn errors_list_the_available_alternatives() {
        let table = WiringTable::built_in().unwrap();
        let error =
            table.default_stream(ODOMETRY, Some("raw"), "ros", Direction::Out).unwrap_err().to_string();
        assert!(error.contains("at level `raw`") && error.contains("socket"), "{error}");
        let error =
            table.default_stream(ODOMETRY, Some("exact"), "socket", Direction::Out).unwrap_err().to_string();
        assert!(error.contains("integrated"), "{error}");
        let error = table.default_stream(ODOMETRY, None, "soket", Direction::Out).unwrap_err().to_string();
        assert!(error.contains("did you mean `socket`?"), "{error}");
    }

    #[test]
    fn component_without_row_gets_the_generic_stream() {
        let table = WiringTable::built_in().unwrap();
        let airspeed = "morse.sensors.airspeed.Airspeed";
        let stream = table.default_stream(airspeed, None, "socket", Direction::Out).unwrap();
        assert_eq!(stream.class, "morse.middleware.socket_datastream.SocketPublisher");
        assert!(table.default_stream(airspeed, None, "ros", Direction::Out).is_err());
        let custom = table.default_stream("my.Sensor", None, "text", Direction::Out).unwrap();
        assert!(custom.fell_back);
    }
}
