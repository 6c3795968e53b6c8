//! The message API for programs of the companies (rule B13): they have the token of a number and no user.

mod calls;
mod form;
pub mod send;
pub mod status;
pub(in crate::api) mod token;

use crate::route_list::RouteList;

/// Mounts the routes of `/messages-api`, the page for admins. What programs call is below `/messages`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(calls::show).service(calls::list);
}
