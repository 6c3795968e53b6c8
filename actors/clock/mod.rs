//! What is done when its time has come. Every node looks; what is found is taken in the transaction that does it.

mod assignments;
mod campaigns;
mod due_notices;
mod forgetting;
mod guard;
mod idle;
mod jobs;
mod leads;
mod list_checks;
mod outages;
mod ratings;
mod schedules;
mod snoozed;
mod webhooks;

pub use jobs::{JobDeps, start_jobs};

use guiche_storage::model::CompanyId;

use crate::{
    desk::{Desk, DeskWork, Do},
    registry::Registry,
};

/// Has a company's desk do a piece of work and waits for it. What fails is found again by the next look and does not
/// hold up the rest.
async fn give<W: DeskWork>(desks: &Registry<Desk>, company: CompanyId, work: W, what: &str) {
    let done = match desks.find_or_start(&company) {
        Ok(desk) => match desk.send(Do(work)).await {
            Ok(done) => done.map(drop),
            Err(error) => Err(error.into()),
        },
        Err(error) => Err(error),
    };
    if let Err(error) = done {
        tracing::warn!(%error, company.id = company.0, "{what} could not be done now and stays due");
    }
}
