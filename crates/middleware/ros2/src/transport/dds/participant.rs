//! The DDS participant: the connection of this program to its domain.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use morse_ros::NodeError;
use rustdds::{DomainParticipant, DomainParticipantBuilder, Publisher, Subscriber, Topic, TopicKind};
use rustdds::{DomainParticipantStatusListener, GUID, RTPSEntity};

use crate::settings::Settings;
use crate::transport::dds::dds_qos::dds;
use crate::transport::dds::loopback::LoopbackAnnouncer;
use crate::transport::dds::pass_through::{PassThrough, Reader, Writer};
use crate::transport::qos::{self, Policies};

/// A participant with the factories of its writers and readers.
pub struct Participant {
    participant: DomainParticipant,
    publisher: Publisher,
    subscriber: Subscriber,
    _announcer: Option<LoopbackAnnouncer>,
}

impl Participant {
    /// Joins a domain.
    ///
    /// # Errors
    /// When the system refuses the ports.
    pub fn join(settings: &Settings) -> Result<Arc<Self>, NodeError> {
        let mut builder = DomainParticipantBuilder::new(settings.domain);
        if settings.localhost_only {
            builder = builder.with_only_networks([IpAddr::V4(Ipv4Addr::LOCALHOST)]);
        }
        let refused = |error: &dyn std::fmt::Display| {
            NodeError(format!("cannot join domain {} of ROS 2: {error}", settings.domain))
        };
        let participant = builder.build().map_err(|error| refused(&error))?;
        let publisher =
            participant.create_publisher(&dds(qos::service())).map_err(|error| refused(&error))?;
        let subscriber =
            participant.create_subscriber(&dds(qos::service())).map_err(|error| refused(&error))?;
        let announcer =
            LoopbackAnnouncer::start(settings.domain, participant.participant_id(), participant.guid());
        let announcer = announcer.inspect_err(|error| {
            tracing::warn!(
                "programs on this machine may need ten seconds to find the simulator in ROS 2: {error}"
            );
        });
        Ok(Arc::new(Self { participant, publisher, subscriber, _announcer: announcer.ok() }))
    }

    /// Id of the participant.
    #[must_use]
    pub fn guid(&self) -> GUID {
        self.participant.guid()
    }

    /// Listener for the events of the participant.
    #[must_use]
    pub fn listener(&self) -> DomainParticipantStatusListener {
        self.participant.status_listener()
    }

    /// Creates a writer of a topic. Names are DDS names.
    ///
    /// # Errors
    /// When DDS refuses.
    pub fn writer(&self, topic: &str, type_name: &str, policies: Policies) -> Result<Writer, NodeError> {
        self.publisher
            .create_datawriter_no_key::<_, PassThrough>(
                &self.topic(topic, type_name, policies)?,
                Some(dds(policies)),
            )
            .map_err(|error| NodeError(format!("cannot write to {topic}: {error}")))
    }

    /// Creates a reader of a topic. Names are DDS names.
    ///
    /// # Errors
    /// When DDS refuses.
    pub fn reader(&self, topic: &str, type_name: &str, policies: Policies) -> Result<Reader, NodeError> {
        self.subscriber
            .create_simple_datareader_no_key::<_, PassThrough>(
                &self.topic(topic, type_name, policies)?,
                Some(dds(policies)),
            )
            .map_err(|error| NodeError(format!("cannot read from {topic}: {error}")))
    }

    fn topic(&self, topic: &str, type_name: &str, policies: Policies) -> Result<Topic, NodeError> {
        self.participant
            .create_topic(topic.to_owned(), type_name.to_owned(), &dds(policies), TopicKind::NoKey)
            .map_err(|error| NodeError(format!("cannot open topic {topic}: {error}")))
    }
}
