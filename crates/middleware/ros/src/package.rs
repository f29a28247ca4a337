//! The package `morse_msgs` for ROS 2, and types for rclpy from PyPI: the files that `morse ros2-package` writes.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::type_hashes::{TYPE_CONSTANTS, TYPE_DESCRIPTIONS, TYPE_HASHES};

/// Packages whose types PyPI does not have.
pub const PYTHON_PACKAGES: [&str; 13] = [
    "ackermann_msgs",
    "apriltag_msgs",
    "asctec_msgs",
    "control_msgs",
    "dvs_msgs",
    "event_camera_msgs",
    "gazebo_msgs",
    "morse_msgs",
    "nav2_msgs",
    "ros_gz_interfaces",
    "simulation_interfaces",
    "tf2_msgs",
    "vision_msgs",
];

/// Python package of the type support.
const SUPPORT: &str = "morse_ros2_types";

/// A file of the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path in the folder of the package, with slashes.
    pub path: String,
    /// Contents of the file.
    pub text: String,
}

/// All files: a package for colcon in `morse_msgs`, and Python packages in `morse_msgs_python`. `version` is that of the packages.
#[must_use]
pub fn files(version: &str) -> Vec<File> {
    let file =
        |path: &str, text: &str| File { path: path.to_owned(), text: text.replace("@version@", version) };
    let folders = python_folders();
    let text_of = |names: &[String], separator: &str| names.join(separator);
    let quoted: Vec<String> = std::iter::once(SUPPORT.to_owned())
        .chain(folders.iter().flat_map(|(package, kinds)| {
            std::iter::once((*package).to_owned())
                .chain(kinds.keys().map(move |kind| format!("{package}.{kind}")))
        }))
        .map(|name| format!("\"{name}\""))
        .collect();
    let listed = PYTHON_PACKAGES.map(|package| format!("`{package}`"));
    let mut files = vec![
        file(
            "morse_msgs/README.md",
            &include_str!("package/README.md").replace("@packages@", &text_of(&listed, ", ")),
        ),
        file("morse_msgs/CMakeLists.txt", include_str!("package/CMakeLists.txt")),
        file("morse_msgs/package.xml", include_str!("package/package.xml")),
        file("morse_msgs/srv/Call.srv", include_str!("package/Call.srv")),
        // colcon would take the folder for a Python package of the workspace.
        file("morse_msgs_python/COLCON_IGNORE", ""),
        file(
            "morse_msgs_python/pyproject.toml",
            &include_str!("package/pyproject.toml.in").replace("@packages@", &text_of(&quoted, ", ")),
        ),
        file(&format!("morse_msgs_python/{SUPPORT}/__init__.py"), include_str!("package/__init__.py")),
        file(&format!("morse_msgs_python/{SUPPORT}/cdr.py"), include_str!("package/cdr.py")),
        file(&format!("morse_msgs_python/{SUPPORT}/fields.py"), include_str!("package/fields.py")),
        file(&format!("morse_msgs_python/{SUPPORT}/structs.py"), include_str!("package/structs.py")),
        file(&format!("morse_msgs_python/{SUPPORT}/types.json"), &(table(&folders).to_string() + "\n")),
    ];
    for (package, kinds) in &folders {
        files.push(file(
            &format!("morse_msgs_python/{package}/__init__.py"),
            &format!("\"\"\"Types of the ROS 2 package {package}.\"\"\"\n"),
        ));
        for kind in kinds.keys() {
            files.push(file(
                &format!("morse_msgs_python/{package}/{kind}/__init__.py"),
                &format!(
                    "\"\"\"Types of {package}/{kind}.\"\"\"\n\nfrom {SUPPORT} import module\n\n__getattr__ = \
                     module(\"{package}\", \"{kind}\")\n"
                ),
            ));
        }
    }
    files
}

/// Names of the types for Python, by package and folder: `msg`, `srv` or `action`.
type Folders = BTreeMap<&'static str, BTreeMap<&'static str, Vec<&'static str>>>;

fn python_folders() -> Folders {
    let mut folders = Folders::new();
    for (name, _) in TYPE_DESCRIPTIONS {
        let mut parts = name.split('/');
        if let (Some(package), Some(folder), Some(last)) = (parts.next(), parts.next(), parts.next())
            && PYTHON_PACKAGES.contains(&package)
            // Requests, responses, goals, … belong to the class of their service or action.
            && !last.contains('_')
        {
            folders.entry(package).or_default().entry(folder).or_default().push(last);
        }
    }
    folders
}

/// The table of types that the type support reads.
fn table(folders: &Folders) -> Value {
    let hashes = TYPE_HASHES.iter().map(|(dds, hash)| (ros_name(dds), Value::from(*hash)));
    let constants = TYPE_CONSTANTS.iter().map(|(name, rows)| {
        let number = |row: &str| {
            let (name, value) = row.split_once('=')?;
            let value =
                value.parse::<i64>().map(Value::from).or_else(|_| value.parse::<f64>().map(Value::from));
            Some((name.to_owned(), value.ok()?))
        };
        ((*name).to_owned(), Value::Object(rows.split(';').filter_map(number).collect()))
    });
    let types = TYPE_DESCRIPTIONS.iter().map(|(name, fields)| ((*name).to_owned(), Value::from(*fields)));
    json!({
        "packages": folders,
        "types": types.collect::<Map<String, Value>>(),
        "hashes": hashes.collect::<Map<String, Value>>(),
        "constants": constants.collect::<Map<String, Value>>(),
    })
}

/// `package/folder/Name` for the name of a type in DDS, `package::folder::dds_::Name_`.
#[must_use]
pub fn ros_name(dds: &str) -> String {
    let name = dds.replace("::dds_::", "/").replace("::", "/");
    name.strip_suffix('_').unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_has_the_types_of_services_and_actions() {
        let files = files("1.2.3");
        let text = |path: &str| files.iter().find(|file| file.path == path).map(|file| file.text.as_str());
        assert!(text("morse_msgs/package.xml").unwrap().contains("<version>1.2.3</version>"));
        assert!(
            text("morse_msgs_python/morse_msgs/srv/__init__.py")
                .unwrap()
                .contains("module(\"morse_msgs\", \"srv\")")
        );
        assert!(text("morse_msgs_python/nav2_msgs/action/__init__.py").is_some());
        assert!(
            files.iter().all(|file| !file.text.contains("@version@") && !file.text.contains("@packages@"))
        );
        let table: Value =
            serde_json::from_str(text("morse_msgs_python/morse_ros2_types/types.json").unwrap()).unwrap();
        assert_eq!(table["packages"]["morse_msgs"], json!({ "srv": ["Call"] }));
        assert_eq!(table["constants"]["simulation_interfaces/msg/SimulationState"]["STATE_PAUSED"], 2);
        assert!(table["hashes"]["nav2_msgs/action/NavigateToPose"].is_string());
    }

    #[test]
    fn definition_of_the_service_is_that_of_the_node() {
        let definition = include_str!("../messages/morse_msgs/srv/Call.srv");
        let without_comments = |text: &str| {
            let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim().to_owned());
            lines.filter(|line| !line.is_empty()).collect::<Vec<_>>()
        };
        assert_eq!(without_comments(include_str!("package/Call.srv")), without_comments(definition));
    }
}
