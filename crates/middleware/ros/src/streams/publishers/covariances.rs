//! Covariances of messages: those of the stream's options, or those that the models of the sensor state.

use morse_sim::contract::uncertainty::Covariance;
use morse_sim::transport::stream::Sample;

use super::Stream;
use crate::node_interface::{Node, Version};
use crate::streams::options::Block;

/// The smallest variance in a message that cannot state that its covariance is unknown. Filters cannot weight a
/// measurement with a variance of zero: `robot_localization` replaces smaller values by this one. Its unit is the square of
/// the unit of the quantity.
const VARIANCE_MIN: f64 = 1e-9;

/// Meaning of a covariance of zero in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zero {
    /// The message defines it as "unknown".
    Unknown,
    /// An exact value. No sensor is exact, so a small variance is sent instead.
    Exact,
}

/// One of the covariances of a message, over `N` quantities.
pub(super) struct MessageCovariance<const N: usize> {
    given: Option<Block<N>>,
    zero: Zero,
    version: Version,
}

impl<const N: usize> MessageCovariance<N> {
    /// Reads the option `name` of a stream.
    pub(super) fn open<Ros: Node>(stream: &Stream<'_, Ros>, name: &str, zero: Zero) -> Result<Self, String> {
        Ok(Self { given: stream.options.covariance(name)?, zero, version: Ros::ROS })
    }

    /// The covariance of the message: of the option if there is one, else `modeled`, which the models of the sensor
    /// state. In ROS 1 it is zero without the option, as in MORSE 1.4.
    pub(super) fn block(&self, modeled: Option<Block<N>>) -> Block<N> {
        if let Some(given) = &self.given {
            return *given;
        }
        let mut block = [[0.0; N]; N];
        if self.version == Version::Ros1 {
            return block;
        }
        if let Some(modeled) = modeled {
            block = modeled;
        }
        if self.zero == Zero::Exact {
            for (index, row) in block.iter_mut().enumerate() {
                if let Some(variance) = row.get_mut(index) {
                    *variance = variance.max(VARIANCE_MIN);
                }
            }
        }
        block
    }

    /// The covariance in row-major order; see [`MessageCovariance::block`].
    pub(super) fn flat<const M: usize>(&self, modeled: Option<Block<N>>) -> [f64; M] {
        flat(self.block(modeled))
    }

    /// Whether the option gives the covariance.
    pub(super) fn is_given(&self) -> bool {
        self.given.is_some()
    }
}

/// A square matrix in row-major order.
pub(super) fn flat<const N: usize, const M: usize>(block: Block<N>) -> [f64; M] {
    let mut numbers = block.into_iter().flatten();
    std::array::from_fn(|_| numbers.next().unwrap_or(0.0))
}

/// The errors of a reading for messages of ROS 2; `None` in ROS 1, and if the models state no error.
pub(super) fn errors_of<N: Node>(sample: &Sample<'_>) -> Option<Covariance> {
    match N::ROS {
        Version::Ros1 => None,
        Version::Ros2 => sample.covariance(),
    }
}
