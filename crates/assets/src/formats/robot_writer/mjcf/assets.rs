//! Meshes, images and materials of an MJCF file.

use xmlwriter::XmlWriter;

use crate::formats::robot_writer::link_tree::{LinkTree, Piece};
use crate::formats::robot_writer::mesh_files::{MeshFiles, Part, PartGeometry};
use crate::formats::robot_writer::omissions::Omissions;
use crate::formats::robot_writer::xml_text::EscapedAttributes;
use crate::model::{Material, MaterialId, SpecularShader};

/// Meshes, images and materials, in the order of their first use.
pub(super) struct Assets<'w, 'f> {
    pub(super) files: &'w mut MeshFiles<'f>,
    meshes: Vec<String>,
    images: Vec<String>,
    materials: Vec<(MaterialId, MaterialRecord)>,
}

/// The attributes of a material.
struct MaterialRecord(Vec<(&'static str, String)>);

impl<'w, 'f> Assets<'w, 'f> {
    pub(super) fn new(files: &'w mut MeshFiles<'f>) -> Assets<'w, 'f> {
        Assets { files, meshes: Vec::new(), images: Vec::new(), materials: Vec::new() }
    }

    pub(super) fn add_mesh(&mut self, part: &Part) {
        if let PartGeometry::Mesh(name) = &part.geometry
            && !self.meshes.contains(name)
        {
            self.meshes.push(name.clone());
        }
    }

    pub(super) fn add_seen(&mut self, tree: &LinkTree<'_>, piece: &Piece, omissions: &mut Omissions) {
        for part in self.files.seen(piece) {
            self.add_mesh(&part);
            let Some(id) = part.material else { continue };
            if !self.materials.iter().any(|(known, _)| *known == id) {
                let record = self.record(id, &tree.model.materials[id.index()], omissions);
                self.materials.push((id, record));
            }
        }
    }

    fn record(&mut self, id: MaterialId, material: &Material, omissions: &mut Omissions) -> MaterialRecord {
        if !material.layers.is_empty() {
            omissions.note("images beyond that of the color are left out", &material.name);
        }
        let mut record = vec![("name", material_name(id, material))];
        let image = self.files.image(material);
        let [r, g, b] = if image.is_some() { material.texture_rgb } else { material.rgb };
        record.push(("rgba", format!("{r} {g} {b} {}", material.alpha)));
        if let Some(image) = image {
            record.push(("texture", image.clone()));
            if !self.images.contains(&image) {
                self.images.push(image);
            }
        }
        if material.mirror > 0.0 {
            record.push(("reflectance", material.mirror.to_string()));
        }
        if let Some(shading) = &material.shading {
            if let SpecularShader::Microfacet { metallic, roughness } = shading.specular_shader {
                record.push(("metallic", metallic.to_string()));
                record.push(("roughness", roughness.to_string()));
            }
            if shading.emission > 0.0 {
                record.push(("emission", shading.emission.to_string()));
            }
            if shading.glow != [0.0; 3] {
                omissions.note("emitted light in a color of its own is left out", &material.name);
            }
        }
        MaterialRecord(record)
    }

    pub(super) fn write(&self, xml: &mut XmlWriter) {
        if self.meshes.is_empty() && self.images.is_empty() && self.materials.is_empty() {
            return;
        }
        xml.start_element("asset");
        for image in &self.images {
            xml.start_element("texture");
            xml.attribute("name", image);
            xml.attribute("type", "2d");
            xml.attribute("file", image);
            xml.end_element();
        }
        for (_, MaterialRecord(attributes)) in &self.materials {
            xml.start_element("material");
            for (name, value) in attributes {
                xml.attribute(name, value);
            }
            xml.end_element();
        }
        for mesh in &self.meshes {
            xml.start_element("mesh");
            xml.attribute("name", mesh);
            xml.attribute("file", &format!("{mesh}.obj"));
            // Parts of a shape that are seen may be open or flat.
            xml.attribute("inertia", "shell");
            xml.end_element();
        }
        xml.end_element();
    }
}

/// The name of a material in the file.
pub(super) fn material_name(id: MaterialId, material: &Material) -> String {
    format!("{}_{}", material.name, id.index())
}
