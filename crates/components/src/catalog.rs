//! The catalog: descriptions of all components, including those that this build cannot run.
//!
//! Components that this build can run are described in their own files. The remaining components are declared in
//! `declared/*.json`, so that scenes that use them can be read and checked, with an explanation of the error.

use std::sync::LazyLock;

use morse_scene::description::{Catalog, Description, FieldDescription};

use crate::entries;

const DECLARED: [&str; 2] =
    [include_str!("../declared/sensors.json"), include_str!("../declared/modifiers.json")];

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let own: Vec<Description> = entries().map(|entry| (entry.describe)()).collect();
    // The files are compiled into the program, and a test checks that they parse.
    let declared = DECLARED.iter().flat_map(|text| Catalog::from_json(text).unwrap_or_default().components);
    let mut components: Vec<Description> =
        own.iter().map(|description| with_fields_of_levels(description, &own)).chain(declared).collect();
    components.sort_by(|a, b| (a.kind, &a.class).cmp(&(b.kind, &b.class)));
    Catalog { components }
});

/// All components, sorted by kind and class path.
#[must_use]
pub fn catalog() -> Catalog {
    CATALOG.clone()
}

/// For a component whose levels are separate classes, adds the fields of all these classes, each marked with its levels.
fn with_fields_of_levels(description: &Description, all: &[Description]) -> Description {
    let class_fields = |class: &str| {
        all.iter().find(|known| known.class == class).map(|known| known.fields.as_slice()).unwrap_or_default()
    };
    let mut fields: Vec<FieldDescription> = Vec::new();
    for level in &description.levels {
        let own_class = level.class.as_deref().unwrap_or(&description.class);
        for field in class_fields(own_class) {
            match fields.iter_mut().find(|known| known.name == field.name) {
                Some(known) => known.levels.push(level.name.clone()),
                None => fields.push(FieldDescription { levels: vec![level.name.clone()], ..field.clone() }),
            }
        }
    }
    // Fields that all levels have are not marked.
    for field in fields.iter_mut().filter(|field| field.levels.len() == description.levels.len()) {
        field.levels.clear();
    }
    if fields.is_empty() {
        fields.clone_from(&description.fields);
    }
    Description { fields, ..description.clone() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn declared_components_are_not_implemented() {
        for text in DECLARED {
            let declared = Catalog::from_json(text).unwrap();
            assert!(declared.components.iter().all(|component| !component.implemented));
        }
    }

    #[test]
    fn classes_and_builders_are_unique() {
        let catalog = catalog();
        let classes: BTreeSet<_> = catalog.components.iter().map(|component| &component.class).collect();
        assert_eq!(classes.len(), catalog.components.len());
        let builders = || catalog.components.iter().flat_map(|component| &component.builders);
        assert_eq!(
            builders().map(|builder| &builder.name).collect::<BTreeSet<_>>().len(),
            builders().count()
        );
    }

    #[test]
    fn every_item_of_a_runnable_component_has_a_doc() {
        for component in catalog().components.iter().filter(|component| component.implemented) {
            let class = &component.class;
            assert!(!component.doc.is_empty(), "{class}");
            assert!(component.fields.iter().all(|field| !field.doc.is_empty()), "{class}");
            assert!(component.properties.iter().all(|property| !property.doc.is_empty()), "{class}");
            assert!(component.parameters.iter().all(|parameter| !parameter.doc.is_empty()), "{class}");
            assert!(component.services.iter().all(|service| !service.doc.is_empty()), "{class}");
        }
    }

    #[test]
    fn odometry_has_the_fields_of_all_its_levels() {
        let catalog = catalog();
        let odometry = catalog.by_class("morse.sensors.odometry.Odometry").unwrap();
        let names = |level| odometry.fields_at(level).map(|field| field.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("raw"), ["timestamp", "dS"]);
        assert_eq!(names("differential"), ["timestamp", "dx", "dy", "dz", "dyaw", "dpitch", "droll"]);
        assert_eq!(
            names("integrated"),
            ["timestamp", "x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "wz", "wy", "wx"]
        );
    }
}
