//! Campaigns: one text for everybody of a contact list. What a running one goes on from is all stored (rule B11).

pub mod do_not_contact;
mod lists;
mod numbers;
mod read;
pub mod recipients;

pub mod running;
pub mod settings;
mod write;

pub use self::lists::{count_tagged, count_valid, from_tag, has_list, is_complete};
pub use self::numbers::{numbers, talks_by};
pub use self::read::{get, list, list_stopped, lock, media_of, sent_count, standings};
pub use self::write::{
    Begun, CampaignForm, begin, cancel, delete, forget_file_list, forget_tag, insert,
    is_running_by, is_running_with_files, pause, pause_for_failures, resume, set_media, update,
};

/// Campaigns of one page (rule B0).
pub const PAGE_SIZE: i64 = 20;
/// Recipients of one page.
pub const RECIPIENTS_A_PAGE: i64 = 50;
/// Recipients and contacts that one campaign shows.
const SHOWN_MAX: i64 = 100;
