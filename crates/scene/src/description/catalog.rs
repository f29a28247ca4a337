//! The catalog: descriptions of all known components, with look-up by class path and by builder class.

use serde::{Deserialize, Serialize};

use crate::description::{BuilderDescription, Description};
use crate::nearest::nearest_name;

/// Descriptions of all known components.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalog {
    /// One description for each class, in the order of the documentation.
    pub components: Vec<Description>,
}

/// An error for text that is not a valid catalog.
#[derive(Debug, thiserror::Error)]
#[error("this is not a catalog of components: {0}")]
pub struct CatalogError(#[from] serde_json::Error);

impl Catalog {
    /// Reads the JSON form.
    ///
    /// # Errors
    /// If the text is not JSON, or does not fit the format of the catalog.
    pub fn from_json(text: &str) -> Result<Self, CatalogError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Finds the component of a class path. The class may also be that of one of its levels.
    #[must_use]
    pub fn by_class(&self, class: &str) -> Option<&Description> {
        self.components.iter().find(|component| component.class == class).or_else(|| {
            self.components
                .iter()
                .find(|component| component.levels.iter().any(|level| level.class.as_deref() == Some(class)))
        })
    }

    /// Finds the component and the description of a builder class.
    #[must_use]
    pub fn by_builder(&self, name: &str) -> Option<(&Description, &BuilderDescription)> {
        self.components.iter().find_map(|component| {
            component.builders.iter().find(|builder| builder.name == name).map(|builder| (component, builder))
        })
    }

    /// Returns the known class path most similar to an unknown one, if it is similar enough.
    #[must_use]
    pub fn nearest_class(&self, class: &str) -> Option<&str> {
        nearest_name(class, self.components.iter().map(|component| component.class.as_str()))
    }

    /// Returns the known builder class most similar to an unknown name, if it is similar enough.
    #[must_use]
    pub fn nearest_builder(&self, name: &str) -> Option<&str> {
        let builders = self.components.iter().flat_map(|component| &component.builders);
        nearest_name(name, builders.map(|builder| builder.name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Map, Value};

    const ODOMETRY: &str = r#"{"components": [{"class": "morse.sensors.odometry.Odometry", "kind": "sensor", "implemented": true,
        "fields": [{"name": "timestamp", "type": "float", "default": 0.0, "unit": "s"}, {"name": "dS", "type": "float", "default": 0.0, "levels": ["raw"]}],
        "properties": [{"name": "Speed", "type": "float", "default": 1.0, "range": [0, null]}],
        "levels": [{"name": "raw", "class": "morse.sensors.odometry.RawOdometry", "default": false}, {"name": "integrated", "class": null, "default": true}],
        "services": [{"name": "goto", "arguments": [{"name": "x"}, {"name": "y", "default": null}], "kind": "async", "interruptible": true}],
        "builders": [{"name": "Odometry", "module": "sensors", "base": "SensorCreator", "rate_hz": 60.0, "model": null, "properties": {"Component_Tag": true}}]}]}"#;

    #[test]
    fn components_are_found_by_class_level_class_and_builder() {
        let catalog = Catalog::from_json(ODOMETRY).unwrap();
        let odometry = catalog.by_class("morse.sensors.odometry.Odometry").unwrap();
        assert_eq!(catalog.by_class("morse.sensors.odometry.RawOdometry"), Some(odometry));
        let (component, builder) = catalog.by_builder("Odometry").unwrap();
        assert_eq!(component, odometry);
        assert_eq!(builder.properties, Map::from([("Component_Tag", true)]));
        assert_eq!(catalog.by_builder("Odometer"), None);
        assert_eq!(catalog.nearest_builder("Odometer"), Some("Odometry"));
        assert_eq!(
            catalog.nearest_class("morse.sensors.odometry.Odometre"),
            Some("morse.sensors.odometry.Odometry")
        );
    }

    #[test]
    fn levels_select_fields_and_defaults() {
        let catalog = Catalog::from_json(ODOMETRY).unwrap();
        let odometry = &catalog.components[0];
        let names = |level| odometry.fields_at(level).map(|field| field.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("raw"), ["timestamp", "dS"]);
        assert_eq!(names("integrated"), ["timestamp"]);
        assert_eq!(odometry.default_level().unwrap().name, "integrated");
        assert_eq!(odometry.property("Speed").unwrap().range, Some((Some(0.0), None)));
    }

    #[test]
    fn missing_default_differs_from_default_none() {
        let catalog = Catalog::from_json(ODOMETRY).unwrap();
        let goto = catalog.components[0].service("goto").unwrap();
        assert_eq!(goto.arguments[0].default, None);
        assert_eq!(goto.arguments[1].default, Some(Value::Null));
        let json = serde_json::to_string(&catalog).unwrap();
        assert_eq!(Catalog::from_json(&json).unwrap(), catalog);
    }

    #[test]
    fn unknown_keys_are_refused() {
        let error = Catalog::from_json(r#"{"components": [{"class": "x", "kind": "sensor", "color": 1}]}"#)
            .unwrap_err();
        assert!(error.to_string().contains("color"), "{error}");
    }
}
