//! Runners of one campaign on two nodes: one has the lease and goes on, the other does nothing; and what its steps ask for
//! before it begins and between two people.

use std::{sync::Arc, time::Duration};

use actix::Addr;
use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn, StorageError,
    campaigns::{self, Begun, CampaignForm, running},
    cluster::{
        leases::{self, Resource},
        redis::ClusterBus,
    },
    companies::{Feature, settings},
    connections::{self, StatusChange},
    contacts::lists::{
        self,
        checks::{self, Verdict},
    },
    media::LinkSigner,
    model::{
        CampaignId, CompanyId, ConnectionId, ContactListId,
        campaign::{CampaignSettings, CampaignTexts, PausedReason},
        connection::{ConnectionStatus, ProviderKind},
    },
};
use tokio::time::interval;

use super::{
    CampaignContext, CampaignKeeper, CampaignKey, CampaignRunner, ClockTrust, PollCampaign,
};
use crate::{
    desk::{Desk, DeskContext, Do, StepCampaign, Stepped},
    publisher::{EventPublisher, Wake},
    registry::Registry,
    test_company::TestCompany,
};

/// One campaign to one person, begun; its company may send none, so that it copies its list and then waits.
struct Stage {
    company: TestCompany,
    desks: Registry<Desk>,
    campaign: CampaignId,
}

/// One node's part in it.
struct Node {
    keeper: Arc<CampaignKeeper>,
    trust: Arc<ClockTrust>,
    runners: Registry<CampaignRunner>,
    key: CampaignKey,
}

/// A list with these people, of whose numbers nobody knows anything.
async fn list_of(
    c: &mut Conn<'_>,
    (company, now): (CompanyId, DateTime<Utc>),
    people: &[(&str, &str)],
) -> Result<ContactListId, StorageError> {
    let list = lists::insert(c, company, "Clientes", now).await?;
    for &(name, number) in people {
        let person = lists::items::ItemForm {
            name: name.into(),
            number: number.into(),
            email: String::new(),
        };
        lists::items::insert(c, company, list, &person, now).await?;
    }
    Ok(list)
}

/// One text to everybody of a list, by one number.
fn form(line: ConnectionId, list: ContactListId) -> CampaignForm {
    CampaignForm {
        name: "Natal".into(),
        texts: CampaignTexts {
            message1: "Oi".into(),
            ..CampaignTexts::default()
        },
        confirmation: false,
        scheduled_at: None,
        connections: vec![line],
        contact_list_id: Some(list),
        tag_list_id: None,
        file_list_id: None,
        window: None,
        daily_cap: None,
    }
}

impl Stage {
    async fn new() -> Self {
        let company = TestCompany::new().await;
        let line = company.connection("Matriz").await;
        let (of, now) = (company.id, company.now());
        let insert = async |c: &mut Conn<'_>| {
            let list = list_of(c, (of, now), &[("Ana", "5511988887777")]).await?;
            let id = campaigns::insert(c, of, &form(line, list), now).await?;
            campaigns::begin(c, of, (id, Begun::ByHand), now).await?;
            Ok::<_, StorageError>(id)
        };
        let campaign = company.db.write(insert).await.unwrap();
        Self::of(company, campaign)
    }

    /// Planned for now, without any interval, to two people by a paired number that is connected; its company's plan and
    /// its switch of campaigns are like this.
    async fn planned(features: &[Feature], switch: &str) -> Self {
        let company = TestCompany::with(features).await;
        let line = company.number(ProviderKind::Beta, "Matriz").await;
        let (of, now) = (company.id, company.now());
        let insert = async |c: &mut Conn<'_>| {
            let up = StatusChange::to(ConnectionStatus::Connected);
            connections::set_status(c, of, line, up, now).await?;
            settings::set(c, of, now, settings::CAMPAIGNS_ENABLED, switch).await?;
            let hasty = CampaignSettings {
                message_interval: 0,
                longer_interval_after: 0,
                ..CampaignSettings::default()
            };
            campaigns::settings::write(c, of, &hasty, now).await?;
            let people = [("Ana", "5511988887777"), ("Bia", "5511988886666")];
            let list = list_of(c, (of, now), &people).await?;
            for due in checks::list_due(c, of, now, 10).await? {
                let found = Verdict::Exists(due.number.clone());
                checks::record(c, of, &due, &found, now).await?;
            }
            let planned = CampaignForm {
                scheduled_at: Some(now),
                ..form(line, list)
            };
            campaigns::insert(c, of, &planned, now).await
        };
        let campaign = company.db.write(insert).await.unwrap();
        Self::of(company, campaign)
    }

    fn of(company: TestCompany, campaign: CampaignId) -> Self {
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
        Self {
            company,
            desks,
            campaign,
        }
    }

    fn node(&self, name: &str) -> Node {
        let (keeper, trust) = (
            Arc::<CampaignKeeper>::default(),
            Arc::<ClockTrust>::default(),
        );
        trust.note(self.company.now());
        let context = CampaignContext {
            db: self.company.db.clone(),
            clock: Arc::clone(&self.company.clock),
            node: name.into(),
            bus: ClusterBus::nobody(),
            desks: self.desks.clone(),
            keeper: Arc::clone(&keeper),
            trust: Arc::clone(&trust),
            is_ending: Arc::default(),
        };
        let runners = Registry::new(vec![], move |key: &CampaignKey| {
            CampaignRunner::new(*key, context.clone())
        });
        let key = (self.company.id, self.campaign);
        Node {
            keeper,
            trust,
            runners,
            key,
        }
    }

    async fn write<T>(&self, work: impl AsyncFnMut(&mut Conn<'_>) -> Result<T, StorageError>) -> T {
        self.company.db.write(work).await.unwrap()
    }

    /// Whether the list was copied: the first thing that is done.
    async fn is_copied(&self) -> bool {
        let mut reader = self.company.db.read().await.unwrap();
        let found = running::find(&mut reader.conn(), self.company.id, self.campaign).await;
        found.unwrap().is_some_and(|it| it.is_copied)
    }

    async fn take_lease(&self, owner: &str) -> Option<i64> {
        let (resource, now) = (Resource::Campaign(self.campaign.0), self.company.now());
        self.write(async |c| leases::acquire(c, &resource, owner, now).await)
            .await
    }

    async fn end_lease(&self) {
        let (resource, now) = (Resource::Campaign(self.campaign.0), self.company.now());
        self.write(async |c| leases::take_away(c, &resource, now).await)
            .await;
    }

    async fn pause(&self) {
        let (company, now) = (self.company.id, self.company.now());
        let person = (self.campaign, PausedReason::Person);
        self.write(async |c| campaigns::pause(c, company, person, None, now).await)
            .await;
    }

    async fn resume(&self) {
        let (company, now) = (self.company.id, self.company.now());
        self.write(async |c| campaigns::resume(c, company, self.campaign, now).await)
            .await;
    }

    /// To how many it has written and when the next one's turn is, where it has begun.
    async fn course(&self) -> Option<(i64, Option<DateTime<Utc>>)> {
        let mut reader = self.company.db.read().await.unwrap();
        let found = running::find(&mut reader.conn(), self.company.id, self.campaign).await;
        found.unwrap().map(|it| (it.sent_count, it.next_at))
    }

    /// Something to tell, as by a message.
    async fn news(&self, sent_count: i64) {
        let (company, now) = (self.company.id, self.company.now());
        let turn = (self.campaign, sent_count);
        let taken = self
            .write(async |c| running::claim_turn(c, company, turn, Some(now), now).await)
            .await;
        assert!(taken);
    }

    async fn has_news(&self) -> bool {
        let mut reader = self.company.db.read().await.unwrap();
        let found = running::standing(&mut reader.conn(), self.company.id, self.campaign).await;
        found.unwrap().unwrap().untold
    }

    async fn step(&self, owner: &str, epoch: i64) -> Stepped {
        let desk = self.desks.find_or_start(&self.company.id).unwrap();
        let work = StepCampaign {
            campaign: self.campaign,
            owner: owner.into(),
            epoch,
        };
        desk.send(Do(work)).await.unwrap().unwrap()
    }
}

impl Node {
    fn runner(&self) -> Addr<CampaignRunner> {
        self.runners.find_or_start(&self.key).unwrap()
    }

    async fn poll(&self) {
        let poll = PollCampaign { is_remote: false };
        self.runner().send(poll).await.unwrap();
    }
}

async fn until(condition: impl AsyncFn() -> bool) {
    let mut looks = interval(Duration::from_millis(10));
    while !condition().await {
        looks.tick().await;
    }
}

#[actix::test]
async fn only_who_has_the_lease_goes_on() {
    let stage = Stage::new().await;
    let node = stage.node("one");
    let epoch = stage.take_lease("other/1").await.unwrap();
    node.poll().await;
    until(async || {
        node.runners.end_idle().await;
        node.runners.find(&node.key).is_none()
    })
    .await;
    assert!(!stage.is_copied().await, "another node has it");

    stage.end_lease().await;
    assert_eq!(stage.step("other/1", epoch).await, Stepped::Lost);
    assert!(!stage.is_copied().await, "who lost it makes no step more");

    node.poll().await;
    until(async || stage.is_copied().await).await;
    assert_eq!(stage.take_lease("other/2").await, None);
    node.runners.end_idle().await;
    assert!(node.runners.find(&node.key).is_some(), "it runs");
}

#[actix::test]
async fn a_lease_is_renewed_for_as_long_as_it_is_had() {
    let stage = Stage::new().await;
    let node = stage.node("one");
    node.poll().await;
    until(async || stage.is_copied().await).await;
    let (db, now) = (&stage.company.db, stage.company.now());
    let later = now + chrono::TimeDelta::seconds(10);
    node.keeper.renew(db, later).await.unwrap();
    let (resource, late) = (
        Resource::Campaign(stage.campaign.0),
        now + chrono::TimeDelta::seconds(20),
    );
    let take = async |c: &mut Conn<'_>| leases::acquire(c, &resource, "other/1", late).await;
    assert_eq!(stage.write(take).await, None, "it was renewed");

    stage.end_lease().await;
    node.keeper.renew(db, now).await.unwrap();
    assert!(stage.take_lease("other/1").await.is_some(), "it is lost");
    node.poll().await;
    until(async || {
        node.runners.end_idle().await;
        node.runners.find(&node.key).is_none()
    })
    .await;
}

#[actix::test]
async fn a_node_that_stops_gives_its_campaigns_back() {
    let stage = Stage::new().await;
    let (one, two) = (stage.node("one"), stage.node("two"));
    one.poll().await;
    until(async || stage.is_copied().await).await;
    assert_eq!(stage.take_lease("two/1").await, None);
    assert!(one.runners.shut_down(Duration::from_secs(5)).await);
    two.poll().await;
    until(async || stage.take_lease("three/1").await.is_none()).await;
}

#[actix::test]
async fn a_runner_wakes_itself_and_rests_when_nothing_is_left() {
    let stage = Stage::new().await;
    let node = stage.node("one");
    stage.news(0).await;
    stage.pause().await;
    node.poll().await;
    until(async || !stage.has_news().await).await;
    until(async || stage.take_lease("other/1").await.is_some()).await;
    stage.end_lease().await;

    // news of the same second are told a second later: it sleeps so long, and nobody tells it what happens meanwhile
    stage.resume().await;
    stage.news(1).await;
    stage.pause().await;
    node.poll().await;
    until(async || stage.take_lease("other/2").await.is_none()).await;
    assert!(!stage.is_copied().await);
    stage.resume().await;
    until(async || stage.is_copied().await).await;
}

#[actix::test]
async fn nothing_is_done_by_a_clock_that_is_not_trusted() {
    let stage = Stage::new().await;
    let node = stage.node("one");
    node.trust
        .note(stage.company.now() - chrono::TimeDelta::hours(1));
    node.poll().await;
    node.runners.end_idle().await;
    assert!(stage.take_lease("other/1").await.is_some());
    assert!(!stage.is_copied().await);
    stage.end_lease().await;
    node.trust.note(stage.company.now());
    node.poll().await;
    until(async || stage.is_copied().await).await;
}

#[actix::test]
async fn a_planned_one_waits_for_plan_and_switch_and_then_writes_every_five_seconds_at_most() {
    // spec: A005 A069 A141
    for (feature, switch, begins) in [
        (Feature::Schedules, "true", false),
        (Feature::Campaigns, "false", false),
        (Feature::Campaigns, "true", true),
    ] {
        let stage = Stage::planned(&[feature], switch).await;
        let epoch = stage.take_lease("one/1").await.unwrap();
        assert_ne!(stage.step("one/1", epoch).await, Stepped::Lost);
        let next = stage.company.now() + chrono::TimeDelta::seconds(5);
        let expected = begins.then_some((1, Some(next)));
        assert_eq!(stage.course().await, expected, "{feature:?} {switch}");
    }
}
