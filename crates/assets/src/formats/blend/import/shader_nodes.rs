//! Materials of Blender 2.80 and later: the settings of the shader that a tree of nodes ends in.

use std::collections::BTreeSet;

use crate::formats::blend::view::View;
use crate::model::{Channel, Relief};

/// Bit of `flag` of an output that is used.
const ACTIVE_OUTPUT: i64 = 1 << 6;

/// The settings of the shader of a surface.
pub(super) struct Surface<'a> {
    /// Linear base color.
    pub linear_rgb: [f32; 3],
    pub alpha: f32,
    pub metallic: f32,
    pub roughness: f32,
    /// Emitted light, linear; each part can be above 1.
    pub emitted_rgb: [f32; 3],
    /// Reflectance of surfaces without metal, as a factor of 0.04.
    pub specular: f32,
    /// The image that replaces the base color.
    pub image: Option<View<'a>>,
    /// Images that replace the metallic share and the roughness, and the channels that they use.
    pub metallic_image: Option<ChannelOfImage<'a>>,
    pub roughness_image: Option<ChannelOfImage<'a>>,
    /// An image that is a factor of the emitted light.
    pub emission_image: Option<View<'a>>,
    /// An image of normals or heights.
    pub relief: Option<(View<'a>, Relief)>,
    /// An effect of its nodes that is not shown.
    pub omission: Option<&'static str>,
}

/// An image whose brightness or channel is a number.
pub(super) struct ChannelOfImage<'a> {
    pub image: View<'a>,
    pub channel: Option<Channel>,
}

/// The surface of a material: from its nodes, or from its color in the viewport if it uses none.
pub(super) fn surface<'a>(material: &View<'a>) -> Surface<'a> {
    let tree = material.follow_as("nodetree", "bNodeTree").filter(|_| material.int("use_nodes") != 0);
    tree.and_then(|tree| NodeTree::of(&tree).surface()).unwrap_or_else(|| plain(material))
}

/// The settings that the viewport shows.
fn plain<'a>(material: &View<'a>) -> Surface<'a> {
    Surface {
        linear_rgb: ["r", "g", "b"].map(|part| finite(material.float(part))),
        alpha: 1.0,
        metallic: finite(material.float("metallic")),
        roughness: finite(material.float("roughness")),
        emitted_rgb: [0.0; 3],
        specular: 1.0,
        image: None,
        metallic_image: None,
        roughness_image: None,
        emission_image: None,
        relief: None,
        omission: None,
    }
}

/// The background of a world.
pub(super) struct Backdrop<'a> {
    pub linear_rgb: [f32; 3],
    pub strength: f32,
    /// The image that replaces the color: all directions, with the width for the angles about the vertical.
    pub image: Option<View<'a>>,
    /// Rotation of the directions in which the image is looked up, as XYZ Euler angles. \[rad\]
    pub rotation: [f32; 3],
    /// Whether its nodes are such that the color, or the image, is its light.
    pub is_known: bool,
    /// An effect of its nodes that is not shown.
    pub omission: Option<&'static str>,
}

/// The background of a world: from its nodes, or from its color in the viewport if it uses none.
pub(super) fn backdrop<'a>(world: &View<'a>) -> Backdrop<'a> {
    let tree = world.follow_as("nodetree", "bNodeTree").filter(|_| world.int("use_nodes") != 0);
    match tree {
        Some(tree) => NodeTree::of(&tree).backdrop(),
        None => Backdrop {
            linear_rgb: ["horr", "horg", "horb"].map(|part| finite(world.float(part))),
            strength: 1.0,
            image: None,
            rotation: [0.0; 3],
            is_known: true,
            omission: None,
        },
    }
}

/// The omission of a node that gives the color of a background.
fn unknown_sky(kind: &str) -> &'static str {
    match kind {
        "ShaderNodeTexEnvironment" => "images of a mirror ball are not shown; it counts as none",
        _ => "nodes that compute its color without an image are not followed; it counts as none",
    }
}

/// A tree of nodes.
struct NodeTree<'a> {
    nodes: Vec<View<'a>>,
    links: Vec<Link>,
}

/// A link from an output of a node to an input.
struct Link {
    from_node: u64,
    from_socket: u64,
    to_socket: u64,
}

impl<'a> NodeTree<'a> {
    fn of(tree: &View<'a>) -> NodeTree<'a> {
        let links = tree.list("links").into_iter();
        let links = links.map(|link| Link {
            from_node: link.address("fromnode"),
            from_socket: link.address("fromsock"),
            to_socket: link.address("tosock"),
        });
        NodeTree { nodes: tree.list("nodes"), links: links.collect() }
    }

    /// The shader at the output of the material.
    fn surface(&self) -> Option<Surface<'a>> {
        let outputs = || self.nodes.iter().filter(|node| node.text("idname") == "ShaderNodeOutputMaterial");
        let output = outputs().find(|node| node.bit("flag", ACTIVE_OUTPUT)).or_else(|| outputs().next())?;
        let mut node = self.source(&input(output, &["Surface"])?)?;
        let mut seen = BTreeSet::new();
        let mut omission = None;
        // A mixture of shaders shows its first one that is linked.
        while seen.insert(node.block) {
            let kind = node.text("idname");
            if let Some(mut surface) = self.shader(&kind, &node) {
                surface.omission = surface.omission.or(omission);
                return Some(surface);
            }
            omission = Some("shaders other than the first one of a mixture are not shown");
            let inputs = node.list("inputs");
            node = inputs.iter().filter(|socket| is_shader(socket)).find_map(|socket| self.source(socket))?;
        }
        None
    }

    /// The background at the output of a world. Without a shader of a background it is black.
    fn backdrop(&self) -> Backdrop<'a> {
        let mut found = Backdrop {
            linear_rgb: [0.0; 3],
            strength: 0.0,
            image: None,
            rotation: [0.0; 3],
            is_known: true,
            omission: None,
        };
        let outputs = || self.nodes.iter().filter(|node| node.text("idname") == "ShaderNodeOutputWorld");
        let output = outputs().find(|node| node.bit("flag", ACTIVE_OUTPUT)).or_else(|| outputs().next());
        let Some(mut node) = output.and_then(|output| self.source(&input(output, &["Surface"])?)) else {
            return found;
        };
        let mut seen = BTreeSet::new();
        while node.text("idname") != "ShaderNodeBackground" {
            found.omission = Some("shaders other than the first background of a mixture are not shown");
            let inputs = node.list("inputs");
            let next =
                inputs.iter().filter(|socket| is_shader(socket)).find_map(|socket| self.source(socket));
            match next.filter(|next| seen.insert(next.block)) {
                Some(next) => node = next,
                None => {
                    found.is_known = false;
                    return found;
                }
            }
        }
        let strength = input(&node, &["Strength"]).and_then(|socket| socket.follow("default_value"));
        found.strength = strength.map_or(1.0, |value| finite(value.float("value"))).max(0.0);
        let Some(socket) = input(&node, &["Color"]) else { return found };
        found.linear_rgb = color(&socket).unwrap_or_default();
        if let Some(source) = self.source(&socket) {
            self.environment(source, &mut found);
        }
        found
    }

    /// Follows the nodes before the color of a background to an image of all directions.
    fn environment(&self, mut node: View<'a>, found: &mut Backdrop<'a>) {
        let mut seen = BTreeSet::new();
        while node.text("idname") == "NodeReroute" && seen.insert(node.block) {
            let Some(next) = node.list("inputs").first().and_then(|socket| self.source(socket)) else {
                return;
            };
            node = next;
        }
        let is_round = node.follow("storage").is_some_and(|storage| storage.int("projection") == 0);
        match node.text("idname").as_str() {
            "ShaderNodeTexEnvironment" if is_round => {}
            other => {
                (found.is_known, found.omission) = (false, Some(unknown_sky(other)));
                return;
            }
        }
        found.image = node.follow_as("id", "Image");
        let Some(mapping) = input(&node, &["Vector"]).and_then(|socket| self.source(&socket)) else { return };
        match mapping.text("idname").as_str() {
            "ShaderNodeMapping" => {
                let rotation =
                    input(&mapping, &["Rotation"]).and_then(|socket| socket.follow("default_value"));
                let [x, y, z] = rotation.map_or([0.0; 3], |value| value.floats("value"));
                found.rotation = [x, y, z].map(finite);
                let vector = |name: &str, otherwise: f64| {
                    let value = input(&mapping, &[name]).and_then(|socket| socket.follow("default_value"));
                    value.map_or([otherwise; 3], |value| value.floats("value"))
                };
                if vector("Location", 0.0) != [0.0; 3] || vector("Scale", 1.0) != [1.0; 3] {
                    found.omission = Some("its image is rotated by its mapping, but not moved or scaled");
                }
            }
            "ShaderNodeTexCoord" => {}
            _ => found.omission = Some("nodes that change the directions of its image are not followed"),
        }
    }

    /// The surface that a shader of a known kind gives.
    fn shader(&self, kind: &str, node: &View<'a>) -> Option<Surface<'a>> {
        let number = |names: &[&str], otherwise: f32| {
            input(node, names)
                .and_then(|socket| socket.follow("default_value"))
                .map_or(otherwise, |value| finite(value.float("value")))
        };
        let color_names: &[&str] = match kind {
            "ShaderNodeBsdfPrincipled" => &["Base Color"],
            "ShaderNodeBsdfDiffuse"
            | "ShaderNodeBsdfGlossy"
            | "ShaderNodeBsdfAnisotropic"
            | "ShaderNodeBsdfGlass"
            | "ShaderNodeBsdfTransparent"
            | "ShaderNodeEmission" => &["Color"],
            _ => return None,
        };
        let socket = input(node, color_names)?;
        let linear_rgb = color(&socket)?;
        let (image, is_changed) = self.image(&socket);
        let principled = kind == "ShaderNodeBsdfPrincipled";
        let is_emission = kind == "ShaderNodeEmission";
        let level = number(&["Specular IOR Level", "Specular"], 0.5).max(0.0);
        let [metallic_image, roughness_image] = [["Metallic"], ["Roughness"]]
            .map(|names| input(node, &names).and_then(|socket| self.number_image(&socket)));
        let emission_socket = input(node, &["Emission Color", "Emission"]).filter(|_| principled);
        Some(Surface {
            // A surface that only emits light reflects none.
            linear_rgb: if is_emission { [0.0; 3] } else { linear_rgb },
            // Half of the level is the reflectance of 0.04.
            specular: match kind {
                _ if principled => 2.0 * level,
                "ShaderNodeBsdfDiffuse" | "ShaderNodeEmission" => 0.0,
                _ => 1.0,
            },
            // A number that an image replaces scales it.
            alpha: match kind {
                "ShaderNodeBsdfTransparent" => 0.0,
                _ => number(&["Alpha"], 1.0).clamp(0.0, 1.0),
            },
            metallic: match metallic_image {
                Some(_) => 1.0,
                None => number(&["Metallic"], f32::from(u8::from(is_glossy(kind)))).clamp(0.0, 1.0),
            },
            roughness: match roughness_image {
                Some(_) => 1.0,
                None => number(&["Roughness"], 1.0).clamp(0.0, 1.0),
            },
            emitted_rgb: match kind {
                "ShaderNodeEmission" => linear_rgb.map(|part| part * number(&["Strength"], 1.0).max(0.0)),
                _ if principled => self.emission(node, number(&["Emission Strength"], 1.0)),
                _ => [0.0; 3],
            },
            omission: match (&image, self.source(&socket)) {
                (None, Some(_)) => Some("nodes that compute colors without an image are not followed"),
                (Some(_), _) if is_changed => Some("nodes between an image and a shader are not followed"),
                _ => None,
            },
            metallic_image,
            roughness_image,
            emission_image: match image {
                Some(image) if is_emission => Some(image),
                _ => emission_socket.and_then(|socket| self.image(&socket).0),
            },
            relief: input(node, &["Normal"]).and_then(|socket| self.relief(&socket)),
            image: image.filter(|_| !is_emission),
        })
    }

    /// The image of normals or heights before the normal of a shader.
    fn relief(&self, socket: &View<'a>) -> Option<(View<'a>, Relief)> {
        let node = self.source(socket)?;
        let number = |name: &str, otherwise: f32| {
            let value = input(&node, &[name]).and_then(|socket| socket.follow("default_value"));
            value.map_or(otherwise, |value| finite(value.float("value")))
        };
        let strength = number("Strength", 1.0);
        let (name, relief) = match node.text("idname").as_str() {
            "ShaderNodeNormalMap" => ("Color", Relief::NormalMap { strength: strength.clamp(0.0, 1.0) }),
            "ShaderNodeBump" => ("Height", Relief::Bump { height: strength * number("Distance", 1.0) }),
            _ => return None,
        };
        Some((self.image(&input(&node, &[name])?).0?, relief))
    }

    /// The image before an input that is a number, and its channel behind a node that separates colors.
    fn number_image(&self, socket: &View<'a>) -> Option<ChannelOfImage<'a>> {
        let mut socket = *socket;
        let mut channel = None;
        let mut seen = BTreeSet::new();
        loop {
            let (node, output) = self.output(&socket)?;
            if !seen.insert(node.block) {
                return None;
            }
            match node.text("idname").as_str() {
                "ShaderNodeTexImage" => {
                    return Some(ChannelOfImage { image: node.follow_as("id", "Image")?, channel });
                }
                "NodeReroute" => {}
                "ShaderNodeSeparateRGB" | "ShaderNodeSeparateColor" | "ShaderNodeSeparateXYZ" => {
                    channel = Some(match output.as_str() {
                        "R" | "Red" | "X" => Channel::Red,
                        "G" | "Green" | "Y" => Channel::Green,
                        _ => Channel::Blue,
                    });
                }
                _ => return None,
            }
            socket = *node.list("inputs").first()?;
        }
    }

    /// The node that is linked to an input, and the name of its output.
    fn output(&self, socket: &View<'a>) -> Option<(View<'a>, String)> {
        let address = socket.old_address();
        let link = self.links.iter().find(|link| link.to_socket == address)?;
        let node = self.nodes.iter().find(|node| node.old_address() == link.from_node).copied()?;
        let outputs = node.list("outputs");
        let output = outputs.iter().find(|output| output.old_address() == link.from_socket)?;
        Some((node, output.text("name")))
    }

    /// The emission of a principled shader. That of a color which nodes compute counts as white.
    fn emission(&self, node: &View<'a>, strength: f32) -> [f32; 3] {
        let Some(socket) = input(node, &["Emission Color", "Emission"]) else { return [0.0; 3] };
        let rgb = if self.source(&socket).is_some() { Some([1.0; 3]) } else { color(&socket) };
        rgb.unwrap_or_default().map(|part| part * strength.max(0.0))
    }

    /// The node that is linked to an input.
    fn source(&self, socket: &View<'a>) -> Option<View<'a>> {
        let address = socket.old_address();
        let link = self.links.iter().find(|link| link.to_socket == address)?;
        self.nodes.iter().find(|node| node.old_address() == link.from_node).copied()
    }

    /// The first image before an input, and whether other nodes stand between the two.
    fn image(&self, socket: &View<'a>) -> (Option<View<'a>>, bool) {
        let mut waiting: Vec<View<'a>> = self.source(socket).into_iter().collect();
        let mut seen = BTreeSet::new();
        let mut is_changed = false;
        while let Some(node) = waiting.pop() {
            if !seen.insert(node.block) {
                continue;
            }
            if node.text("idname") == "ShaderNodeTexImage" {
                return (node.follow_as("id", "Image"), is_changed);
            }
            is_changed |= node.text("idname") != "NodeReroute";
            let inputs = node.list("inputs");
            waiting.extend(inputs.iter().rev().filter_map(|socket| self.source(socket)));
        }
        (None, is_changed)
    }
}

/// The input of a node with one of these names.
fn input<'a>(node: &View<'a>, names: &[&str]) -> Option<View<'a>> {
    node.list("inputs").into_iter().find(|socket| names.contains(&socket.text("name").as_str()))
}

fn is_glossy(kind: &str) -> bool {
    matches!(kind, "ShaderNodeBsdfGlossy" | "ShaderNodeBsdfAnisotropic")
}

fn is_shader(socket: &View<'_>) -> bool {
    socket.text("idname") == "NodeSocketShader"
}

/// The color of an input that is not linked.
fn color(socket: &View<'_>) -> Option<[f32; 3]> {
    let value = socket.follow_as("default_value", "bNodeSocketValueRGBA")?;
    let [r, g, b, _] = value.floats("value");
    Some([r, g, b].map(finite))
}

fn finite(number: f64) -> f32 {
    if number.is_finite() { number as f32 } else { 0.0 }
}
