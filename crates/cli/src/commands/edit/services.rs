//! The services of the editor for its pages: each request is answered by its result, or by the reason of the refusal.

use morse::{Answer, Diagnostic, Pose, Value, WiringTable};
use morse_scene::edit::{ChosenModifier, Operation, Place, block, first_place};
use morse_scene::{Kind, ObjectKind};
use morse_viewer::{EditorViewer, PageMessage, PageRequest};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::commands::edit::describing::{describe, description_of};
use crate::commands::edit::names;
use crate::commands::edit::palette::palette;
use crate::commands::edit::placing::{beside, not_of_scene, place_at};
use crate::commands::edit::session::Session;

/// How far from its original a copy is. [m]
const COPY_STEP_M: f64 = 1.0;
const COMPONENT_STEP_M: f64 = 0.1;
/// Half extents of a new zone. [m]
const NEW_ZONE_M: [f64; 3] = [1.0, 1.0, 0.5];
/// Type of a new zone: the zones in which batteries are charged.
const NEW_ZONE_TYPE: &str = "Charging";

/// Answers the requests of pages.
pub struct Services {
    session: Session,
    viewer: EditorViewer,
}

/// A request to add an object of a builder class.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Addition {
    builder: String,
    /// The robot of a component.
    #[serde(default)]
    carrier: Option<String>,
    #[serde(default)]
    interface: Option<String>,
    /// Where a robot is. [m]
    #[serde(default)]
    position: Option<[f64; 3]>,
}

/// A request to add an object of a model file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PropAddition {
    file: String,
    object: Option<String>,
    position: [f64; 3],
}

/// A request to add a zone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneAddition {
    /// The middle of its lower side. [m]
    position: [f64; 3],
}

impl Services {
    /// Services of a session, which the viewer shows.
    pub fn new(session: Session, viewer: EditorViewer) -> Self {
        Self { session, viewer }
    }

    /// Whether there are changes that the file does not have.
    pub fn is_unsaved(&self) -> bool {
        self.session.is_unsaved()
    }

    /// Answers the requests that wait.
    pub fn serve(&mut self) {
        for PageRequest { message, reply, .. } in self.viewer.requests() {
            let PageMessage::Call { id, component, service, arguments } = message else {
                if matches!(message, PageMessage::Command { .. }) {
                    reply.refuse(None, NOT_RUNNING);
                }
                continue;
            };
            let result = match component.as_str() {
                "editor" => self.call(&service, arguments),
                _ => Err(NOT_RUNNING.to_owned()),
            };
            match result.and_then(|json| value(&json)) {
                Ok(value) => reply.answer(id, &Answer::Success(value)),
                Err(reason) => reply.refuse(Some(id), &reason),
            }
        }
    }

    fn call(&mut self, service: &str, arguments: Vec<Value>) -> Result<Json, String> {
        match service {
            "state" => Ok(self.state()),
            "check" => Ok(listed(&self.session.all_findings())),
            "palette" => Ok(palette(&self.session)),
            "describe" => {
                let [name]: [String; 1] = parsed(arguments)?;
                describe(&self.session, &name)
            }
            "add" => self.add(parsed::<(Addition,)>(arguments)?.0),
            "add_prop" => self.add_prop(parsed::<(PropAddition,)>(arguments)?.0),
            "copy" => {
                let [name]: [String; 1] = parsed(arguments)?;
                self.copy(&name)
            }
            "move" => {
                let (name, position, rotation, amends): (String, [f64; 3], [f64; 4], bool) =
                    parsed(arguments)?;
                let rotation = glam::DQuat::from_array(rotation);
                let pose = Pose { translation: position.into(), rotation };
                let pose = pose.normalized().ok_or("the rotation is not a quaternion")?;
                let (scene, simulation) = (self.session.scene(), self.session.simulation());
                let place = place_at(scene.document(), simulation, &name, pose)?;
                self.change(Operation::Place { name, place }, amends)
            }
            "place" => {
                let (name, location, rotation): (String, [f64; 3], [f64; 3]) = parsed(arguments)?;
                self.change(Operation::Place { name, place: Place { location, rotation } }, false)
            }
            "set_property" => {
                let (name, property, value): (String, String, Value) = parsed(arguments)?;
                let value = self.typed(&name, &property, value)?;
                self.change(Operation::Set { name, property, value }, false)
            }
            "set_rate" => {
                let (name, rate_hz): (String, f64) = parsed(arguments)?;
                self.change(Operation::Rate { name, rate_hz }, false)
            }
            "set_level" => {
                let (name, level): (String, Option<String>) = parsed(arguments)?;
                self.change(Operation::Level { name, level }, false)
            }
            "set_modifiers" => {
                let (name, modifiers): (String, Vec<ChosenModifier>) = parsed(arguments)?;
                let modifiers = modifiers.into_iter().map(typed_modifier).collect();
                self.change(Operation::Modifiers { name, modifiers }, false)
            }
            "add_zone" => self.add_zone(parsed::<(ZoneAddition,)>(arguments)?.0),
            "set_size" => {
                let (name, half_extents): (String, [f64; 3]) = parsed(arguments)?;
                self.change(Operation::Size { name, half_extents }, false)
            }
            "remove" => {
                let [name]: [String; 1] = parsed(arguments)?;
                self.require_object(&name)?;
                self.change(Operation::Remove { name }, false)
            }
            "undo" => {
                self.session.undo()?;
                self.show_all()
            }
            "redo" => {
                self.session.redo()?;
                self.show_all()
            }
            "reload" => {
                self.session.reload()?;
                self.show_all()
            }
            "save" => {
                self.session.save()?;
                self.viewer
                    .log()
                    .line("info", format!("Saved to {}", self.session.file().target().display()));
                Ok(self.state())
            }
            other => Err(format!("the editor has no service `{other}`")),
        }
    }

    /// The state of the editor for the page.
    fn state(&self) -> Json {
        let session = &self.session;
        let block = block::written("", session.operations()).unwrap_or_default();
        json!({
            "file": session.file().target().display().to_string(),
            "unsaved": session.is_unsaved(), "changes": session.operations().len(),
            "undo": session.undoable(), "redo": session.redoable(),
            "findings": listed(session.findings()), "block": block.trim(),
        })
    }

    /// Carries out an operation and shows the result.
    fn change(&mut self, operation: Operation, amends: bool) -> Result<Json, String> {
        let subject = operation.subject().to_owned();
        let may_look_different = !matches!(operation, Operation::Place { .. });
        self.session.change(operation, amends)?;
        let fresh: &[&str] = if may_look_different { &[&subject] } else { &[] };
        self.viewer.show(self.session.simulation(), fresh);
        Ok(json!(subject))
    }

    /// Shows the scene after changes of any objects.
    fn show_all(&mut self) -> Result<Json, String> {
        let names: Vec<&str> =
            self.session.scene().document().objects.iter().map(|it| it.name.as_str()).collect();
        self.viewer.show(self.session.simulation(), &names);
        Ok(self.state())
    }

    fn add(&mut self, addition: Addition) -> Result<Json, String> {
        let Addition { builder, carrier, interface, position } = addition;
        let catalog = morse::catalog();
        let (component, _) = catalog.by_builder(&builder).ok_or("there is no such class")?;
        let is_robot = component.kind == Kind::Robot;
        if is_robot && carrier.is_some() {
            return Err("a robot is not on another one".to_owned());
        }
        if let Some(carrier) = &carrier {
            self.require_object(carrier)?;
        }
        let name = names::free(&self.session, carrier.as_deref(), &builder);
        let first = first_place(&builder);
        let location = position.filter(|_| is_robot).unwrap_or(first.location);
        let interface = interface.filter(|_| !is_robot);
        let place = Place { location: location.map(|it| (it * 1e4).round() / 1e4), ..first };
        self.change(Operation::Add { builder, name, place, interface }, false)
    }

    fn add_prop(&mut self, addition: PropAddition) -> Result<Json, String> {
        let PropAddition { file, object, position } = addition;
        let word = object.as_deref().unwrap_or_else(|| file.rsplit('/').next().unwrap_or(&file));
        let name = names::free(&self.session, None, word);
        let place = Place { location: position.map(|it| (it * 1e4).round() / 1e4), rotation: [0.0; 3] };
        self.change(Operation::AddProp { file, object, name, place }, false)
    }

    fn add_zone(&mut self, addition: ZoneAddition) -> Result<Json, String> {
        let name = names::free(&self.session, None, "zone");
        let [x, y, z] = addition.position.map(|it| (it * 1e4).round() / 1e4);
        let location = [x, y, z + NEW_ZONE_M[2]];
        let zone_type = NEW_ZONE_TYPE.to_owned();
        self.change(Operation::AddZone { name, zone_type, location, half_extents: NEW_ZONE_M }, false)
    }

    fn copy(&mut self, original: &str) -> Result<Json, String> {
        self.require_object(original)?;
        let name = names::free_copy(&self.session, original);
        let document = self.session.scene().document();
        let object = document.object(original).ok_or_else(|| not_of_scene(document, original))?;
        let is_component = object.kind.is_component();
        let place = beside(object, if is_component { COMPONENT_STEP_M } else { COPY_STEP_M });
        self.change(Operation::Copy { original: original.to_owned(), name, place }, false)
    }

    fn require_object(&self, name: &str) -> Result<(), String> {
        let document = self.session.scene().document();
        match document.object(name) {
            None => Err(not_of_scene(document, name)),
            // Changes of objects of the environment by the script.
            Some(object)
                if object.kind == ObjectKind::Object && object.builder.as_deref() == Some("Scene") =>
            {
                Err(not_of_scene(document, name))
            }
            Some(_) => Ok(()),
        }
    }

    /// The value of a property as scripts write it: pages have one type of numbers.
    fn typed(&self, name: &str, property: &str, value: Value) -> Result<Value, String> {
        self.require_object(name)?;
        let document = self.session.scene().document();
        let described = document.object(name).and_then(description_of).unwrap_or_default();
        let is_float = described.iter().any(|known| known.name == property && known.type_name == "float");
        match value {
            Value::Int(number) if is_float => Ok(Value::Float(number as f64)),
            Value::Timer(_) | Value::Bytes(_) | Value::Python(_) => Err("give plain JSON".to_owned()),
            value => Ok(value),
        }
    }
}

const NOT_RUNNING: &str = "the scene is edited and not run; start it with `morse run`";

/// The arguments of a modifier as scripts write them: pages have one type of numbers.
fn typed_modifier(mut chosen: ChosenModifier) -> ChosenModifier {
    let catalog = morse::catalog();
    let wiring = WiringTable::built_in().ok();
    let classes = wiring.iter().flat_map(|wiring| wiring.classes_of_modifier(&chosen.modifier));
    let described = classes.chain([chosen.modifier.as_str()]).find_map(|class| catalog.by_class(class));
    let floats =
        described.into_iter().flat_map(|known| &known.properties).filter(|it| it.type_name == "float");
    for argument in floats {
        if let Some(Value::Int(number)) = chosen.arguments.get(&argument.name) {
            let number = *number as f64;
            chosen.arguments.insert(argument.name.as_str(), Value::Float(number));
        }
    }
    chosen
}

/// Findings for the page.
fn listed(findings: &[Diagnostic]) -> Json {
    let findings = findings.iter().map(|finding| {
        json!({
            "severity": finding.severity, "code": finding.code.to_string(), "object": finding.object,
            "message": finding.message, "help": finding.help,
        })
    });
    findings.collect()
}

/// The arguments of a call as a tuple.
fn parsed<T: DeserializeOwned>(arguments: Vec<Value>) -> Result<T, String> {
    let json = serde_json::to_value(Value::List(arguments)).map_err(|error| error.to_string())?;
    serde_json::from_value(json).map_err(|error| format!("these arguments do not fit: {error}"))
}

/// JSON as a value of the simulator.
fn value(json: &Json) -> Result<Value, String> {
    serde_json::from_value(json.clone()).map_err(|error| error.to_string())
}
