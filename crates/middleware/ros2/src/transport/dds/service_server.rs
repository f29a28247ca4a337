//! The server side of a service: receives requests and sends each response to its client.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use morse_rtps::{Guid, Sample, SampleIdentity, Writer};
use serde::{Deserialize, Serialize};

use crate::cdr::{self, Payload};
use crate::settings::ServiceMapping;
use crate::transport::RequestHandler;
use crate::transport::dds::matched_endpoints::MatchedEndpoints;
use crate::transport::dds::receiver::{self, Handler};

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
    reader: Guid,
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
    client: Guid,
    sample: SampleIdentity,
    cyclone: Option<CycloneHeader>,
}

impl ServiceServer {
    /// Creates a server that receives requests from `reader` and sends responses with `writer`.
    #[must_use]
    pub fn new(
        name: &str,
        (writer, reader): (Writer, Guid),
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
        Box::new(move |sample| {
            let (identity, request) = match self.read(sample) {
                Ok(read) => read,
                Err(error) => {
                    return tracing::warn!("{}: a request is malformed and is ignored: {error}", self.name);
                }
            };
            let server = Arc::clone(&self);
            serve(request, Box::new(move |answer| server.answer(identity, answer)));
        })
    }

    fn read(&self, received: Sample) -> Result<(RequestIdentity, Payload), String> {
        let (client, sample) = (received.writer, identity(&received));
        let mut request = receiver::payload(received)?;
        let cyclone = match self.mapping {
            ServiceMapping::Enhanced => None,
            ServiceMapping::Cyclone => {
                let header = cdr::decode(&request).map_err(|error| error.to_string())?;
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
        if self.knows(&identity) || self.waiting.load(Ordering::Relaxed) >= WAITING_MAX {
            return self.send(payload, identity.sample);
        }
        // The reader of a client that has just started may not be matched yet. It would miss a response that is sent now.
        let server = Arc::clone(&self);
        let waiting = DelayedResponse::new([&self.waiting, &self.waiting_in_all].map(Arc::clone));
        let started = std::thread::Builder::new().name("ros2-answer".to_owned()).spawn(move || {
            let start = Instant::now();
            while !server.knows(&identity) && start.elapsed() < CLIENT_WAIT {
                std::thread::sleep(CLIENT_LOOK);
            }
            server.send(payload, identity.sample);
            drop(waiting);
        });
        if let Err(error) = started {
            tracing::warn!("{}: an answer is lost: {error}", self.name);
        }
    }

    /// Whether the response to a request reaches its client. Clients on Fast DDS name their reader in the request.
    fn knows(&self, identity: &RequestIdentity) -> bool {
        let (writer, named) = (self.writer.guid().entity, identity.sample.writer);
        self.matched.is_ready(writer, named)
            || (!is_reader(named) && self.matched.reaches(writer, self.reader.entity, identity.client))
    }

    fn send(&self, payload: Payload, request: SampleIdentity) {
        if let Err(error) = self.writer.write_related(payload.bytes, request) {
            tracing::warn!("{}: the answer cannot be sent: {error}", self.name);
        }
    }
}

/// The identity of a request. Some implementations omit the sequence number or the whole identity, which are then taken
/// from the sample itself.
fn identity(received: &Sample) -> SampleIdentity {
    let own = SampleIdentity { writer: received.writer, sequence: received.sequence };
    match received.related {
        Some(related) if related.writer == Guid::UNKNOWN => own,
        Some(related) if related.sequence <= 0 => SampleIdentity { sequence: own.sequence, ..related },
        Some(related) => related,
        None => own,
    }
}

/// Whether an identifier is that of a reader (DDSI-RTPS 2.5, 9.3.1.2).
fn is_reader(guid: Guid) -> bool {
    matches!(guid.entity.0[3] & 0x3f, 0x04 | 0x07)
}
