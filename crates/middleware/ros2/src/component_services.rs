//! Services of components as ROS 2 services.
//!
//! A service without arguments has the type `std_srvs/Trigger`. A service that needs only a flag has the type
//! `std_srvs/SetBool`. All remaining services have the type `morse_msgs/Call`, with a JSON list of arguments and a JSON
//! result. A service is named after its component: `/robot/component/service`.

use morse_ros::messages::morse_msgs::{Call, CallRequest, CallResponse};
use morse_ros::messages::std_srvs::{SetBool, SetBoolRequest, SetBoolResponse, Trigger, TriggerResponse};
use morse_ros::{ComponentTopics, Node, NodeError};
use morse_scene::description::ServiceDescription;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;

use crate::names::service_name;
use crate::parameters::Parameters;
use crate::service_caller::{Caller, answer_to_json, answer_to_text, arguments_from_json};
use crate::transport_node::Ros2Node;
use crate::transport_node::handle::Ros2Handle;

/// The service that sets a property, which is also a parameter.
const SET_PROPERTY: &str = "set_property";

/// The ROS type of a service of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceType {
    /// The type `std_srvs/Trigger`.
    Trigger,
    /// The type `std_srvs/SetBool`.
    SetBool,
    /// The type `morse_msgs/Call`.
    Call,
}

impl ServiceType {
    /// The type for a service.
    #[must_use]
    pub fn of(service: &ServiceDescription) -> Self {
        if service.arguments.is_empty() {
            Self::Trigger
        } else if service.takes_flag {
            Self::SetBool
        } else {
            Self::Call
        }
    }
}

/// Offers a service of a component until the handle is dropped.
///
/// # Errors
/// When ROS 2 forbids its name.
pub fn open(
    node: &Ros2Node,
    caller: &Caller,
    topics: &ComponentTopics,
    parameters: &Parameters,
    component: &str,
    service: &ServiceDescription,
) -> Result<Ros2Handle, NodeError> {
    let name = service_name(topics, component, &service.name);
    let parameters = parameters.clone();
    let (caller, component, called) = (caller.clone(), component.to_owned(), service.name.clone());
    match ServiceType::of(service) {
        ServiceType::Trigger => node.serve::<Trigger>(
            &name,
            Box::new(move |_, reply| {
                caller.call(&component, &called, Vec::new(), move |answer| {
                    let (success, message) = outcome(answer_to_text(&answer));
                    reply.send(Ok(TriggerResponse { success, message }));
                });
            }),
        ),
        ServiceType::SetBool => node.serve::<SetBool>(
            &name,
            Box::new(move |SetBoolRequest { data }, reply| {
                caller.call(&component, &called, vec![Value::Bool(data)], move |answer| {
                    let (success, message) = outcome(answer_to_text(&answer));
                    reply.send(Ok(SetBoolResponse { success, message }));
                });
            }),
        ),
        ServiceType::Call => node.serve::<Call>(
            &name,
            Box::new(move |CallRequest { arguments }, reply| {
                let arguments = match arguments_from_json(&arguments) {
                    Ok(arguments) => arguments,
                    Err(result) => return reply.send(Ok(CallResponse { success: false, result })),
                };
                let (parameters, of) = (parameters.clone(), component.clone());
                let set = if called == SET_PROPERTY { arguments.clone() } else { Vec::new() };
                caller.call(&component, &called, arguments, move |answer| {
                    if let (Answer::Success(_), [Value::Text(property), value]) = (&answer, set.as_slice()) {
                        parameters.report(&of, property, value);
                    }
                    let (success, result) = outcome(answer_to_json(&answer));
                    reply.send(Ok(CallResponse { success, result }));
                });
            }),
        ),
    }
}

/// Whether a call succeeded, and its result or the error message.
fn outcome(result: Result<String, String>) -> (bool, String) {
    match result {
        Ok(json) => (true, json),
        Err(reason) => (false, reason),
    }
}

#[cfg(test)]
mod tests {
    use morse_scene::description::{ArgumentDescription, ServiceKind};

    use super::*;

    fn service(arguments: usize, takes_flag: bool) -> ServiceDescription {
        let argument = ArgumentDescription { name: "a".into(), default: None };
        ServiceDescription {
            name: "s".into(),
            arguments: vec![argument; arguments],
            takes_flag,
            kind: ServiceKind::Sync,
            interruptible: None,
            doc: String::new(),
        }
    }

    #[test]
    fn service_type_depends_on_the_arguments() {
        assert_eq!(ServiceType::of(&service(0, false)), ServiceType::Trigger);
        assert_eq!(ServiceType::of(&service(1, true)), ServiceType::SetBool);
        assert_eq!(
            ServiceType::of(&service(2, true)),
            ServiceType::SetBool,
            "the second argument is optional"
        );
        assert_eq!(ServiceType::of(&service(1, false)), ServiceType::Call);
        assert_eq!(ServiceType::of(&service(2, false)), ServiceType::Call);
    }
}
