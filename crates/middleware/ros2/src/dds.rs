//! The layer over DDS: payloads as bytes, their encoding, and qualities of service.

pub mod cdr;
pub mod payload;
pub mod qos;
