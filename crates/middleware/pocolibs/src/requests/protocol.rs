//! Handles requests of clients: one line each.

use std::sync::Arc;

use morse_sim::contract::service::{Answer, ServiceError};

use super::answer::{argument, term};
use super::caller::{Activity, call};
use super::directory::{Found, Target};
use super::hub::Hub;
use super::overlay_calls;

/// Result of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A line to send to the client.
    Reply(String),
    /// All lines have already been sent.
    Replied,
    /// The connection must be closed.
    Leave,
}

/// Tcl commands that are accepted without effect.
const ACCEPTED: [&str; 7] = ["LM", "cs::init", "exec", "modules::connect", "ACK", "UNLM", "KILL"];

fn ok(text: &str) -> Next {
    Next::Reply(format!("OK {text}"))
}

fn error(text: &str) -> Next {
    Next::Reply(format!("ERROR {text}"))
}

/// Handles a line of a client.
pub(super) async fn handle(hub: &Arc<Hub>, client: u32, line: &str) -> Next {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [command, ..] if command.starts_with("BYE") => Next::Leave,
        ["REPLYTO", number, ..] => match number.parse() {
            Ok(other) => {
                hub.reply_to(client, other);
                ok(number)
            }
            Err(_) => error("0 REPLYTO needs the number of a client"),
        },
        ["RQST", path, arguments @ ..] => request(hub, client, path, arguments).await,
        ["ABORT", id, ..] => {
            let activity = id.parse().ok().and_then(|id| hub.activity(id));
            match activity {
                Some(activity) => {
                    activity.abort(hub.gateway()).await;
                    ok("")
                }
                None => error(&format!("0 no request {id} is under way")),
            }
        }
        ["cs::lsmbox", ..] => ok(&hub.directory().names()),
        ["info", "commands", pattern, ..] => {
            let name = pattern.trim_start_matches(':').split("::").next().unwrap_or_default();
            match hub.directory().commands(name) {
                Some(commands) => ok(&commands),
                None => error(&format!("1 no module {name}")),
            }
        }
        [command, ..] if ACCEPTED.contains(command) => ok(""),
        [command, ..] => error(&format!("0 command {command} not implemented!")),
        [] => error("0 an empty command"),
    }
}

async fn request(hub: &Arc<Hub>, client: u32, path: &str, words: &[&str]) -> Next {
    let id = hub.next_request();
    let Some((name, service)) =
        path.trim_matches(':').split_once("::").filter(|(_, rest)| !rest.contains("::"))
    else {
        return error("0 a request is ::component::service");
    };
    let found = hub.directory().find(name, service);
    let Some(found) = found else {
        return error(&format!("1 invalid command name \\\"{service}Send\\\""));
    };
    if words.len() < found.info.arguments_min || words.len() > found.info.arguments_max {
        return error("1 wrong # args");
    }
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let activity = Activity::new();
    let (name, service) = (name.to_owned(), service.to_owned());
    if found.info.is_asynchronous {
        hub.begin(id, &activity);
        let hub = Arc::clone(hub);
        hub.send_reply(client, &format!("OK {id}"));
        hub.send_result(client, &format!("{id} ::{name}::{service} ACK 0"));
        tokio::spawn(async move {
            let answer = execute(&hub, &activity, &found, &service, &words).await;
            hub.end(id);
            hub.send_result(client, &term(id, &name, &service, &interrupted(&activity, answer)));
        });
        return Next::Replied;
    }
    let answer = execute(hub, &activity, &found, &service, &words).await;
    match &answer {
        Answer::Failed(ServiceError::NotRegistered { .. }) => {
            error(&format!("1 invalid command name \\\"{service}Send\\\""))
        }
        Answer::Failed(ServiceError::WrongCount { .. }) => error("1 wrong # args"),
        Answer::Failed(ServiceError::WrongType { .. }) => error("1 wrong type in args"),
        answer => {
            hub.send_reply(client, &format!("OK {id}"));
            hub.send_result(client, &term(id, &name, &service, answer));
            Next::Replied
        }
    }
}

/// Answer of an aborted request: interrupted, unless it ended before.
fn interrupted(activity: &Activity, answer: Answer) -> Answer {
    match answer {
        Answer::Failed(_) if activity.is_aborted() => Answer::Preempted(morse_scene::value::Value::Null),
        answer => answer,
    }
}

async fn execute(
    hub: &Arc<Hub>,
    activity: &Activity,
    found: &Found,
    service: &str,
    words: &[String],
) -> Answer {
    match found.target {
        Target::Overlay(service) => {
            overlay_calls::perform(hub, activity, &found.component, service, words).await
        }
        Target::Component => {
            let arguments = words.iter().map(|word| argument(word)).collect();
            call(hub.gateway(), activity, &found.component, service, arguments).await
        }
    }
}
