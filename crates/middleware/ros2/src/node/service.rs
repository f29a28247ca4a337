//! The server's end of a service: it takes requests and sends each answer to the client that asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustdds::{
    GUID, RTPSEntity, SampleIdentity, SequenceNumber, Timestamp, WriteOptions, WriteOptionsBuilder,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::dds::cdr::{self, CdrError};
use crate::dds::payload::{Payload, Writer};
use crate::node::matched::Matched;
use crate::node::receiver::{Handler, Received};
use crate::settings::ServiceMapping;

/// What takes an answer to its client.
pub type Responder<Response> = Box<dyn FnOnce(Result<Response, String>) + Send>;

/// Longest time that an answer waits for a client whose reader is not known yet.
const CLIENT_WAIT: Duration = Duration::from_secs(10);

/// Time between two looks for that reader.
const CLIENT_LOOK: Duration = Duration::from_millis(5);

/// Largest number of answers of one service that wait; others are sent at once.
const WAITING_MAX: usize = 16;

/// The server of one service.
pub struct ServiceServer {
    name: String,
    writer: Writer,
    /// The reader of requests.
    reader: GUID,
    mapping: ServiceMapping,
    matched: Arc<Matched>,
    /// Number of answers that wait for their client.
    waiting: AtomicUsize,
}

/// The header that Cyclone DDS puts before requests and answers: 16 bytes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct CycloneHeader {
    client: u64,
    sequence: i64,
}

/// Length of a [`CycloneHeader`]. [bytes]
const CYCLONE_HEADER_LENGTH: usize = 16;

/// Whom an answer is for.
#[derive(Debug, Clone, Copy)]
struct RequestIdentity {
    /// The writer of the request.
    client: GUID,
    sample: SampleIdentity,
    cyclone: Option<CycloneHeader>,
}

impl ServiceServer {
    /// A server that answers with `writer` what comes to `reader`.
    #[must_use]
    pub fn new(
        name: &str,
        (writer, reader): (Writer, GUID),
        mapping: ServiceMapping,
        matched: Arc<Matched>,
    ) -> Arc<Self> {
        Arc::new(Self {
            name: name.to_owned(),
            writer,
            reader,
            mapping,
            matched,
            waiting: AtomicUsize::new(0),
        })
    }

    /// What is done with a request that arrives.
    pub fn handler<Request, Response>(
        self: Arc<Self>,
        serve: impl Fn(Request, Responder<Response>) + Send + 'static,
    ) -> Handler
    where
        Request: DeserializeOwned + 'static,
        Response: Serialize + 'static,
    {
        Box::new(move |received| {
            let (identity, request) = match self.read(&received) {
                Ok(read) => read,
                Err(error) => {
                    return tracing::warn!("{}: a request is malformed and is ignored: {error}", self.name);
                }
            };
            let server = Arc::clone(&self);
            serve(request, Box::new(move |answer| server.answer(identity, answer)));
        })
    }

    fn read<Request: DeserializeOwned>(
        &self,
        received: &Received,
    ) -> Result<(RequestIdentity, Request), CdrError> {
        let Payload { bytes, little_endian } = &received.sample;
        let (client, sample) = (received.writer_guid(), identity(received));
        match self.mapping {
            ServiceMapping::Enhanced => {
                let request = cdr::decode_bytes(bytes, *little_endian)?;
                Ok((RequestIdentity { client, sample, cyclone: None }, request))
            }
            ServiceMapping::Cyclone => {
                let header = cdr::decode_bytes(bytes, *little_endian)?;
                let body = bytes.get(CYCLONE_HEADER_LENGTH..).unwrap_or_default();
                let request = cdr::decode_bytes(body, *little_endian)?;
                Ok((RequestIdentity { client, sample, cyclone: Some(header) }, request))
            }
        }
    }

    /// Sends an answer. ROS 2 cannot carry a failure of a service: the client gets none then, and the log says why.
    fn answer<Response: Serialize>(
        self: Arc<Self>,
        identity: RequestIdentity,
        answer: Result<Response, String>,
    ) {
        let name = &self.name;
        let response = match answer {
            Ok(response) => response,
            Err(problem) => return tracing::warn!("{name}: no answer is sent: {problem}"),
        };
        let mut bytes = Vec::with_capacity(64);
        let written = match &identity.cyclone {
            Some(header) => cdr::append(&mut bytes, header),
            None => Ok(()),
        };
        // The body is aligned from its own beginning; the header before it has a multiple of eight bytes.
        if let Err(error) = written.and_then(|()| cdr::append(&mut bytes, &response)) {
            return tracing::error!("{name}: the answer cannot be written: {error}");
        }
        let options = WriteOptionsBuilder::new()
            .source_timestamp(Timestamp::now())
            .related_sample_identity(identity.sample)
            .build();
        let payload = Payload::new(bytes);
        if self.knows(identity.client) || self.waiting.load(Ordering::Relaxed) >= WAITING_MAX {
            return self.send(payload, options);
        }
        // The reader of a client that has just started may not be known yet: what is sent now would not reach it.
        let server = Arc::clone(&self);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let started = std::thread::Builder::new().name("ros2-answer".to_owned()).spawn(move || {
            let start = Instant::now();
            while !server.knows(identity.client) && start.elapsed() < CLIENT_WAIT {
                std::thread::sleep(CLIENT_LOOK);
            }
            server.waiting.fetch_sub(1, Ordering::Relaxed);
            server.send(payload, options);
        });
        if let Err(error) = started {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            tracing::warn!("{}: an answer is lost: {error}", self.name);
        }
    }

    /// Whether answers reach a client.
    fn knows(&self, client: GUID) -> bool {
        self.matched.reaches(self.writer.guid(), self.reader, client)
    }

    fn send(&self, payload: Payload, options: WriteOptions) {
        if let Err(error) = self.writer.write_with_options(payload, options) {
            tracing::warn!("{}: the answer cannot be sent: {error}", self.name);
        }
    }
}

/// The client's identity in a request. Some implementations leave out the number, or all of it: the sample then stands
/// for itself.
fn identity(received: &Received) -> SampleIdentity {
    let own =
        SampleIdentity { writer_guid: received.writer_guid(), sequence_number: received.sequence_number };
    match received.related_sample_identity() {
        Some(related) if related.writer_guid == GUID::GUID_UNKNOWN => own,
        Some(related) if related.sequence_number == SequenceNumber::UNKNOWN => {
            SampleIdentity { sequence_number: own.sequence_number, ..related }
        }
        Some(related) => related,
        None => own,
    }
}
