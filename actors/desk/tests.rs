//! Work that panics: it is told so, its lane goes on, the desk stays.

use std::sync::Arc;

use guiche_storage::{
    media::LinkSigner,
    model::{CompanyId, ContactId},
};

use super::{Desk, DeskContext, DeskWork, Do, Lane};
use crate::{
    ActorError,
    publisher::{EventPublisher, Wake},
    registry::Registry,
    test_company::TestCompany,
};

/// Panics asked for (rule P4, "actor panic").
const PANICS: i64 = 10_000;
const LANES: i64 = 7;

struct Work {
    contact: i64,
    breaks: bool,
}

impl DeskWork for Work {
    type Answer = i64;

    fn lane(&self) -> Lane {
        Lane::Contact(ContactId(self.contact))
    }

    async fn run(self, _: DeskContext) -> Result<i64, ActorError> {
        tokio::task::yield_now().await;
        assert!(!self.breaks, "as asked");
        Ok(self.contact)
    }
}

#[actix::test]
async fn ten_thousand_panics_end_nobody_elses_work() {
    let company = TestCompany::new().await;
    let (db, clock) = (company.db.clone(), Arc::clone(&company.clock));
    let desks = Registry::new(vec![], move |id: &CompanyId| {
        Desk::new(DeskContext {
            company: *id,
            db: db.clone(),
            clock: Arc::clone(&clock),
            links: Arc::new(LinkSigner::new(b"key")),
            tell: EventPublisher::nobody(),
            wake: Wake::nobody(),
        })
    });
    let desk = desks.find_or_start(&company.id).unwrap();
    for place in 0..PANICS {
        let contact = place % LANES;
        let broken = desk.send(Do(Work {
            contact,
            breaks: true,
        }));
        let sound = desk.send(Do(Work {
            contact,
            breaks: false,
        }));
        let (broken, sound) = futures_util::future::join(broken, sound).await;
        assert!(matches!(broken.unwrap(), Err(ActorError::Busy)));
        assert_eq!(sound.unwrap().unwrap(), contact, "the same lane goes on");
    }
    assert!(desk.connected(), "the same actor");
}
