//! Services of components as services of ROS 2.
//!
//! A service without arguments is a `std_srvs/Trigger`, one that needs a flag and nothing else a `std_srvs/SetBool`, and all
//! others are a `morse_msgs/Call`: a JSON list of arguments in, JSON out. Each is named after its component:
//! `/robot/component/service`.

use morse_ros::messages::morse_msgs::{Call, CallRequest, CallResponse};
use morse_ros::messages::std_srvs::{SetBool, SetBoolRequest, SetBoolResponse, Trigger, TriggerResponse};
use morse_ros::{Node, NodeError};
use morse_scene::description::ServiceDescription;
use morse_scene::value::Value;

use crate::component_services::calls::{Caller, answer_to_json, answer_to_text, arguments_from_json};
use crate::names::service_name;
use crate::node::Ros2Node;
use crate::node::handle::Ros2Handle;

/// How a service appears in ROS 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `std_srvs/Trigger`.
    Trigger,
    /// `std_srvs/SetBool`.
    SetBool,
    /// `morse_msgs/Call`.
    Call,
}

impl Form {
    /// The form of a service.
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

/// Serves a service of a component, until the handle is dropped.
///
/// # Errors
/// When ROS 2 forbids its name.
pub fn open(
    node: &Ros2Node,
    caller: &Caller,
    component: &str,
    service: &ServiceDescription,
) -> Result<Ros2Handle, NodeError> {
    let name = service_name(component, &service.name);
    let (caller, component, called) = (caller.clone(), component.to_owned(), service.name.clone());
    match Form::of(service) {
        Form::Trigger => node.serve::<Trigger>(
            &name,
            Box::new(move |_, reply| {
                caller.call(&component, &called, Vec::new(), move |answer| {
                    let (success, message) = told(answer_to_text(&answer));
                    reply.send(Ok(TriggerResponse { success, message }));
                });
            }),
        ),
        Form::SetBool => node.serve::<SetBool>(
            &name,
            Box::new(move |SetBoolRequest { data }, reply| {
                caller.call(&component, &called, vec![Value::Bool(data)], move |answer| {
                    let (success, message) = told(answer_to_text(&answer));
                    reply.send(Ok(SetBoolResponse { success, message }));
                });
            }),
        ),
        Form::Call => node.serve::<Call>(
            &name,
            Box::new(move |CallRequest { arguments }, reply| {
                let arguments = match arguments_from_json(&arguments) {
                    Ok(arguments) => arguments,
                    Err(result) => return reply.send(Ok(CallResponse { success: false, result })),
                };
                caller.call(&component, &called, arguments, move |answer| {
                    let (success, result) = told(answer_to_json(&answer));
                    reply.send(Ok(CallResponse { success, result }));
                });
            }),
        ),
    }
}

/// Whether a call succeeded, and its result or the reason.
fn told(result: Result<String, String>) -> (bool, String) {
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
    fn the_form_follows_from_the_arguments() {
        assert_eq!(Form::of(&service(0, false)), Form::Trigger);
        assert_eq!(Form::of(&service(1, true)), Form::SetBool);
        assert_eq!(Form::of(&service(2, true)), Form::SetBool, "the second one is optional");
        assert_eq!(Form::of(&service(1, false)), Form::Call);
        assert_eq!(Form::of(&service(2, false)), Form::Call);
    }
}
