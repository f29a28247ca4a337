//! Middlewares of a scene that a build does not support: they are reported in one list, or removed from the scene.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Document, Source};
use crate::validate::capabilities::Capabilities;
use crate::wiring::wiring_table::WiringTable;

/// Maximum number of components in a diagnostic.
const LISTED_MAX: usize = 50;

/// Use of a middleware by a component.
#[derive(Debug, Default)]
struct Need {
    streams: usize,
    services: bool,
    overlay: bool,
    /// First place in the script that uses the middleware.
    source: Option<Source>,
}

impl Need {
    /// Text for messages, such as `2 ros streams, ros services`.
    fn text(&self, middleware: &str) -> String {
        let streams = match self.streams {
            0 => None,
            1 => Some(format!("{middleware} stream")),
            count => Some(format!("{count} {middleware} streams")),
        };
        let services = self.services.then(|| format!("{middleware} services"));
        let overlay = self.overlay.then(|| format!("{middleware} overlay"));
        [streams, services, overlay].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Needs by component and middleware.
type Needs = BTreeMap<(String, String), Need>;

/// Finds managers of middlewares that a build does not support.
struct Missing<'a> {
    wiring: &'a WiringTable,
    capabilities: &'a Capabilities,
}

impl Missing<'_> {
    /// Middleware of a stream manager, if the build does not support it.
    fn of_manager(&self, manager: &str) -> Option<&str> {
        let middleware = self.wiring.middleware_of_manager(manager);
        middleware.filter(|middleware| !self.capabilities.speaks(middleware))
    }

    /// Middleware of a request manager, if the build does not support it.
    fn of_request_manager(&self, manager: &str) -> Option<&str> {
        let middleware = self.wiring.middleware_of_request_manager(manager);
        middleware.filter(|middleware| !self.capabilities.speaks(middleware))
    }

    fn needs(&self, document: &Document) -> Needs {
        let sources = &document.wiring_sources;
        let mut needs = Needs::new();
        let mut record = |component: &str, middleware: &str, source: Option<&Source>, add: fn(&mut Need)| {
            let need = needs.entry((component.to_owned(), middleware.to_owned())).or_default();
            add(need);
            need.source = need.source.take().or_else(|| source.cloned());
        };
        for (component, entries) in &document.component_datastream {
            for (index, entry) in entries.iter().enumerate() {
                if let Some(middleware) = self.of_manager(&entry.manager) {
                    record(component, middleware, sources.stream(component, index), |need| need.streams += 1);
                }
            }
        }
        for (component, managers) in &document.component_service {
            for (index, manager) in managers.iter().enumerate() {
                if let Some(middleware) = self.of_request_manager(manager) {
                    record(component, middleware, sources.service(component, index), |need| {
                        need.services = true;
                    });
                }
            }
        }
        for (manager, overlaid) in &document.overlays {
            let Some(middleware) = self.of_request_manager(manager) else { continue };
            for component in overlaid.keys() {
                record(component, middleware, sources.overlay(manager, component), |need| {
                    need.overlay = true
                });
            }
        }
        needs
    }
}

/// Returns one error for all middlewares of a scene that a build does not support.
pub(crate) fn refusal(
    document: &Document,
    wiring: &WiringTable,
    capabilities: &Capabilities,
) -> Option<Diagnostic> {
    let needs = Missing { wiring, capabilities }.needs(document);
    let (_, first) = needs.first_key_value()?;
    let middlewares: BTreeSet<&str> = needs.keys().map(|(_, middleware)| middleware.as_str()).collect();
    let components: BTreeSet<&str> = needs.keys().map(|(component, _)| component.as_str()).collect();
    let count = match components.len() {
        1 => "1 component needs".to_owned(),
        count => format!("{count} components need"),
    };
    let middlewares = middlewares.into_iter().collect::<Vec<_>>().join(", ");
    let message = format!("this build does not speak {middlewares}, which {count}");
    let mut lines: Vec<String> = needs
        .iter()
        .take(LISTED_MAX)
        .map(|((component, middleware), need)| {
            let place = need.source.as_ref().map(|source| format!(" ({source})")).unwrap_or_default();
            format!("{component}: {}{place}", need.text(middleware))
        })
        .collect();
    if needs.len() > LISTED_MAX {
        lines.push(format!("and {} more", needs.len() - LISTED_MAX));
    }
    lines.push(format!(
        "It speaks {}. To run the scene without the missing middlewares:\nmorse run --skip-missing-middlewares",
        capabilities.middlewares.join(", ")
    ));
    let source = first.source.as_ref().filter(|_| needs.len() == 1);
    Some(Diagnostic::error(Code::SceneMiddlewareNotAvailable, message).at(source).help(lines.join("\n")))
}

/// Removes all streams, services and overlays from a scene that need unsupported middlewares. Returns a warning for each
/// component and middleware.
pub fn leave_out(
    document: &mut Document,
    wiring: &WiringTable,
    capabilities: &Capabilities,
) -> Vec<Diagnostic> {
    let missing = Missing { wiring, capabilities };
    let needs = missing.needs(document);
    if needs.is_empty() {
        return Vec::new();
    }
    let sources = &mut document.wiring_sources;
    retain(&mut document.component_datastream, &mut sources.component_datastream, |entry| {
        missing.of_manager(&entry.manager).is_none()
    });
    retain(&mut document.component_service, &mut sources.component_service, |manager| {
        missing.of_request_manager(manager).is_none()
    });
    document.overlays.retain(|manager, _| missing.of_request_manager(manager).is_none());
    document.stream_manager.retain(|manager, _| missing.of_manager(manager).is_none());
    let warning = |((component, middleware), need): ((String, String), Need)| {
        let message =
            format!("left out, as this build does not speak {middleware}: {}", need.text(&middleware));
        Diagnostic::warning(Code::SceneMiddlewareLeftOut, message).on(component).at(need.source.as_ref())
    };
    needs.into_iter().map(warning).collect()
}

/// Keeps the matching entries of a table and their places in the script. Removes components without remaining entries.
fn retain<T>(
    table: &mut BTreeMap<String, Vec<T>>,
    sources: &mut BTreeMap<String, Vec<Option<Source>>>,
    fits: impl Fn(&T) -> bool,
) {
    table.retain(|component, entries| {
        let kept: Vec<bool> = entries.iter().map(&fits).collect();
        if let Some(sources) = sources.get_mut(component) {
            let mut kept = kept.iter();
            sources.retain(|_| kept.next().copied().unwrap_or_default());
        }
        let mut kept = kept.into_iter();
        entries.retain(|_| kept.next().unwrap_or_default());
        !entries.is_empty()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_scene::first_scene;
    use crate::value::Map;
    use crate::wiring::{Direction, StreamEntry};

    const ROS: &str = "morse.middleware.ros_datastream.ROSDatastreamManager";
    const ROS_REQUESTS: &str = "morse.middleware.ros_request_manager.RosRequestManager";

    /// The first scene with a ROS stream before the existing stream of the pose, and services on ROS and YARP.
    fn scene() -> Document {
        let mut scene = first_scene();
        let class = "morse.middleware.ros.pose.PoseStampedPublisher".to_owned();
        let entry =
            StreamEntry { manager: ROS.to_owned(), class, direction: Direction::Out, options: Map::new() };
        scene.component_datastream.get_mut("robot.pose").unwrap().insert(0, entry);
        let source = Some(Source { file: "scene.py".to_owned(), line: 70 });
        let sources = scene.wiring_sources.component_datastream.entry("robot.pose".to_owned()).or_default();
        sources.insert(0, source);
        let yarp = "morse.middleware.yarp_request_manager.YarpRequestManager";
        scene.component_service.insert("robot.pose".to_owned(), vec![ROS_REQUESTS.to_owned()]);
        scene.component_service.insert("simulation".to_owned(), vec![yarp.to_owned()]);
        scene
    }

    fn capabilities() -> Capabilities {
        Capabilities::speaking(["socket", "text"])
    }

    #[test]
    fn missing_middlewares_are_reported_in_one_list() {
        let wiring = WiringTable::built_in().unwrap();
        let finding = refusal(&scene(), &wiring, &capabilities()).unwrap();
        assert!(finding.is_error());
        assert_eq!(finding.message, "this build does not speak ros, yarp, which 2 components need");
        let help = finding.help.unwrap();
        let lines: Vec<&str> = help.lines().collect();
        assert_eq!(lines[0], "robot.pose: ros stream, ros services (scene.py:70)");
        assert_eq!(lines[1], "simulation: yarp services");
        assert_eq!(lines[2], "It speaks socket, text. To run the scene without the missing middlewares:");
        assert_eq!(lines[3], "morse run --skip-missing-middlewares");
        assert_eq!(refusal(&first_scene(), &wiring, &capabilities()), None);
    }

    #[test]
    fn removed_entries_give_warnings_and_all_other_entries_stay_unchanged() {
        let wiring = WiringTable::built_in().unwrap();
        let mut scene = scene();
        let warnings = leave_out(&mut scene, &wiring, &capabilities());
        let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert!(
            texts[0].contains("scene.py:70: warning: robot.pose: left out")
                && texts[0].contains("ros stream")
        );
        assert!(texts[1].contains("simulation: left out") && texts[1].contains("yarp services"));
        let first = first_scene();
        assert_eq!(scene.component_datastream, first.component_datastream);
        assert_eq!(
            scene.wiring_sources.stream("robot.pose", 0),
            first.wiring_sources.stream("robot.pose", 0)
        );
        assert!(!scene.component_service.contains_key("simulation"));
        assert_eq!(refusal(&scene, &wiring, &capabilities()), None);
    }
}
