//! Processes received datagrams.

use std::net::Ipv4Addr;
use std::time::Instant;

use crate::engine::{Engine, Event};
use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::messages::parse::Message;
use crate::messages::{Acknowledgment, FragmentRequest, Heartbeat, HeartbeatFragments, Submessage};
use crate::pacing::Job;
use crate::reader::Received;
use crate::reader::writer_proxy::WriterProxy;

impl Engine {
    /// Processes a datagram from an address. Anything that is not a valid message is ignored.
    pub fn receive(&mut self, now: Instant, from: Ipv4Addr, datagram: &[u8]) {
        let Ok(message) = Message::parse(datagram) else { return };
        let mut source = message.source;
        if source == self.own.prefix {
            return;
        }
        if let Some(other) = self.others.get_mut(&source) {
            other.last_seen = now;
        }
        let mut is_for_us = true;
        for submessage in message {
            match submessage {
                Submessage::Destination(prefix) => {
                    is_for_us = prefix == self.own.prefix || prefix == GuidPrefix::default();
                }
                Submessage::Source(prefix) => source = prefix,
                _ if !is_for_us || source == self.own.prefix => {}
                Submessage::Data(data) if data.writer == EntityId::PARTICIPANT_WRITER => {
                    self.participant_announced(now, source, from, &data);
                }
                Submessage::Data(data) => {
                    self.deliver(now, Guid::new(source, data.writer), data.reader, |proxy| proxy.data(&data));
                }
                Submessage::DataFragments(data) => {
                    self.deliver(now, Guid::new(source, data.writer), data.reader, |proxy| {
                        proxy.fragments(&data, now)
                    });
                }
                Submessage::Gap(gap) => {
                    self.deliver(now, Guid::new(source, gap.writer), gap.reader, |proxy| proxy.gap(&gap));
                }
                Submessage::Heartbeat(heartbeat) => self.heartbeat_received(now, source, &heartbeat),
                Submessage::HeartbeatFragments(heartbeat) => {
                    self.fragments_announced(now, source, &heartbeat)
                }
                Submessage::Acknowledgment(ack) => self.acknowledged(now, source, &ack),
                Submessage::FragmentRequest(request) => self.fragments_requested(now, source, &request),
                Submessage::Timestamp(_) => {}
            }
        }
    }

    /// The readers of this participant that a message of a writer concerns: one, or all that are matched.
    fn concerned(&self, writer: Guid, reader: EntityId) -> Vec<EntityId> {
        let is_matched =
            |id: &EntityId| self.readers.get(id).is_some_and(|local| local.writers.contains_key(&writer));
        if reader == EntityId::UNKNOWN {
            self.readers.keys().copied().filter(is_matched).collect()
        } else {
            Some(reader).filter(is_matched).into_iter().collect()
        }
    }

    /// Passes a message of a writer to the proxies of the readers, and delivers the samples that they return.
    fn deliver(
        &mut self,
        now: Instant,
        writer: Guid,
        reader: EntityId,
        mut process: impl FnMut(&mut WriterProxy) -> Vec<Received>,
    ) {
        for id in self.concerned(writer, reader) {
            let proxy = self.readers.get_mut(&id).and_then(|local| local.writers.get_mut(&writer));
            if let Some(proxy) = proxy {
                let received = process(proxy);
                self.pass_on(now, id, writer, received);
            }
        }
    }

    fn pass_on(&mut self, now: Instant, reader: EntityId, writer: Guid, received: Vec<Received>) {
        for received in received {
            if reader.is_builtin() {
                self.endpoint_described(now, writer, &received);
            } else if let Some(sample) = received.into_sample(writer) {
                self.events.push(Event::Sample { reader, sample });
            }
        }
    }

    fn heartbeat_received(&mut self, now: Instant, source: GuidPrefix, heartbeat: &Heartbeat) {
        let writer = Guid::new(source, heartbeat.writer);
        for id in self.concerned(writer, heartbeat.reader) {
            let proxy = self.readers.get_mut(&id).and_then(|local| local.writers.get_mut(&writer));
            if let Some(proxy) = proxy {
                let (received, answer) = proxy.heartbeat(heartbeat);
                self.pass_on(now, id, writer, received);
                if let Some(answer) = answer {
                    self.send_answer(id, writer, &answer);
                }
            }
        }
    }

    fn fragments_announced(&mut self, now: Instant, source: GuidPrefix, heartbeat: &HeartbeatFragments) {
        let writer = Guid::new(source, heartbeat.writer);
        for id in self.concerned(writer, heartbeat.reader) {
            let proxy = self.readers.get_mut(&id).and_then(|local| local.writers.get_mut(&writer));
            let missing =
                proxy.and_then(|proxy| proxy.fragments_missing(heartbeat.sequence, heartbeat.last, now));
            if let Some(missing) = missing {
                self.send_fragment_request(id, writer, &missing);
            }
        }
    }

    fn acknowledged(&mut self, now: Instant, source: GuidPrefix, ack: &Acknowledgment) {
        let reader = Guid::new(source, ack.reader);
        let fragment_length = self.fragment_length(source);
        let Some(local) = self.writers.get_mut(&ack.writer) else { return };
        let requests = local.acknowledge(reader, ack, now);
        for sequence in requests.repairs {
            if let Some(change) = local.sample(sequence)
                && !self.pacer.has(source, ack.writer, ack.reader, sequence)
            {
                let job = Job::repair(ack.writer, ack.reader, change, fragment_length);
                self.pacer.push(source, job, now);
            }
        }
        if requests.is_newly_ready && !ack.writer.is_builtin() {
            self.events.push(Event::ReaderReady { writer: ack.writer, reader });
        }
        if let Some(gap) = requests.gap {
            self.send_gap(source, &gap);
        }
        if requests.wants_heartbeat {
            self.send_heartbeat(now, ack.writer, reader);
        }
    }

    fn fragments_requested(&mut self, now: Instant, source: GuidPrefix, request: &FragmentRequest) {
        let reader = Guid::new(source, request.reader);
        let Some(local) = self.writers.get_mut(&request.writer) else { return };
        if !local.readers.contains_key(&reader)
            || self.pacer.has(source, request.writer, request.reader, request.sequence)
        {
            return;
        }
        let Some(change) = local.sample(request.sequence) else { return };
        let fragments = request.requested.members();
        let length = self.fragment_length(source);
        let job = Job::repair_fragments(request.writer, request.reader, change, length, fragments);
        if let Some(job) = job {
            self.pacer.push(source, job, now);
        }
    }
}
