//! Media files: what they really are, where they lie, their rows, and the signed links that lead to them.
//!
//! A file lies under a random name below its company's folder and is reached through a signed, expiring link only.

pub mod file_lists;
mod links;
mod measure;
mod names;
mod owners;
mod rows;
mod sniff;
mod store;
mod sweep;
mod temp;
mod thumbnail;
mod voice;
mod voice_shape;

pub use links::{LinkSigner, LinkedFile};
pub use names::clean_name;
pub(crate) use owners::note_released;
#[cfg(test)]
pub(crate) use owners::owner_tables;
pub use owners::{of_contact, of_ticket, release, remove_released};
pub use rows::{
    MediaRow, MediaState, PendingMedia, claim_pending, complete, fail, fetch_again, get,
    insert_of_customer, insert_pending, insert_ready,
};
pub use sniff::{Sniffed, is_shown_inline, sniff};
pub use store::{FileHint, MediaLimits, MediaStore, StoredMedia};
pub use sweep::{Swept, sweep};
pub use temp::TempFile;
pub use thumbnail::{thumbnail_of_film, thumbnail_of_picture};
pub use voice::to_voice_note;
pub use voice_shape::{VoiceShape, voice_shape};
