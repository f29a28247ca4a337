//! The server side of a service: receives requests and sends each response to its client.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustdds::{
    GUID, RTPSEntity, SampleIdentity, SequenceNumber, Timestamp, WriteOptions, WriteOptionsBuilder,
};
use serde::{Deserialize, Serialize};

use crate::cdr::{self, CdrError, Payload};
use crate::settings::ServiceMapping;
use crate::transport::RequestHandler;
use crate::transport::dds::matched_endpoints::MatchedEndpoints;
use crate::transport::dds::pass_through::Writer;
use crate::transport::dds::receiver::Handler;
use crate::transport::dds::sample_queue::Received;

/// Longest delay of a response whose client has no known reader yet.
const CLIENT_WAIT: Duration = Duration::from_secs(10);

/// Period of checking for that reader.
const CLIENT_LOOK: Duration = Duration::from_millis(5);

/// Largest number of delayed responses of one service. Further responses are sent immediately.
const WAITING_MAX: usize = 16;

/// The server of one service.
pub struct ServiceServer {
    name: String,
    writer: Writer,
    /// Id of the reader of requests.
    reader: GUID,
    mapping: ServiceMapping,
    matched: Arc<MatchedEndpoints>,
    /// Number of delayed responses of this service.
    waiting: Arc<AtomicUsize>,
    /// Number of delayed responses of all services.
    waiting_in_all: Arc<AtomicUsize>,
}

/// Counts a delayed response in these counters until it is dropped.
struct DelayedResponse([Arc<AtomicUsize>; 2]);

impl DelayedResponse {
    fn new(counts: [Arc<AtomicUsize>; 2]) -> Self {
        counts.iter().for_each(|count| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        Self(counts)
    }
}

impl Drop for DelayedResponse {
    fn drop(&mut self) {
        self.0.iter().for_each(|count| {
            count.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

/// The header of 16 bytes that Cyclone DDS puts before requests and responses.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct CycloneHeader {
    client: u64,
    sequence: i64,
}

/// Length of a [`CycloneHeader`]. [bytes]
const CYCLONE_HEADER_LENGTH: usize = 16;

/// Identifies a request, so that its response reaches the client.
#[derive(Debug, Clone, Copy)]
struct RequestIdentity {
    /// Id of the writer of the request.
    client: GUID,
    sample: SampleIdentity,
    cyclone: Option<CycloneHeader>,
}

impl ServiceServer {
    /// Creates a server that receives requests from `reader` and sends responses with `writer`.
    #[must_use]
    pub fn new(
        name: &str,
        (writer, reader): (Writer, GUID),
        mapping: ServiceMapping,
        matched: Arc<MatchedEndpoints>,
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

    /// Callback for received requests, which are passed to `serve`.
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

    /// Sends a response. The failure of a service cannot be sent over DDS: it is logged, and the client gets no response.
    fn answer(self: Arc<Self>, identity: RequestIdentity, answer: Result<Payload, String>) {
        let name = &self.name;
        let response = match answer {
            Ok(response) => response,
            Err(problem) => return tracing::warn!("{name}: no answer is sent: {problem}"),
        };
        let payload = match &identity.cyclone {
            None => response,
            // The body is aligned to its own beginning. The length of the header is a multiple of eight, so it stays so.
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
        // The reader of a client that has just started may not be matched yet. It would miss a response that is sent now.
        let server = Arc::clone(&self);
        let waiting = DelayedResponse::new([&self.waiting, &self.waiting_in_all].map(Arc::clone));
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

    /// Whether responses reach a client.
    fn knows(&self, client: GUID) -> bool {
        self.matched.reaches(self.writer.guid(), self.reader, client, Instant::now())
    }

    fn send(&self, payload: Payload, options: WriteOptions) {
        if let Err(error) = self.writer.write_with_options(payload, options) {
            tracing::warn!("{}: the answer cannot be sent: {error}", self.name);
        }
    }
}

/// The identity of a request. Some implementations omit the sequence number or the whole identity, which are then taken
/// from the sample itself.
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
