//! What a company hears when its plan, its standing or its data change: what its people got when they signed in, anew.

pub(in crate::api) use guiche_actors::billing::company_changed;
