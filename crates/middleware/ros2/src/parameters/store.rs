//! The parameters of the node, and the services that list, read and set them.

mod gather;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_ros::NodeError;
use morse_scene::description::PropertyDescription;
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;

use crate::names;
use crate::parameters::events::{Change, Events};
use crate::parameters::messages::{
    DescribeParametersResponse, FloatingPointRange, GetParameterTypesResponse, GetParametersResponse,
    IntegerRange, ListParametersRequest, ListParametersResponse, NamesRequest, Parameter,
    ParameterDescriptor, ParameterValue, SetParametersAtomicallyResponse, SetParametersRequest,
    SetParametersResponse, SetParametersResult,
};
use crate::parameters::node_parameters;
use crate::parameters::store::gather::Gather;
use crate::parameters::values::{from_parameter, to_parameter};
use crate::service_caller::{Caller, answer_to_json};
use crate::topics::clock::Now;
use crate::transport::Responder;
use crate::transport_node::{NODE_NAME, Ros2Node};

/// The reason if the simulation ends before it sets a parameter.
const NO_ANSWER: &str = "the simulation has ended";

/// One parameter: a property of a component.
#[derive(Debug, Clone)]
struct Declared {
    component: String,
    property: PropertyDescription,
    /// The ROS type of the initial value.
    kind: u8,
}

/// All parameters, by name. Clones share them.
#[derive(Clone, Default)]
pub struct Parameters(Arc<Shared>);

#[derive(Default)]
struct Shared {
    declared: Mutex<BTreeMap<String, Declared>>,
    events: Events,
}

impl Parameters {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Declared>> {
        self.0.declared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, name: &str) -> Option<Declared> {
        self.lock().get(name).cloned()
    }

    /// Declares the properties of a component with their values. `topic` is the topic of the component.
    pub fn declare(
        &self,
        (component, topic): (&str, &str),
        properties: &[PropertyDescription],
        values: &Map,
    ) {
        let prefix = topic.trim_start_matches('/').replace('/', ".");
        let mut new = Vec::new();
        for property in properties {
            let name = format!("{prefix}.{}", property.name);
            let value = to_parameter(property, values.get(&property.name).unwrap_or(&Value::Null));
            let component = component.to_owned();
            let declared = Declared { component, property: property.clone(), kind: value.kind };
            self.lock().insert(name.clone(), declared);
            new.push(Parameter { name, value });
        }
        self.0.events.publish(Change::New, new);
    }

    /// Removes the parameters of a component.
    pub fn undeclare(&self, component: &str) {
        let mut deleted = Vec::new();
        self.lock().retain(|name, declared| {
            let stays = declared.component != component;
            if !stays {
                deleted.push(Parameter { name: name.clone(), value: ParameterValue::default() });
            }
            stays
        });
        self.0.events.publish(Change::Deleted, deleted);
    }

    /// Reports that a client has set a property of a component by a service other than those of parameters.
    pub fn report(&self, component: &str, property: &str, value: &Value) {
        let is_set =
            |declared: &Declared| declared.component == component && declared.property.name == property;
        let parameter = |(name, declared): (&String, &Declared)| Parameter {
            name: name.clone(),
            value: to_parameter(&declared.property, value),
        };
        let changed = self.lock().iter().find(|(_, declared)| is_set(declared)).map(parameter);
        self.0.events.publish(Change::Changed, changed.into_iter().collect());
    }

    /// Opens the six parameter services, and the topic of changes.
    ///
    /// # Errors
    /// When the transport refuses.
    pub fn open(&self, node: &Ros2Node, caller: &Caller, now: &Arc<Now>) -> Result<(), NodeError> {
        self.0.events.open(node, now)?;
        let name = |service: &str| format!("/{NODE_NAME}/{service}");
        let type_name = |service: &str| names::service_type("rcl_interfaces", service);
        let (this, calls) = (self.clone(), caller.clone());
        node.serve_as(
            &name("get_parameters"),
            &type_name("GetParameters"),
            move |request: NamesRequest, respond| {
                this.get(&calls, request.names, respond);
            },
        )?
        .keep();
        let this = self.clone();
        node.serve_as(
            &name("get_parameter_types"),
            &type_name("GetParameterTypes"),
            move |request: NamesRequest, respond| {
                let types = request.names.iter().map(|name| this.describe(name).kind).collect();
                respond(Ok(GetParameterTypesResponse { types }));
            },
        )?
        .keep();
        let (this, calls) = (self.clone(), caller.clone());
        node.serve_as(
            &name("set_parameters"),
            &type_name("SetParameters"),
            move |request: SetParametersRequest, respond: Responder<SetParametersResponse>| {
                let (events, parameters) = (this.clone(), request.parameters);
                this.set(&calls, parameters.clone(), move |results| {
                    for (parameter, _) in set_ones(parameters, &results) {
                        events.0.events.publish(Change::Changed, vec![parameter]);
                    }
                    respond(Ok(SetParametersResponse { results }));
                });
            },
        )?
        .keep();
        let (this, calls) = (self.clone(), caller.clone());
        node.serve_as(
            &name("set_parameters_atomically"),
            &type_name("SetParametersAtomically"),
            move |request: SetParametersRequest, respond: Responder<SetParametersAtomicallyResponse>| {
                this.set_atomically(&calls, request.parameters, move |result| {
                    respond(Ok(SetParametersAtomicallyResponse { result }));
                });
            },
        )?
        .keep();
        let this = self.clone();
        node.serve_as(
            &name("list_parameters"),
            &type_name("ListParameters"),
            move |request: ListParametersRequest, respond| respond(Ok(this.list(&request))),
        )?
        .keep();
        let this = self.clone();
        node.serve_as(
            &name("describe_parameters"),
            &type_name("DescribeParameters"),
            move |request: NamesRequest, respond| {
                let descriptors = request.names.iter().map(|name| this.describe(name)).collect();
                respond(Ok(DescribeParametersResponse { descriptors }));
            },
        )?
        .keep();
        Ok(())
    }

    /// Reads the current values from the engine.
    fn get(&self, caller: &Caller, names: Vec<String>, respond: Responder<GetParametersResponse>) {
        let values = names.iter().map(|name| node_parameters::value(name).unwrap_or_default()).collect();
        let respond = move |values| respond(Ok(GetParametersResponse { values }));
        let gather = Gather::new(values, respond);
        for (index, name) in names.into_iter().enumerate() {
            let Some(Declared { component, property, .. }) = self.find(&name) else { continue };
            let gather = Arc::clone(&gather);
            caller.call(&component, "get_properties", Vec::new(), move |answer| {
                if let Some(value) = property_value(&answer, &property.name) {
                    gather.put(index, to_parameter(&property, value));
                }
            });
        }
    }

    /// Checks a parameter before it is set. Returns its property and the value, or `None` if it has the value already.
    fn check(&self, Parameter { name, value }: &Parameter) -> Result<Option<(Declared, Value)>, String> {
        if node_parameters::value(name).is_some() {
            return node_parameters::set(name, value).map(|()| None);
        }
        let undeclared = || format!("parameter '{name}' cannot be set because it was not declared");
        let declared = self.find(name).ok_or_else(undeclared)?;
        let value = from_parameter(name, &declared.property, value)?;
        Ok(Some((declared, value)))
    }

    /// Sets each parameter independently.
    fn set(
        &self,
        caller: &Caller,
        parameters: Vec<Parameter>,
        respond: impl FnOnce(Vec<SetParametersResult>) + Send + 'static,
    ) {
        let gather = Gather::new(vec![refused(NO_ANSWER.to_owned()); parameters.len()], respond);
        for (index, parameter) in parameters.into_iter().enumerate() {
            let (declared, value) = match self.check(&parameter) {
                Ok(Some(checked)) => checked,
                Ok(None) => {
                    gather.put(index, successful());
                    continue;
                }
                Err(reason) => {
                    gather.put(index, refused(reason));
                    continue;
                }
            };
            let gather = Arc::clone(&gather);
            let arguments = vec![Value::Text(declared.property.name.clone()), value];
            caller.call(&declared.component, "set_property", arguments, move |answer| {
                gather.put(
                    index,
                    match answer_to_json(&answer) {
                        Ok(_) => successful(),
                        Err(reason) => refused(format!("parameter '{}': {reason}", parameter.name)),
                    },
                );
            });
        }
    }

    /// Sets all parameters, or none if a name or a type is wrong. If a component refuses a value, the other parameters
    /// remain set, and the result reports that not all parameters were set.
    fn set_atomically(
        &self,
        caller: &Caller,
        parameters: Vec<Parameter>,
        respond: impl FnOnce(SetParametersResult) + Send + 'static,
    ) {
        if let Some(reason) = parameters.iter().find_map(|parameter| self.check(parameter).err()) {
            return respond(refused(reason));
        }
        let this = self.clone();
        self.set(caller, parameters.clone(), move |results| {
            let changed = set_ones(parameters, &results).map(|(parameter, _)| parameter).collect();
            this.0.events.publish(Change::Changed, changed);
            let failed = results.into_iter().find(|result| !result.successful);
            respond(failed.map_or_else(successful, |failed| {
                refused(format!("not all parameters were set: {}", failed.reason))
            }));
        });
    }

    fn list(&self, request: &ListParametersRequest) -> ListParametersResponse {
        let fits = |name: &&String| {
            let rest = |prefix: &String| match name.strip_prefix(prefix.as_str()) {
                Some("") => Some(""),
                Some(rest) => rest.strip_prefix('.'),
                None => None,
            };
            let shallow =
                |rest: &str| request.depth == 0 || (rest.matches('.').count() as u64) < request.depth;
            match request.prefixes.is_empty() {
                true => shallow(name),
                false => request.prefixes.iter().filter_map(rest).any(shallow),
            }
        };
        let mut names: Vec<String> = self.lock().keys().filter(fits).cloned().collect();
        let of_node = node_parameters::names().map(str::to_owned).collect::<Vec<_>>();
        names.extend(of_node.iter().filter(fits).cloned());
        let mut prefixes: Vec<String> = names
            .iter()
            .filter_map(|name| name.rsplit_once('.'))
            .map(|(prefix, _)| prefix.to_owned())
            .collect();
        prefixes.sort();
        prefixes.dedup();
        ListParametersResponse { names, prefixes }
    }

    fn describe(&self, name: &str) -> ParameterDescriptor {
        if let Some(descriptor) = node_parameters::describe(name) {
            return descriptor;
        }
        let Some(Declared { property, kind, .. }) = self.find(name) else {
            return ParameterDescriptor { name: name.to_owned(), ..ParameterDescriptor::default() };
        };
        let mut descriptor = ParameterDescriptor {
            name: name.to_owned(),
            kind,
            description: property.doc.clone(),
            ..ParameterDescriptor::default()
        };
        if !property.one_of.is_empty() {
            descriptor.additional_constraints = format!("one of {}", property.one_of.join(", "));
        }
        if let Some((low, high)) = property.range {
            let (low, high) = (low.unwrap_or(f64::MIN), high.unwrap_or(f64::MAX));
            match property.type_name.as_str() {
                "int" => descriptor.integer_range.push(IntegerRange {
                    from_value: low as i64,
                    to_value: high as i64,
                    step: 1,
                }),
                _ => descriptor.floating_point_range.push(FloatingPointRange {
                    from_value: low,
                    to_value: high,
                    step: 0.0,
                }),
            }
        }
        descriptor
    }
}

fn refused(reason: String) -> SetParametersResult {
    SetParametersResult { successful: false, reason }
}

fn successful() -> SetParametersResult {
    SetParametersResult { successful: true, reason: String::new() }
}

/// The parameters of components that were set, with their results.
fn set_ones(
    parameters: Vec<Parameter>,
    results: &[SetParametersResult],
) -> impl Iterator<Item = (Parameter, &SetParametersResult)> {
    let pairs = parameters.into_iter().zip(results);
    pairs.filter(|(parameter, result)| result.successful && node_parameters::value(&parameter.name).is_none())
}

/// The value of one property in the answer of `get_properties`.
fn property_value<'a>(answer: &'a Answer, name: &str) -> Option<&'a Value> {
    let Answer::Success(value) = answer else { return None };
    value.as_map()?.get("properties")?.as_map()?.get(name)?.as_list()?.first()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Parameters {
        let property = PropertyDescription {
            name: "Speed".into(),
            type_name: "float".into(),
            default: Value::Float(1.0),
            unit: None,
            doc: "Cruise speed.".into(),
            range: Some((Some(0.0), None)),
            one_of: Vec::new(),
            environment: None,
        };
        let parameters = Parameters::default();
        let values = Map::from([("Speed", Value::Float(1.0))]);
        let property = [property];
        parameters.declare(("robot.waypoint", "/robot/waypoint"), &property, &values);
        parameters.declare(("other one.waypoint", "/other_one/waypoint"), &property, &values);
        parameters
    }

    #[test]
    fn names_are_listed_by_prefix_and_depth() {
        let all = parameters();
        let list = |prefixes: &[&str], depth| {
            let prefixes = prefixes.iter().map(|&prefix| prefix.to_owned()).collect();
            all.list(&ListParametersRequest { prefixes, depth })
        };
        let of_node = ["start_type_description_service", "use_sim_time"];
        let of_components = ["other_one.waypoint.Speed", "robot.waypoint.Speed"];
        assert_eq!(list(&[], 0).names, [of_components, of_node].concat());
        assert_eq!(list(&["robot"], 0).names, ["robot.waypoint.Speed"]);
        assert_eq!(list(&["robot"], 0).prefixes, ["robot.waypoint"]);
        assert!(list(&["rob"], 0).names.is_empty());
        assert_eq!(list(&[], 1).names, of_node, "the other names have three parts");
        all.undeclare("robot.waypoint");
        assert!(list(&["robot"], 0).names.is_empty());
    }

    #[test]
    fn descriptor_has_type_description_and_range() {
        let described = parameters().describe("robot.waypoint.Speed");
        assert_eq!((described.kind, described.description.as_str()), (3, "Cruise speed."));
        assert_eq!(described.floating_point_range[0].from_value, 0.0);
        assert_eq!(parameters().describe("nothing").kind, 0);
        assert!(parameters().describe("use_sim_time").read_only);
    }

    #[test]
    fn unknown_names_and_wrong_types_are_refused_without_a_call() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let wrong_type = ParameterValue { kind: 2, integer_value: 1, ..ParameterValue::default() };
        let parameter = |name: &str| Parameter { name: name.into(), value: wrong_type.clone() };
        let given = vec![parameter("nothing"), parameter("robot.waypoint.Speed"), parameter("use_sim_time")];
        parameters().set(&Caller::default(), given, move |results| sender.send(results).unwrap());
        let results = receiver.recv().unwrap();
        assert_eq!(results[0].reason, "parameter 'nothing' cannot be set because it was not declared");
        assert!(results[1].reason.contains("is of type {double}, setting it to {integer}"));
        assert!(results[2].reason.contains("it is read-only"));
    }
}
