//! Random scenes: robots of the catalog and of files, components with modifiers, passive objects, zones, environments.

use morse::{Catalog, Document, Map, SceneBuilder, Value, WiringTable};
use morse_scene::builder::ModifierOptions;
use morse_scene::builder::ObjectBuilder;
use morse_scene::description::{BuilderDescription, Description, Kind};
use morse_scene::document::{ModelReference, Physics, Shape};

use super::chance::Chance;
use super::own_components::OwnComponents;
use super::people;
use super::robot_files::ROBOT_FILES;
use super::twin;

/// Environments; most scenes are in the first one, which is loaded fastest.
const ENVIRONMENTS: [&str; 6] = ["empty", "empty", "empty", "empty", "indoors-1/boxes", "indoors-1/indoor-1"];
/// Rates of components. [Hz]
const RATES_HZ: [f64; 6] = [1.0, 7.0, 10.0, 30.0, 59.0, 240.0];
/// Modifiers that are tried for a component; few of them fit.
const MODIFIERS_TRIED: usize = 8;
/// Distance between neighboring robots. [m]
const SPACING_M: f64 = 5.0;

/// A robot or component with everything on it.
#[derive(Clone, Debug)]
pub struct Part {
    /// Name without the names of the objects that carry it.
    pub name: String,
    pub kind: Kind,
    pub builder: String,
    pub model: Option<&'static str>,
    pub level: Option<String>,
    pub rate_hz: Option<f64>,
    pub location: [f64; 3],
    pub properties: Vec<(String, Value)>,
    /// Options of the class in scripts.
    pub options: Map,
    /// Class paths.
    pub modifiers: Vec<String>,
    pub parts: Vec<Part>,
}

impl Part {
    /// A part without settings, at the origin of the part that carries it.
    pub fn new(name: &str, kind: Kind, builder: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            builder: builder.to_owned(),
            model: None,
            level: None,
            rate_hz: None,
            location: [0.0; 3],
            properties: Vec::new(),
            options: Map::new(),
            modifiers: Vec::new(),
            parts: Vec::new(),
        }
    }
}

/// A scene of robots and boxes that may fall.
#[derive(Clone, Debug)]
pub struct Scene {
    pub environment: &'static str,
    pub robots: Vec<Part>,
    /// Places of boxes. [m]
    pub boxes: Vec<[f64; 3]>,
    pub has_zone: bool,
    /// Components of a user on the first robot.
    pub own: Option<OwnComponents>,
}

impl Scene {
    /// The document, with streams and services of all components on the network.
    pub fn document(&self, catalog: &Catalog) -> Result<Document, String> {
        let wiring = WiringTable::built_in().unwrap();
        let mut builder = SceneBuilder::new(catalog, &wiring);
        let environment = builder.environment(self.environment);
        for (name, value) in [("longitude", 43.6), ("latitude", 1.4333), ("altitude", 135.0)] {
            environment.properties.insert(name.to_owned(), Value::Float(value));
        }
        builder.simulation_service("socket");
        for (nth, place) in self.boxes.iter().enumerate() {
            let shape = Shape::Cube { half_extents: [0.1, 0.15, 0.2] };
            let mut object = builder.primitive(&format!("box{nth}"), shape);
            object.translate(*place).physics(Physics::RigidBody).mass(1.0);
            object.property("Graspable", true).property("Object", true);
        }
        if self.has_zone {
            builder.zone("hot", "Fire").translate([2.0, 2.0, 0.0]).scale([3.0, 3.0, 3.0]);
        }
        for robot in &self.robots {
            let mut object = builder.robot(&robot.name, &robot.builder);
            object.default_interface("socket");
            fill(&mut object, robot);
        }
        let mut document = builder.build().map_err(|errors| errors.to_string())?;
        if let (Some(own), Some(robot)) = (self.own, self.robots.first()) {
            own.add(&mut document, &robot.name)?;
        }
        Ok(document)
    }

    /// The robots and components with their full names.
    pub fn all(&self) -> Vec<(String, &Part)> {
        fn add<'a>(parts: &'a [Part], prefix: &str, all: &mut Vec<(String, &'a Part)>) {
            for part in parts {
                let name = format!("{prefix}{}", part.name);
                add(&part.parts, &format!("{name}."), all);
                all.push((name, part));
            }
        }
        let mut all = Vec::new();
        add(&self.robots, "", &mut all);
        all
    }
}

fn fill(object: &mut ObjectBuilder<'_, '_>, part: &Part) {
    object.translate(part.location);
    for (name, value) in &part.properties {
        object.property(name, value.clone());
    }
    if let Some(level) = &part.level {
        object.level(level);
    }
    if let Some(rate_hz) = part.rate_hz {
        object.frequency(rate_hz);
    }
    if let Some(file) = part.model {
        object.object().model = Some(ModelReference { file: file.to_owned(), ..ModelReference::default() });
    }
    if !part.options.is_empty() {
        object.object().options = part.options.clone();
    }
    for class in &part.modifiers {
        object.alter_with("", ModifierOptions { class: Some(class.clone()), arguments: Map::new() });
    }
    for part in &part.parts {
        let mut component = match part.kind {
            Kind::Sensor => object.sensor(&part.name, &part.builder),
            _ => object.actuator(&part.name, &part.builder),
        };
        fill(&mut component, part);
    }
}

/// Classes of the catalog that a scene can contain.
struct Classes<'a> {
    robots: Vec<(&'a Description, &'a BuilderDescription)>,
    components: Vec<(&'a Description, &'a BuilderDescription)>,
    modifiers: Vec<&'a Description>,
}

impl<'a> Classes<'a> {
    fn of(catalog: &'a Catalog) -> Self {
        let of_kind = |kinds: &[Kind]| {
            let all = catalog.components.iter();
            let classes = all.filter(|class| class.implemented && kinds.contains(&class.kind));
            classes
                .flat_map(|class| class.builders.iter().map(move |builder| (class, builder)))
                .collect::<Vec<_>>()
        };
        let modifiers = catalog.components.iter();
        Self {
            robots: of_kind(&[Kind::Robot]),
            components: of_kind(&[Kind::Sensor, Kind::Actuator]),
            modifiers: modifiers.filter(|class| class.implemented && class.kind == Kind::Modifier).collect(),
        }
    }

    fn component(&self, name: String, chance: &mut Chance) -> Part {
        let &(class, builder) = chance.one(&self.components);
        let has_level = chance.one_in(3) && !class.levels.is_empty();
        // The first one that fits is taken.
        let modifiers = match chance.below(2) {
            0 => (0..MODIFIERS_TRIED).map(|_| chance.one(&self.modifiers).class.clone()).collect(),
            _ => Vec::new(),
        };
        let mut properties = Vec::new();
        // Small images: each of them costs time, and none of the laws depends on their size.
        if class.property("cam_width").is_some() {
            properties =
                vec![("cam_width".to_owned(), Value::Int(24)), ("cam_height".to_owned(), Value::Int(16))];
        }
        Part {
            level: has_level.then(|| chance.one(&class.levels).name.clone()),
            rate_hz: chance.one_in(3).then(|| *chance.one(&RATES_HZ)),
            location: [0.0, 0.0, chance.below(10) as f64 / 10.0],
            properties,
            modifiers,
            ..Part::new(&name, class.kind, &builder.name)
        }
    }

    fn robot(&self, name: String, location: [f64; 3], chance: &mut Chance) -> Part {
        if chance.one_in(8) {
            return people::person(&name, [location[0], location[1], 0.0], chance);
        }
        let robot = |builder: &str, model, location, parts| Part {
            model,
            location,
            parts,
            ..Part::new(&name, Kind::Robot, builder)
        };
        if chance.below(3) > 0 {
            return robot(&chance.one(&self.robots).1.name, None, location, Vec::new());
        }
        let (file, height_m, fittings) = chance.one(&ROBOT_FILES);
        let mut parts = Vec::new();
        for (nth, (builder, level, properties)) in fittings.iter().enumerate() {
            if chance.one_in(2) {
                continue;
            }
            let class = self.components.iter().find(|(_, of)| of.name == *builder);
            let properties = properties.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value)));
            parts.push(Part {
                level: level.map(str::to_owned),
                properties: properties.collect(),
                ..Part::new(
                    &format!("fitting{nth}"),
                    class.expect("a builder class of the catalog").0.kind,
                    builder,
                )
            });
        }
        robot("FakeRobot", Some(file), [location[0], location[1], *height_m], parts)
    }
}

/// Robots and components with modifiers that can run together.
pub fn random(chance: &mut Chance) -> Scene {
    let catalog = morse::catalog();
    let classes = Classes::of(&catalog);
    let mut scene = Scene {
        environment: ENVIRONMENTS[0],
        robots: Vec::new(),
        boxes: Vec::new(),
        has_zone: chance.one_in(3),
        own: None,
    };
    let try_change = |scene: &mut Scene, change: &dyn Fn(&mut Scene)| {
        let before = scene.clone();
        change(scene);
        if twin::assembled(scene, 0, twin::Twin::ALONE).is_err() {
            *scene = before;
            return false;
        }
        true
    };
    for number in 0..1 + chance.below(3) {
        let location = [number as f64 * SPACING_M, chance.below(3) as f64 * SPACING_M, 0.2];
        let mut robot = classes.robot(format!("robot{number}"), location, chance);
        // Fittings are added one after the other, because some exclude each other.
        let fittings = std::mem::take(&mut robot.parts);
        if !try_change(&mut scene, &|scene| scene.robots.push(robot.clone())) {
            continue;
        }
        let drawn = (0..chance.below(5)).map(|part| classes.component(format!("part{part}"), chance));
        for mut part in fittings.into_iter().chain(drawn.collect::<Vec<_>>()) {
            let modifiers = std::mem::take(&mut part.modifiers);
            let add = |scene: &mut Scene| scene.robots.last_mut().unwrap().parts.push(part.clone());
            if !try_change(&mut scene, &add) {
                continue;
            }
            for modifier in modifiers {
                let altered = |scene: &mut Scene| {
                    let part = scene.robots.last_mut().and_then(|robot| robot.parts.last_mut());
                    part.unwrap().modifiers.push(modifier.clone());
                };
                if try_change(&mut scene, &altered) {
                    break;
                }
            }
            if chance.one_in(4) {
                let sensor = classes.component("mounted".to_owned(), chance);
                let mount = |scene: &mut Scene| {
                    let part = scene.robots.last_mut().and_then(|robot| robot.parts.last_mut());
                    part.unwrap().parts.push(Part { modifiers: Vec::new(), ..sensor.clone() });
                };
                try_change(&mut scene, &mount);
            }
        }
    }
    for _ in 0..chance.below(4) {
        let place = [chance.below(10) as f64, -2.0 - chance.below(3) as f64, 0.5];
        scene.boxes.push(place);
    }
    let environment = ENVIRONMENTS[chance.below(ENVIRONMENTS.len())];
    try_change(&mut scene, &|scene| scene.environment = environment);
    if chance.one_in(6) {
        let own = OwnComponents::random(chance);
        try_change(&mut scene, &|scene| scene.own = Some(own));
    }
    scene
}
