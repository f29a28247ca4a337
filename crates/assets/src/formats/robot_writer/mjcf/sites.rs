//! Sites that hold loops together.

use std::collections::BTreeMap;

use glam::DAffine3;
use xmlwriter::XmlWriter;

use super::attributes::place;
use crate::formats::robot_writer::link_tree::LinkTree;
use crate::formats::robot_writer::xml_text::EscapedAttributes;
use crate::model::NodeId;

/// Names of the sites of loops, by the number of the equality and its end.
pub(super) type Sites = BTreeMap<(usize, usize), Site>;

/// A site that an equality holds.
pub(super) struct Site {
    pub(super) name: String,
    pub(super) link: Option<NodeId>,
    pub(super) link_from_site: DAffine3,
}

impl Site {
    pub(super) fn write(&self, xml: &mut XmlWriter) {
        xml.start_element("site");
        xml.attribute("name", &self.name);
        place(xml, &self.link_from_site);
        xml.end_element();
    }
}

/// The sites at both ends of the loops.
pub(super) fn sites(tree: &LinkTree<'_>) -> Sites {
    let ends = tree.model.equalities.iter().enumerate().filter_map(|(number, equality)| {
        let [a, b] = equality.kind.ends()?;
        Some([(0, a), (1, b)].map(|(end, frame)| {
            let name = format!("{}_{}", equality.name, ["a", "b"][end]);
            ((number, end), Site { name, link: frame.link, link_from_site: frame.link_from_frame })
        }))
    });
    ends.flatten().collect()
}
