//! What language models do for a company's people, and what they take (rule B15).

pub(super) mod help;
mod usage;

use crate::route_list::RouteList;

/// Mounts the routes of `/ai`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(usage::show).service(help::rewrite);
}
