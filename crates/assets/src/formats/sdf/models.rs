//! Models and worlds: their frames, then their links, then the joints between the links.

use std::collections::{BTreeMap, BTreeSet};

use glam::DAffine3;

use crate::ReadError;
use crate::formats::sdf::Import;
use crate::formats::sdf::frames::{MODEL, Owner, WORLD, full_name};
use crate::formats::sdf::tag::Tag;
use crate::model::{Joint, JointKind, Node, NodeId, NodeRole};

/// Parts of a world that describe the viewer or the solver of Gazebo without effect on the models.
const QUIET: [&str; 4] = ["gui", "scene", "state", "audio"];

/// A model of the file in order, nested ones after the model that has them.
struct Scope<'t> {
    tag: &'t Tag,
    full: String,
    is_static: bool,
}

/// The models of a file, and the frames that their poses refer to.
#[derive(Default)]
struct Found<'t> {
    scopes: Vec<Scope<'t>>,
    /// The frames that poses refer to: scope, name, element.
    references: Vec<(String, String, &'t Tag)>,
    /// Whether a joint holds on to the world.
    holds_world: bool,
}

impl Import<'_> {
    /// Reads the model or the world of a file.
    pub(super) fn document(&mut self, root: &Tag) -> Result<(), ReadError> {
        let world = root.child("world");
        let top = world.unwrap_or(root);
        for other in root.children("world").skip(1) {
            self.note("a second <world> is left out", other);
        }
        let models: Vec<&Tag> = top.children("model").collect();
        let mut found = Found::default();
        for model in &models {
            self.frames_of_model("", model, false, &mut found)?;
        }
        for frame in top.children("frame") {
            self.frame("", frame, &mut found)?;
        }
        if let ([model], None) = (&models[..], world) {
            self.prefix = format!("{}::", model.required_name()?);
        }
        self.model.name = world
            .or(models.first().copied())
            .and_then(|tag| tag.given("name"))
            .unwrap_or_default()
            .to_owned();
        if models.is_empty() && world.is_none() {
            return Err(root.error("the file has neither a <model> nor a <world>"));
        }
        for (scope, name, tag) in &found.references {
            self.frames.known(scope, name, tag)?;
        }
        self.frames.resolve()?;
        let has_world = world.is_some() || models.len() != 1 || found.holds_world;
        if has_world {
            self.budget.nodes(1, "world")?;
            self.model.nodes.push(Node::new(WORLD));
        }
        for scope in &found.scopes {
            self.links_of_model(scope)?;
        }
        for scope in &found.scopes {
            for joint in scope.tag.children("joint") {
                self.joint(joint, &scope.full, scope.is_static)?;
            }
        }
        for scope in &found.scopes {
            self.gearboxes(scope.tag, &scope.full, scope.is_static)?;
        }
        let first = found.scopes.first().map(|scope| scope.full.clone()).unwrap_or_default();
        self.hang_up(has_world, &first, top)?;
        for scope in &found.scopes {
            self.places(scope.tag, &scope.full, has_world)?;
        }
        self.places(top, "", has_world)?;
        self.model.world = world.map(|world| self.world_settings(world)).transpose()?;
        let mut known = vec!["model", "light", "frame", "world", "joint", "include"];
        if world.is_some() {
            known.extend(["gravity", "spherical_coordinates"]);
        }
        known.extend(QUIET);
        self.note_unsupported(top, &known);
        for joint in top.children("joint") {
            self.note("<joint> of a world is left out", joint);
        }
        Ok(())
    }

    /// Adds the frames of a model: its own, and those of its links, joints, frames and nested models.
    fn frames_of_model<'t>(
        &mut self,
        scope: &str,
        tag: &'t Tag,
        is_static: bool,
        found: &mut Found<'t>,
    ) -> Result<(), ReadError> {
        let full = full_name(scope, tag.required_name()?);
        let is_static = is_static || tag.switch_of("static")?;
        let canonical = match tag.given("canonical_link") {
            Some(link) => {
                found.references.push((full.clone(), link.to_owned(), tag));
                Some(full_name(&full, link))
            }
            None => first_link(tag, &full),
        };
        let base = self.base(scope, tag, None, found);
        self.frames.add(&full, Owner::Model(canonical), base, tag.pose()?, tag)?;
        found.scopes.push(Scope { tag, full: full.clone(), is_static });
        for child in &tag.children {
            match child.name.as_str() {
                "link" => {
                    let name = full_name(&full, child.required_name()?);
                    let base = self.base(&full, child, None, found);
                    self.frames.add(&name, Owner::Link, base, child.pose()?, child)?;
                }
                "frame" => self.frame(&full, child, found)?,
                "joint" => {
                    let name = full_name(&full, child.required_name()?);
                    let end = &child.required("child")?.text;
                    if end == WORLD {
                        return Err(child
                            .error("the <child> of a joint cannot be the world; exchange it with <parent>"));
                    }
                    found.references.push((full.clone(), end.clone(), child));
                    let parent = &child.required("parent")?.text;
                    if parent == WORLD {
                        found.holds_world = true;
                    } else {
                        found.references.push((full.clone(), parent.clone(), child));
                    }
                    let base = self.base(&full, child, Some(end), found);
                    let owner = Owner::Joint(full_name(&full, end));
                    self.frames.add(&name, owner, base, child.pose()?, child)?;
                }
                "model" => self.frames_of_model(&full, child, is_static, found)?,
                _ => {}
            }
        }
        let known = [
            "link",
            "frame",
            "joint",
            "model",
            "pose",
            "static",
            "light",
            "allow_auto_disable",
            "include",
            "self_collide",
        ];
        self.note_unsupported(tag, &known);
        if tag.switch_of("self_collide")? {
            self.note("<self_collide> has no effect: links that a joint connects do not collide", tag);
        }
        if let Some(placement) = tag.given("placement_frame") {
            self.frames.place_by(&full, placement, tag)?;
        }
        Ok(())
    }

    fn frame<'t>(&mut self, scope: &str, tag: &'t Tag, found: &mut Found<'t>) -> Result<(), ReadError> {
        let name = full_name(scope, tag.required_name()?);
        let attached_to = tag.given("attached_to");
        let base = self.base(scope, tag, attached_to, found);
        if let Some(attached_to) = attached_to {
            found.references.push((scope.to_owned(), attached_to.to_owned(), tag));
        }
        let owner = Owner::Frame(full_name(scope, attached_to.unwrap_or(MODEL)));
        self.frames.add(&name, owner, base, tag.pose()?, tag)?;
        if let Some(placement) = tag.given("placement_frame") {
            let placement = placement.to_owned();
            found.references.push((scope.to_owned(), placement, tag));
        }
        Ok(())
    }

    /// The full name of the frame that the pose of an element is given in.
    fn base<'t>(&self, scope: &str, tag: &'t Tag, otherwise: Option<&str>, found: &mut Found<'t>) -> String {
        match tag.relative_to() {
            Some(name) => {
                found.references.push((scope.to_owned(), name.to_owned(), tag));
                full_name(scope, name)
            }
            None => full_name(scope, otherwise.unwrap_or(MODEL)),
        }
    }

    fn links_of_model(&mut self, scope: &Scope<'_>) -> Result<(), ReadError> {
        for link in scope.tag.children("link") {
            let full = full_name(&scope.full, link.required_name()?);
            self.link(link, &full, &scope.full, scope.is_static)?;
        }
        Ok(())
    }

    /// Gives every link without a joint its place: below the world, or fixed to the first link of the model.
    fn hang_up(&mut self, has_world: bool, model: &str, tag: &Tag) -> Result<(), ReadError> {
        let is_free = |this: &Self, id: NodeId| this.model.nodes[id.index()].parent.is_none();
        let root = if has_world {
            None
        } else {
            let canonical = self.frames.link_of(model, tag)?;
            let mut top = canonical.and_then(|link| self.links.get(&link).copied());
            while let Some(parent) = top.and_then(|top| self.model.nodes[top.index()].parent) {
                top = Some(parent);
            }
            top
        };
        let carrier = root.unwrap_or(NodeId::new(0));
        let free: Vec<(String, NodeId)> = self
            .links
            .iter()
            .map(|(name, id)| (name.clone(), *id))
            .filter(|(_, id)| is_free(self, *id))
            .collect();
        let mut places: BTreeMap<NodeId, DAffine3> = BTreeMap::new();
        for (name, id) in &self.links {
            places.insert(*id, self.frames.world_from(name));
        }
        for (name, id) in free {
            if Some(id) == root {
                continue;
            }
            let weighs = self.model.nodes[id.index()].inertial.is_some();
            self.model.nodes[id.index()].parent = Some(carrier);
            if weighs {
                let name = format!("{}/free", self.shown(&name));
                self.model.joints.push(Joint::new(name, JointKind::Floating, carrier, id));
            }
        }
        // Poses in the file are in the world. Links between the axes of a joint have the place of their child.
        let between: BTreeSet<NodeId> =
            self.model.joints.iter().map(|joint| joint.child).filter(|id| !places.contains_key(id)).collect();
        let pose = |id: NodeId| places.get(&id).copied();
        for (id, world_from_link) in &places {
            let parent = self.model.nodes[id.index()].parent;
            let parent_from_link = match parent {
                // The link before it has the same place.
                Some(parent) if between.contains(&parent) => DAffine3::IDENTITY,
                Some(parent) => pose(parent).unwrap_or(DAffine3::IDENTITY).inverse() * *world_from_link,
                None => *world_from_link,
            };
            self.model.nodes[id.index()].parent_from_node = parent_from_link;
        }
        Ok(())
    }

    /// Adds the frames of a model as nodes of their links, and its lights.
    fn places(&mut self, tag: &Tag, scope: &str, has_world: bool) -> Result<(), ReadError> {
        for frame in tag.children("frame") {
            let full = full_name(scope, frame.required_name()?);
            let link = self
                .frames
                .link_of(&full, frame)?
                .and_then(|link| Some((self.links.get(&link).copied()?, link)));
            let (parent, world_from_parent) = match link {
                Some((id, link)) => (Some(id), self.frames.world_from(&link)),
                None => (has_world.then(|| NodeId::new(0)), DAffine3::IDENTITY),
            };
            if full.contains("_merged__") {
                continue;
            }
            self.budget.nodes(1, "frames")?;
            let parent_from_node = world_from_parent.inverse() * self.frames.world_from(&full);
            let node =
                Node { parent, parent_from_node, role: NodeRole::Ordinary, ..Node::new(self.shown(&full)) };
            self.model.nodes.push(node);
        }
        for light in tag.children("light") {
            let parent = has_world.then(|| NodeId::new(0));
            let base = match light.relative_to() {
                Some(name) => self.frames.known(scope, name, light)?,
                None => scope.to_owned(),
            };
            let world_from_base = self.frames.world_from(&base);
            self.light(light, parent, world_from_base)?;
        }
        Ok(())
    }
}

/// The full name of the first link of a model or of its nested models.
fn first_link(model: &Tag, full: &str) -> Option<String> {
    let own = model.child("link").and_then(|link| link.given("name")).map(|name| full_name(full, name));
    own.or_else(|| {
        model.children("model").find_map(|nested| first_link(nested, &full_name(full, nested.given("name")?)))
    })
}
