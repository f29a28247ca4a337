//! The printed form: a tree of nodes, one line each.

use std::fmt::{self, Display, Formatter};

use glam::DVec3;

use crate::inspect::{InspectedNode, Inspection};
use crate::model::{BodyType, Bounds, BoundsShape, EarthOrigin, EqualityKind, NodeId, NodeRole, TendonPath};

/// Length of a tick of a scene without settings \[s\], and number of its steps of physics.
const USUAL_TICK_S: f64 = 1.0 / 60.0;
const USUAL_STEPS: f64 = 2.0;

impl Display for Inspection {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} ({})", self.name, self.generator)?;
        let totals = &self.totals;
        write!(out, "{} objects, {} triangles", totals.objects, totals.triangles)?;
        if totals.triangles_shown != totals.triangles {
            write!(out, " ({} with modifiers and groups)", totals.triangles_shown)?;
        }
        write!(out, ", {} materials, {} images", totals.materials, totals.textures)?;
        for (count, what) in
            [(totals.bones, "bones"), (totals.joints, "joints"), (totals.properties, "properties")]
        {
            if count > 0 {
                write!(out, ", {count} {what}")?;
            }
        }
        writeln!(out)?;
        if let Some([low, high]) = self.bounds {
            let size = high - low;
            writeln!(out, "size {} m, from {} to {}", times(size), point(low), point(high))?;
        }
        if let Some(scene) = &self.scene {
            writeln!(
                out,
                "scene {}: gravity {} m/s², {} ticks/s, {} physics steps a tick",
                scene.name,
                short(scene.gravity),
                scene.tick_rate,
                scene.physics_sub_steps
            )?;
        }
        if let Some(world) = &self.world {
            write!(out, "world: gravity {} m/s²", point(world.gravity))?;
            if let Some(origin) = world.origin {
                let EarthOrigin { longitude_deg, latitude_deg, altitude_m } = origin;
                write!(out, ", at longitude {longitude_deg}°, latitude {latitude_deg}°, {altitude_m} m")?;
            }
            writeln!(out)?;
        }
        if let Some(step_s) = self.step_max_s {
            let (longest, steps) =
                (short(1e3 * step_s), (USUAL_TICK_S / step_s - 1e-6).ceil().max(USUAL_STEPS));
            writeln!(
                out,
                "timestep: its joints move in steps of at most {longest} ms, {steps} in a tick of 1/60 s"
            )?;
        }
        self.write_nodes(out)?;
        for joint in &self.joints {
            let kind = format!("{:?}", joint.kind).to_lowercase();
            let (parent, child) =
                (&self.nodes[joint.parent.index()].name, &self.nodes[joint.child.index()].name);
            write!(out, "joint {}: {kind}, {parent} to {child}", joint.name)?;
            if let Some(limits) = joint.limits.filter(|limits| limits.lower.is_finite()) {
                write!(out, ", {} to {}", short(limits.lower), short(limits.upper))?;
            }
            writeln!(out)?;
        }
        for equality in &self.equalities {
            writeln!(out, "equality {}: {}", equality.name, self.held(&equality.kind))?;
        }
        for tendon in &self.tendons {
            let path = match &tendon.path {
                TendonPath::Fixed(joints) => format!("sum of {} joints", joints.len()),
                TendonPath::Spatial(waypoints) => format!("cord of {} waypoints", waypoints.len()),
            };
            writeln!(out, "tendon {}: {path}", tendon.name)?;
        }
        for actuator in &self.actuators {
            let site = actuator.site.as_ref().map(|_| "a site");
            let target =
                actuator.joint.as_deref().or(actuator.tendon.as_deref()).or(site).unwrap_or("no joint");
            writeln!(out, "actuator {}: {}, {target}", actuator.name, actuator.kind)?;
        }
        if !self.keyframes.is_empty() {
            let names: Vec<&str> = self.keyframes.iter().map(|keyframe| keyframe.name.as_str()).collect();
            writeln!(out, "keyframes: {}", names.join(", "))?;
        }
        if let Some(view) = &self.view {
            let parts = [
                view.headlight.map(|_| "light of the camera"),
                view.sky.map(|_| "sky"),
                view.viewpoint.map(|_| "first viewpoint"),
            ];
            let parts: Vec<&str> = parts.into_iter().flatten().collect();
            writeln!(out, "view: {}", parts.join(", "))?;
        }
        for warning in &self.warnings {
            writeln!(out, "warning: {warning}")?;
        }
        Ok(())
    }
}

impl Inspection {
    /// The things that an equality holds together: "connect, rod to crank".
    fn held(&self, kind: &EqualityKind) -> String {
        let link = |link: Option<NodeId>| match link {
            Some(link) => self.nodes[link.index()].name.as_str(),
            None => "world",
        };
        let following = |one: &str, other: &Option<String>| match other {
            Some(other) => format!("{one} follows {other}"),
            None => format!("{one} stands"),
        };
        match kind {
            EqualityKind::Connect { a, b } => format!("connect, {} to {}", link(a.link), link(b.link)),
            EqualityKind::Weld { a, b, .. } => format!("weld, {} to {}", link(a.link), link(b.link)),
            EqualityKind::Joint { joint, other, .. } => following(joint, other),
            EqualityKind::Tendon { tendon, other, .. } => following(tendon, other),
        }
    }

    fn write_nodes(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut waiting = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            match node.parent.and_then(|parent| children.get_mut(parent)) {
                Some(siblings) => siblings.push(index),
                None => waiting.push((index, 0)),
            }
        }
        waiting.reverse();
        while let Some((index, depth)) = waiting.pop() {
            writeln!(out, "{:width$}{}", "", line(&self.nodes[index]), width = 2 * depth)?;
            waiting.extend(children[index].iter().rev().map(|&child| (child, depth + 1)));
        }
        Ok(())
    }
}

fn line(node: &InspectedNode) -> String {
    let mut parts = vec![format!("{}: {}", node.name, node.kind)];
    if node.location.abs().max_element() >= 5e-5 {
        parts.push(format!("at {}", point(node.location)));
    }
    if node.rotation.abs().max_element() >= 5e-5 {
        parts.push(format!("turned {}", point(node.rotation)));
    }
    if (node.scale - DVec3::ONE).abs().max_element() >= 5e-5 {
        parts.push(format!("scaled {}", point(node.scale)));
    }
    if let Some(bone) = &node.bone {
        parts.push(format!("on bone {bone}"));
    }
    if let Some(size) = node.size {
        parts.push(format!("{} m, {} triangles", times(size), node.triangles));
    }
    parts.extend(body(node));
    parts.extend(node.properties.iter().map(|(name, value)| format!("{name} = {value}")));
    parts.extend(node.detectors.iter().map(|detector| format!("detects \"{}\"", detector.property)));
    parts.extend(node.motions.iter().map(|motion| format!("moves by \"{}\"", motion.name)));
    match node.role {
        NodeRole::Ordinary => {}
        NodeRole::Visual => parts.push("seen only".to_owned()),
        NodeRole::Collision => parts.push("collides only".to_owned()),
    }
    if node.visibility.hidden_in_render {
        parts.push("hidden".to_owned());
    }
    if node.left_out {
        parts.push("left out of scenes".to_owned());
    }
    parts.join(", ")
}

fn body(node: &InspectedNode) -> Option<String> {
    let physics = &node.physics;
    if physics.body == BodyType::NoCollision {
        return None;
    }
    let mut text = physics.body.name().to_owned();
    if let Bounds::Fitted(shape) = physics.bounds {
        text.push(' ');
        text.push_str(BoundsShape::name(shape));
    }
    if matches!(physics.body, BodyType::Dynamic | BodyType::RigidBody) {
        text.push_str(&format!(" {} kg", short(physics.mass)));
    }
    Some(text)
}

/// Four decimals at most.
fn short(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4 + 0.0;
    format!("{rounded}")
}

fn point(vector: DVec3) -> String {
    format!("({}, {}, {})", short(vector.x), short(vector.y), short(vector.z))
}

fn times(size: DVec3) -> String {
    format!("{} × {} × {}", short(size.x), short(size.y), short(size.z))
}
