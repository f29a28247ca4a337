//! The table of contents: parts and their pages in order; titles are those of the pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use xtask::shell::tracked_files;

/// Every page, except those of folders that form one chapter.
const PARTS: &[(&str, &[&str])] = &[
    (
        "Begin",
        &[
            "docs/README.md",
            "docs/install.md",
            "docs/first_steps.md",
            "docs/faq.md",
            "docs/gallery/robots.md",
            "docs/gallery/environments.md",
            "docs/gallery/sensors.md",
            "docs/gallery/scenes.md",
            "docs/gallery/films.md",
            "docs/features.md",
            "docs/comparison.md",
            "docs/troubleshooting.md",
            "docs/docker.md",
            "docs/cluster.md",
            "docs/tutorials/first_robot.md",
            "docs/tutorials/sensors_and_levels.md",
            "docs/tutorials/camera_calibration.md",
            "docs/tutorials/fiducial_markers.md",
            "docs/tutorials/own_component.md",
            "docs/tutorials/ros.md",
            "docs/tutorials/learning.md",
            "docs/tutorials/campaign.md",
        ],
    ),
    (
        "Scenes",
        &[
            "docs/your_robot.md",
            "docs/from_gazebo.md",
            "docs/from_mujoco.md",
            "docs/from_webots.md",
            "docs/from_morse.md",
            "docs/robots.md",
            "docs/models.md",
            "docs/attributes.md",
            "docs/editor.md",
            "docs/blender_addon.md",
            "docs/blender_scripts.md",
            "docs/spawning.md",
            "docs/errors.md",
        ],
    ),
    ("Components", &["docs/components/README.md", "docs/python_components.md"]),
    (
        "Clients and middlewares",
        &[
            "docs/pymorse.md",
            "docs/socket.md",
            "docs/topics.md",
            "docs/time.md",
            "docs/middlewares.md",
            "docs/ros.md",
            "docs/ros_messages.md",
            "docs/yarp.md",
            "docs/moos.md",
            "docs/pocolibs.md",
            "docs/mavlink.md",
            "docs/autopilots.md",
            "docs/pprzlink.md",
            "docs/nodes.md",
        ],
    ),
    ("Look and record", &["docs/viewer.md", "docs/gpu.md", "docs/recording.md", "docs/checkpoints.md"]),
    (
        "Python, learning, tests",
        &[
            "docs/python_engine.md",
            "docs/learning.md",
            "docs/environments/reach_goal.md",
            "docs/environments/follow_wall.md",
            "docs/environments/hover.md",
            "docs/environments/kuka_reach.md",
            "docs/environments/mujoco.md",
            "docs/campaigns.md",
            "docs/testing_scenes.md",
            "docs/rust.md",
        ],
    ),
    (
        "Accuracy and speed",
        &["docs/physics.md", "docs/as_morse.md", "docs/fidelity.md", "docs/performance.md"],
    ),
    (
        "The project",
        &[
            "ARCHITECTURE.md",
            "docs/decisions.md",
            "docs/roadmap.md",
            "CONTRIBUTING.md",
            "assets/README.md",
            "SECURITY.md",
            "CHANGELOG.md",
        ],
    ),
];

/// The first page.
pub(super) const FIRST: &str = "README.md";

/// The chapter with the pages of components below it.
const COMPONENTS: &str = "docs/components/README.md";

/// Folders whose pages belong to the site.
const FOLDERS: [&str; 1] = ["docs"];

/// A page of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Page {
    /// Its path in the repository.
    pub(super) path: String,
    /// Its first heading.
    pub(super) title: String,
    /// 0 for chapters, 1 for the pages of a chapter.
    pub(super) level: usize,
}

/// The table of contents.
#[derive(Debug)]
pub(super) struct Contents {
    pub(super) parts: Vec<(String, Vec<Page>)>,
}

impl Contents {
    /// Reads the titles of all pages.
    ///
    /// # Errors
    /// If a page is missing, listed twice, without title, or not listed.
    pub(super) fn read(root: &Path) -> Result<Self, String> {
        let tracked = tracked_files(root, &FOLDERS)?;
        let pages: BTreeSet<&str> =
            tracked.iter().map(String::as_str).filter(|file| file.ends_with(".md")).collect();
        let below: Vec<&str> = pages
            .iter()
            .copied()
            .filter(|page| page.starts_with("docs/components/") && *page != COMPONENTS)
            .collect();
        let mut seen = BTreeSet::new();
        let mut parts = Vec::new();
        for (part, paths) in PARTS {
            let mut chapters = Vec::new();
            for path in *paths {
                chapters.push(page(root, path, 0)?);
                if !seen.insert(*path) {
                    return Err(format!("the contents have {path} twice: xtask/src/docs/contents.rs"));
                }
                if *path == COMPONENTS {
                    for path in &below {
                        chapters.push(page(root, path, 1)?);
                        seen.insert(*path);
                    }
                }
            }
            parts.push(((*part).to_owned(), chapters));
        }
        let forgotten: Vec<&str> = pages.difference(&seen).copied().collect();
        if !forgotten.is_empty() {
            return Err(format!(
                "pages that the contents lack: {}\nadd them to a part in xtask/src/docs/contents.rs",
                forgotten.join(", ")
            ));
        }
        Ok(Self { parts })
    }

    /// All pages, including the first one.
    pub(super) fn pages(&self) -> impl Iterator<Item = &str> {
        let listed = self.parts.iter().flat_map(|(_, pages)| pages.iter().map(|page| page.path.as_str()));
        std::iter::once(FIRST).chain(listed)
    }

    /// The table as mdBook reads it.
    pub(super) fn summary(&self) -> String {
        let mut text = format!("# Summary\n\n[MORSE]({FIRST})\n");
        for (part, pages) in &self.parts {
            text += &format!("\n# {part}\n\n");
            for Page { path, title, level } in pages {
                text += &format!("{}- [{title}]({path})\n", "  ".repeat(*level));
            }
        }
        text
    }
}

fn page(root: &Path, path: &str, level: usize) -> Result<Page, String> {
    let text = fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let title = text.lines().find_map(|line| line.strip_prefix("# "));
    let title = title.ok_or_else(|| format!("{path} has no title: a line that begins with `# `"))?;
    Ok(Page { path: path.to_owned(), title: title.replace('`', ""), level })
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::shell::root;

    #[test]
    fn every_page_is_in_the_contents() {
        let contents = Contents::read(&root()).unwrap();
        assert!(contents.pages().count() > 120);
        assert!(contents.summary().contains("  - [Odometry](docs/components/sensors.odometry.Odometry.md)"));
    }
}
