//! The server's end of a service: it takes requests and sends each answer to the client that asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustdds::{
    GUID, RTPSEntity, SampleIdentity, SequenceNumber, Timestamp, WriteOptions, WriteOptionsBuilder,
};
use serde::{Deserialize, Serialize};

use crate::cdr::{self, CdrError, Payload};
use crate::dds::matched::Matched;
use crate::dds::pass_through::Writer;
use crate::dds::receiver::Handler;
use crate::dds::sample_queue::Received;
use crate::settings::ServiceMapping;
use crate::transport::RequestHandler;

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
    waiting: Arc<AtomicUsize>,
    /// The same of all services.
    waiting_in_all: Arc<AtomicUsize>,
}

/// An answer that waits for its client: it counts until it is dropped.
struct Waiting([Arc<AtomicUsize>; 2]);

impl Waiting {
    fn new(counts: [Arc<AtomicUsize>; 2]) -> Self {
        counts.iter().for_each(|count| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        Self(counts)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.iter().for_each(|count| {
            count.fetch_sub(1, Ordering::Relaxed);
        });
    }
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
        waiting_in_all: Arc<AtomicUsize>,
    ) -> Arc<Self> {
        Arc::new(Self {
            name: name.to_owned(),
            writer,
            reader,
            mapping,
            matched,
            waiting: Arc::default(),
            waiting_in_all,
        })
    }

    /// What is done with a request that arrives.
    pub fn handler(self: Arc<Self>, mut serve: RequestHandler) -> Handler {
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

    fn read(&self, received: &Received) -> Result<(RequestIdentity, Payload), CdrError> {
        let mut request = received.sample.clone();
        let (client, sample) = (received.writer_guid(), identity(received));
        let cyclone = match self.mapping {
            ServiceMapping::Enhanced => None,
            ServiceMapping::Cyclone => {
                let header = cdr::decode(&request)?;
                request.bytes = request.bytes.slice(CYCLONE_HEADER_LENGTH..);
                Some(header)
            }
        };
        Ok((RequestIdentity { client, sample, cyclone }, request))
    }

    /// Sends an answer. DDS cannot carry a failure of a service: the client gets none then, and the log says why.
    fn answer(self: Arc<Self>, identity: RequestIdentity, answer: Result<Payload, String>) {
        let name = &self.name;
        let response = match answer {
            Ok(response) => response,
            Err(problem) => return tracing::warn!("{name}: no answer is sent: {problem}"),
        };
        let payload = match &identity.cyclone {
            None => response,
            // The body is aligned from its own beginning; the header before it has a multiple of eight bytes.
            Some(header) => match cdr::encode(header, CYCLONE_HEADER_LENGTH + response.bytes.len()) {
                Ok(header) => Payload::new([&*header.bytes, &*response.bytes].concat()),
                Err(error) => return tracing::error!("{name}: the answer cannot be written: {error}"),
            },
        };
        let options = WriteOptionsBuilder::new()
            .source_timestamp(Timestamp::now())
            .related_sample_identity(identity.sample)
            .build();
        if self.knows(identity.client) || self.waiting.load(Ordering::Relaxed) >= WAITING_MAX {
            return self.send(payload, options);
        }
        // The reader of a client that has just started may not be connected yet: what is sent now would not reach it.
        let server = Arc::clone(&self);
        let waiting = Waiting::new([&self.waiting, &self.waiting_in_all].map(Arc::clone));
        let started = std::thread::Builder::new().name("ros2-answer".to_owned()).spawn(move || {
            let start = Instant::now();
            while !server.knows(identity.client) && start.elapsed() < CLIENT_WAIT {
                std::thread::sleep(CLIENT_LOOK);
            }
            server.send(payload, options);
            drop(waiting);
        });
        if let Err(error) = started {
            tracing::warn!("{}: an answer is lost: {error}", self.name);
        }
    }

    /// Whether answers reach a client.
    fn knows(&self, client: GUID) -> bool {
        self.matched.reaches(self.writer.guid(), self.reader, client, Instant::now())
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
