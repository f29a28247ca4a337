//! The parameters of the node, and the services that list, read and set them.

mod gather;

use std::collections::BTreeMap;
use std::sync::Arc;

use morse_ros::NodeError;
use morse_scene::description::PropertyDescription;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;

use crate::names;
use crate::parameters::messages::{
    DescribeParametersResponse, FloatingPointRange, GetParameterTypesResponse, GetParametersResponse,
    IntegerRange, ListParametersRequest, ListParametersResponse, NamesRequest, Parameter,
    ParameterDescriptor, ParameterValue, SetParametersAtomicallyResponse, SetParametersRequest,
    SetParametersResponse, SetParametersResult,
};
use crate::parameters::store::gather::Gather;
use crate::parameters::values::{NOT_SET, from_parameter, to_parameter};
use crate::service_caller::{Caller, answer_to_json};
use crate::transport::Responder;
use crate::transport_node::{NODE_NAME, Ros2Node};

/// One parameter: a property of a component.
#[derive(Debug, Clone)]
struct Declared {
    component: String,
    property: PropertyDescription,
    /// The ROS type of the initial value.
    kind: u8,
}

/// All parameters, by name.
#[derive(Debug, Clone, Default)]
pub struct Parameters {
    declared: BTreeMap<String, Declared>,
}

impl Parameters {
    /// Declares a property of a component with its initial value.
    pub fn declare(&mut self, component: &str, property: &PropertyDescription, value: &Value) {
        let name = format!("{component}.{}", property.name);
        let kind = to_parameter(property, value).kind;
        let declared = Declared { component: component.to_owned(), property: property.clone(), kind };
        self.declared.insert(name, declared);
    }

    /// Opens the six parameter services.
    ///
    /// # Errors
    /// When the transport refuses.
    pub fn open(self, node: &Ros2Node, caller: &Caller) -> Result<(), NodeError> {
        let all = Arc::new(self);
        let name = |service: &str| format!("/{NODE_NAME}/{service}");
        let type_name = |service: &str| names::service_type("rcl_interfaces", service);
        let (this, calls) = (Arc::clone(&all), caller.clone());
        node.serve_as(
            &name("get_parameters"),
            &type_name("GetParameters"),
            move |request: NamesRequest, respond| {
                this.get(&calls, request.names, respond);
            },
        )?
        .keep();
        let this = Arc::clone(&all);
        node.serve_as(
            &name("get_parameter_types"),
            &type_name("GetParameterTypes"),
            move |request: NamesRequest, respond| {
                let kind = |name: &String| this.declared.get(name).map_or(NOT_SET, |declared| declared.kind);
                respond(Ok(GetParameterTypesResponse { types: request.names.iter().map(kind).collect() }));
            },
        )?
        .keep();
        let (this, calls) = (Arc::clone(&all), caller.clone());
        node.serve_as(
            &name("set_parameters"),
            &type_name("SetParameters"),
            move |request: SetParametersRequest, respond: Responder<SetParametersResponse>| {
                this.set(&calls, request.parameters, move |results| {
                    respond(Ok(SetParametersResponse { results }))
                });
            },
        )?
        .keep();
        let (this, calls) = (Arc::clone(&all), caller.clone());
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
        let this = Arc::clone(&all);
        node.serve_as(
            &name("list_parameters"),
            &type_name("ListParameters"),
            move |request: ListParametersRequest, respond| respond(Ok(this.list(&request))),
        )?
        .keep();
        node.serve_as(
            &name("describe_parameters"),
            &type_name("DescribeParameters"),
            move |request: NamesRequest, respond| {
                let descriptors = request.names.iter().map(|name| all.describe(name)).collect();
                respond(Ok(DescribeParametersResponse { descriptors }));
            },
        )?
        .keep();
        Ok(())
    }

    /// Reads the current values from the engine.
    fn get(&self, caller: &Caller, names: Vec<String>, respond: Responder<GetParametersResponse>) {
        let values = vec![ParameterValue::default(); names.len()];
        let respond = move |values| respond(Ok(GetParametersResponse { values }));
        let gather = Gather::new(values, respond);
        for (index, name) in names.into_iter().enumerate() {
            let Some(Declared { component, property, .. }) = self.declared.get(&name).cloned() else {
                continue;
            };
            let gather = Arc::clone(&gather);
            caller.call(&component, "get_properties", Vec::new(), move |answer| {
                if let Some(value) = property_value(&answer, &property.name) {
                    gather.put(index, to_parameter(&property, value));
                }
            });
        }
    }

    /// Sets each parameter independently.
    fn set(
        &self,
        caller: &Caller,
        parameters: Vec<Parameter>,
        respond: impl FnOnce(Vec<SetParametersResult>) + Send + 'static,
    ) {
        let results =
            parameters.iter().map(|parameter| refused(format!("there is no parameter {}", parameter.name)));
        let gather = Gather::new(results.collect(), respond);
        for (index, parameter) in parameters.into_iter().enumerate() {
            let Some(declared) = self.declared.get(&parameter.name) else { continue };
            let value = match from_parameter(&declared.property, &parameter.value) {
                Ok(value) => value,
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
                        Ok(_) => SetParametersResult { successful: true, reason: String::new() },
                        Err(reason) => refused(reason),
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
        let wrong = parameters.iter().find_map(|parameter| match self.declared.get(&parameter.name) {
            None => Some(format!("there is no parameter {}", parameter.name)),
            Some(declared) => from_parameter(&declared.property, &parameter.value).err(),
        });
        if let Some(reason) = wrong {
            return respond(refused(reason));
        }
        self.set(caller, parameters, move |results| {
            let failed = results.into_iter().find(|result| !result.successful);
            respond(
                failed.map_or(SetParametersResult { successful: true, reason: String::new() }, |failed| {
                    refused(format!("not all parameters were set: {}", failed.reason))
                }),
            );
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
        let names: Vec<String> = self.declared.keys().filter(fits).cloned().collect();
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
        let Some(Declared { property, kind, .. }) = self.declared.get(name) else {
            return ParameterDescriptor { name: name.to_owned(), ..ParameterDescriptor::default() };
        };
        let mut descriptor = ParameterDescriptor {
            name: name.to_owned(),
            kind: *kind,
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
        let mut parameters = Parameters::default();
        parameters.declare("robot.waypoint", &property, &Value::Float(1.0));
        parameters.declare("other.waypoint", &property, &Value::Float(1.0));
        parameters
    }

    #[test]
    fn names_are_listed_by_prefix_and_depth() {
        let all = parameters();
        let list = |prefixes: &[&str], depth| {
            let prefixes = prefixes.iter().map(|&prefix| prefix.to_owned()).collect();
            all.list(&ListParametersRequest { prefixes, depth })
        };
        assert_eq!(list(&[], 0).names, ["other.waypoint.Speed", "robot.waypoint.Speed"]);
        assert_eq!(list(&["robot"], 0).names, ["robot.waypoint.Speed"]);
        assert_eq!(list(&["robot"], 0).prefixes, ["robot.waypoint"]);
        assert!(list(&["rob"], 0).names.is_empty());
        assert!(list(&[], 1).names.is_empty(), "all names have three parts");
    }

    #[test]
    fn descriptor_has_type_description_and_range() {
        let described = parameters().describe("robot.waypoint.Speed");
        assert_eq!((described.kind, described.description.as_str()), (3, "Cruise speed."));
        assert_eq!(described.floating_point_range[0].from_value, 0.0);
        assert_eq!(parameters().describe("nothing").kind, NOT_SET);
    }

    #[test]
    fn unknown_names_and_wrong_types_are_refused_without_a_call() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let wrong_type = ParameterValue { kind: 2, integer_value: 1, ..ParameterValue::default() };
        let parameter = |name: &str| Parameter { name: name.into(), value: wrong_type.clone() };
        let given = vec![parameter("nothing"), parameter("robot.waypoint.Speed")];
        parameters().set(&Caller::default(), given, move |results| sender.send(results).unwrap());
        let results = receiver.recv().unwrap();
        assert!(results[0].reason.contains("no parameter nothing"));
        assert!(results[1].reason.contains("is of type float, not integer"));
    }
}
