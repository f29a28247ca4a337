//! Services of components as `std_srvs/Trigger` and `std_srvs/SetBool`. MORSE 1.4 does not offer them.

use morse_ros::messages::std_srvs::{SetBool, SetBoolResponse, Trigger, TriggerResponse};
use morse_ros::node_interface::{Node, NodeError};
use morse_scene::description::ServiceDescription;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;

use crate::service_caller::{Caller, Ended};
use crate::tcpros_node::{Ros1Handle, Ros1Node};

/// Offers a service that needs no arguments, or only a flag. Returns `None` for services without a standard type.
pub(super) fn open(
    node: &Ros1Node,
    name: &str,
    service: &ServiceDescription,
    caller: &Caller,
) -> Result<Option<Ros1Handle>, NodeError> {
    let path = format!("{name}/{}", service.name);
    let (called, caller, transport) = (service.name.clone(), caller.clone(), node.transport());
    if service.takes_flag {
        let handle = node.serve::<SetBool>(
            &path,
            Box::new(move |request, reply| {
                let (caller, called) = (caller.clone(), called.clone());
                transport.spawn(async move {
                    let (success, message) =
                        outcome(caller.call(&called, vec![Value::Bool(request.data)]).await);
                    reply.send(Ok(SetBoolResponse { success, message }));
                });
            }),
        )?;
        return Ok(Some(handle));
    }
    if service.arguments.iter().all(|argument| argument.default.is_some()) {
        let handle = node.serve::<Trigger>(
            &path,
            Box::new(move |_, reply| {
                let (caller, called) = (caller.clone(), called.clone());
                transport.spawn(async move {
                    let (success, message) = outcome(caller.call(&called, Vec::new()).await);
                    reply.send(Ok(TriggerResponse { success, message }));
                });
            }),
        )?;
        return Ok(Some(handle));
    }
    Ok(None)
}

/// Whether a call succeeded, and its result as JSON or the error message.
fn outcome(answer: Result<Answer, Ended>) -> (bool, String) {
    match answer {
        Ok(Answer::Success(Value::Null)) => (true, String::new()),
        Ok(Answer::Success(Value::Text(text))) => (true, text),
        Ok(Answer::Success(value)) => match serde_json::to_string(&value) {
            Ok(json) => (true, json),
            Err(error) => (false, format!("the result cannot be written as JSON: {error}")),
        },
        Ok(Answer::Preempted(_)) => (false, "preempted".to_owned()),
        Ok(Answer::Failed(error)) => (false, error.to_string()),
        Err(ended) => (false, ended.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use morse_sim::contract::service::ServiceError;

    use super::*;

    #[test]
    fn outcome_is_the_result_as_json_or_the_error_message() {
        let list = Value::List(vec![1.into(), "a".into()]);
        assert_eq!(outcome(Ok(Answer::Success(list))), (true, "[1,\"a\"]".to_owned()));
        assert_eq!(outcome(Ok(Answer::Success("Transit".into()))), (true, "Transit".to_owned()));
        assert_eq!(outcome(Ok(Answer::Success(Value::Null))), (true, String::new()));
        let refused = ServiceError::Refused("out of reach".to_owned());
        assert_eq!(outcome(Ok(Answer::Failed(refused))), (false, "out of reach".to_owned()));
        assert_eq!(outcome(Err(Ended)), (false, "the simulation has ended".to_owned()));
    }
}
