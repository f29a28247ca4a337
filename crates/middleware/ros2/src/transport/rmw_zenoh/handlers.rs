//! Callbacks of zenoh for messages of topics, and for requests, which are queries that are answered later.

use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};

use zenoh::Wait;
use zenoh::query::Query;
use zenoh::sample::{Sample, SampleKind};

use crate::cdr::Payload;
use crate::transport::rmw_zenoh::attachment::{Attachment, now_ns};
use crate::transport::rmw_zenoh::encapsulation::{unwrap, wrap};
use crate::transport::rmw_zenoh::reason;
use crate::transport::rmw_zenoh::session::Task;
use crate::transport::{MessageHandler, RequestHandler, Responder};

/// Callback for the samples of a topic. Their attachments are ignored.
pub fn receiver(handler: MessageHandler) -> impl Fn(Sample) + Send + Sync {
    let handler = Mutex::new(handler);
    move |sample: Sample| {
        if sample.kind() == SampleKind::Put {
            (handler.lock().unwrap_or_else(PoisonError::into_inner))(unwrap(sample.payload()));
        }
    }
}

/// Callback for the queries of a service.
pub fn server(
    name: &str,
    key: String,
    tasks: Sender<Task>,
    handler: RequestHandler,
) -> impl Fn(Query) + Send + Sync + use<> {
    let name = name.to_owned();
    let handler = Mutex::new(handler);
    move |query: Query| {
        let (request, attachment) = match read(&query) {
            Ok(read) => read,
            Err(problem) => {
                return tracing::warn!("{name}: a request is malformed and is ignored: {problem}");
            }
        };
        let (name, key, tasks) = (name.clone(), key.clone(), tasks.clone());
        let respond: Responder<Payload> = Box::new(move |answer| {
            let send = move || answer_query(&name, key, &query, attachment, answer);
            // An error means that the node is stopped. All queries have then ended.
            let _ = tasks.send(Task::Answer(Box::new(send)));
        });
        (handler.lock().unwrap_or_else(PoisonError::into_inner))(request, respond);
    }
}

/// The request of a query, with its attachment. Programs that are not ROS nodes may omit the attachment.
fn read(query: &Query) -> Result<(Payload, Option<Attachment>), String> {
    let payload = query.payload().ok_or("it has no data")?;
    let attachment = query
        .attachment()
        .map(|bytes| Attachment::decode(&bytes.to_bytes()).ok_or("its attachment is malformed"))
        .transpose()?;
    Ok((unwrap(payload)?, attachment))
}

/// Sends a response, with the sequence number and the sender of the request. A failure is sent as an error reply.
fn answer_query(
    name: &str,
    key: String,
    query: &Query,
    attachment: Option<Attachment>,
    answer: Result<Payload, String>,
) {
    let sent = match answer {
        Ok(payload) => {
            let reply = query.reply(key, wrap(payload.bytes));
            let attachment = attachment.map(|request| Attachment { time_ns: now_ns(), ..request }.encode());
            reply.attachment(attachment).wait()
        }
        Err(problem) => {
            tracing::warn!("{name}: no answer is sent: {problem}");
            query.reply_err(problem).wait()
        }
    };
    if let Err(error) = sent {
        tracing::warn!("{name}: the answer cannot be sent: {}", reason(&error));
    }
}
