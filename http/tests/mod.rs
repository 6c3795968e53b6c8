//! The application over its real routes, with a database of its own and a clock that the test moves.

mod announcements;
mod auth;
mod billing;
mod callers;
mod chats;
mod contacts;
mod dashboard;
mod frame;
mod known_device;
mod lists;
mod media;
mod pages;
mod passwords;
mod queues;
mod recorder;
mod schedules;
mod shares;
mod simulator;
mod support;
mod told;
mod uploads;
mod whatsapp;
mod whatsapp_fields;
