//! Lists that come twenty a page, and say whether more follow (rule B0).

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    campaigns::{self, CampaignForm},
    companies::{
        self, Feature, NewCompany,
        helps::{self, HelpForm},
        settings,
    },
    contacts::lists::{
        self,
        items::{self, ItemForm},
    },
    model::{CompanyId, ContactListId, campaign::CampaignTexts, user::Profile},
};
use serde_json::json;

use super::callers::{Desk, SignedIn};

fn campaign(name: String) -> CampaignForm {
    CampaignForm {
        name,
        texts: CampaignTexts::default(),
        confirmation: false,
        scheduled_at: None,
        connections: Vec::new(),
        contact_list_id: None,
        tag_list_id: None,
        file_list_id: None,
        window: None,
        daily_cap: None,
    }
}

/// Makes the things of one place in every list, and somebody in this contact list.
async fn add(
    conn: &mut Conn<'_>,
    (company, people): (CompanyId, ContactListId),
    name: String,
    now: DateTime<Utc>,
) -> guiche_storage::Result<()> {
    let other = NewCompany {
        name: &name,
        email: None,
        phone: None,
        plan: companies::get(conn, company).await?.plan.id,
        due_date: None,
    };
    companies::insert(conn, now, &other).await?;
    lists::insert(conn, company, &name, now).await?;
    let somebody = ItemForm {
        name: name.clone(),
        number: String::new(),
        email: String::new(),
    };
    items::insert(conn, company, people, &somebody, now).await?;
    let video = HelpForm {
        title: name.clone(),
        video: "dQw4w9WgXcQ".into(),
        description: String::new(),
    };
    helps::insert(conn, &video, now).await?;
    campaigns::insert(conn, company, &campaign(name), now).await?;
    Ok(())
}

/// Asserts that a list of twenty-one has twenty on its first page and one on its second.
async fn assert_twenty_a_page(desk: &Desk, caller: &SignedIn, path: &str, field: &str) {
    let mut seen = BTreeSet::new();
    for (number, rows, has_more) in [(1, 20, true), (2, 1, false)] {
        let path = format!("{path}searchParam=Lote&pageNumber={number}");
        let page = desk.get(caller, &path).await;
        let records = page[field].as_array().unwrap();
        assert_eq!(
            (records.len(), &page["hasMore"]),
            (rows, &json!(has_more)),
            "{path}"
        );
        seen.extend(records.iter().map(|one| one["id"].as_i64().unwrap()));
    }
    assert_eq!(seen.len(), 21, "{path}: each once");
}

#[actix_web::test]
async fn what_is_many_comes_twenty_a_page() {
    // spec: A102 A104 A111 A112
    let desk = Desk::new().await;
    let company = desk.company_with("Aurora", &[Feature::Campaigns]).await;
    let root = desk.user(company, Profile::Admin, true).await;
    let now = desk.app.clock.now();
    let made = desk.app.db.write(async |conn| {
        settings::set(conn, company, now, settings::CAMPAIGNS_ENABLED, "true").await?;
        let people = lists::insert(conn, company, "Pessoas", now).await?;
        for place in 1..=21 {
            add(conn, (company, people), format!("Lote {place}"), now).await?;
        }
        Ok::<_, guiche_storage::StorageError>(people)
    });
    let people = made.await.unwrap();
    let people = format!("/contact-list-items?contactListId={people}&");
    for (path, field) in [
        ("/campaigns?", "records"),
        ("/contact-lists?", "records"),
        (people.as_str(), "contacts"),
        ("/companies?", "companies"),
        ("/helps?", "records"),
    ] {
        assert_twenty_a_page(&desk, &root, path, field).await;
    }
}
