//! Typed indexes into the lists of a model.

use serde::Serialize;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The index in the list.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The limits on files keep every list far below 2³² entries.
            pub(crate) fn new(index: usize) -> Self {
                $name(index as u32)
            }
        }
    )*};
}

ids! {
    /// A node of [`Model::nodes`](super::Model::nodes).
    NodeId,
    /// A mesh of [`Model::meshes`](super::Model::meshes).
    MeshId,
    /// A material of [`Model::materials`](super::Model::materials).
    MaterialId,
    /// An image of [`Model::textures`](super::Model::textures).
    TextureId,
    /// A light of [`Model::lights`](super::Model::lights).
    LightId,
    /// A camera of [`Model::cameras`](super::Model::cameras).
    CameraId,
    /// A skeleton of [`Model::armatures`](super::Model::armatures).
    ArmatureId,
}
