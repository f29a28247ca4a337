//! Which component the messages of a topic are of.

use std::collections::BTreeMap;

use morse::Simulation;
use morse_ros::names::topic_of;
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::{Layout, ScanLayout};

/// Parts of the name of a topic that can stand behind that of a component: `/data`, `/image`, `/camera_info`.
const SUFFIXES_MAX: usize = 2;

/// A component of the scene.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Component {
    /// Full name.
    pub(crate) name: String,
    /// Kind of its data.
    pub(crate) kind: DataKind,
    /// The rays of a laser scanner.
    pub(crate) scan: Option<ScanLayout>,
}

impl Component {
    /// Name of the field with its points.
    pub(crate) fn points_field(&self) -> &'static str {
        if self.kind == DataKind::PointCloud { "points" } else { "point_list" }
    }
}

/// The components of the scene by topic.
#[derive(Debug)]
pub(crate) struct Components(BTreeMap<String, Component>);

impl Components {
    /// Those of a simulation.
    pub(crate) fn of(simulation: &Simulation) -> Components {
        let components = simulation.entities().filter_map(|entity| {
            let data = simulation.data(entity.name)?;
            let scan = data.layout().and_then(|layout| match layout {
                Layout::Scan(scan) => Some(scan),
                _ => None,
            });
            let component = Component { name: entity.name.to_owned(), kind: data.kind(), scan };
            Some((topic_of(entity.name), component))
        });
        Components(components.collect())
    }

    /// The component that a topic belongs to.
    pub(crate) fn find(&self, topic: &str) -> Option<&Component> {
        let mut name = topic;
        for _ in 0..=SUFFIXES_MAX {
            if let Some(found) = self.0.get(name) {
                return Some(found);
            }
            name = name.rsplit_once('/')?.0;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_with_a_suffix_are_of_the_component_before_it() {
        let component = |name: &str| Component { name: name.to_owned(), kind: DataKind::Image, scan: None };
        let listed = [("/robot/camera", component("robot.camera")), ("/robot/pose", component("robot.pose"))];
        let components = Components(listed.map(|(topic, it)| (topic.to_owned(), it)).into());
        let name = |topic| components.find(topic).map(|it| it.name.as_str());
        assert_eq!(name("/robot/camera/image"), Some("robot.camera"));
        assert_eq!(name("/robot/pose"), Some("robot.pose"));
        assert_eq!(name("/robot/pose/data"), Some("robot.pose"));
        assert_eq!(name("/other/pose"), None);
        assert_eq!(name(""), None);
    }
}
