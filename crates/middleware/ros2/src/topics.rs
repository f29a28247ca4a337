//! Topics of the node in addition to the streams of components.

pub mod clock;
pub mod map;
pub mod robot_frames;
pub mod rosout;
pub mod tf_listener;
pub mod user_topics;
