//! Lists and their filters, compared with what the whole list says: by pages, and by cursor where there is one.

use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset};
use serde_json::{Value, json};

use super::{
    ADMIN, messages, new_number,
    support::{
        Session, TestDesk, backends,
        document::Thing,
        world::{Role, World, on_both_worlds},
    },
};

/// Rows of a page of tickets.
const PAGE: usize = 40;
/// Who lists tickets.
const VIEWERS: [Role; 4] = [
    Role::Attendant,
    Role::Colleague,
    Role::Supervisor,
    Role::Admin,
];

/// What a list of tickets is asked for.
#[derive(Debug, Clone, Default)]
struct Wish {
    status: Option<&'static str>,
    show_all: bool,
    tags: Vec<i64>,
    users: Vec<i64>,
    connections: Vec<i64>,
    queues: Vec<i64>,
    date: Option<String>,
    updated: Option<String>,
    unread: bool,
}

impl Wish {
    fn query(&self) -> String {
        let mut parts = Vec::new();
        let mut add = |name: &str, value: Option<String>| {
            parts.extend(value.map(|value| format!("{name}={value}")));
        };
        let list = |ids: &[i64]| (!ids.is_empty()).then(|| json!(ids).to_string());
        add("status", self.status.map(str::to_owned));
        add("showAll", self.show_all.then(|| "true".to_owned()));
        add("tags", list(&self.tags));
        add("users", list(&self.users));
        add("whatsappIds", list(&self.connections));
        add("queueIds", list(&self.queues));
        add("date", self.date.clone());
        add("updatedAt", self.updated.clone());
        add("withUnreadMessages", self.unread.then(|| "true".to_owned()));
        parts.join("&")
    }

    /// Whether a ticket is to be listed for a viewer.
    fn holds(&self, viewer: &Viewer, ticket: &Value) -> bool {
        let queue = ticket["queueId"].as_i64();
        let user = ticket["userId"].as_i64();
        let tags: Vec<i64> = ids(&ticket["tags"]);
        let shows_colleagues = self.show_all && viewer.leads && !self.unread;
        let is_mine = ticket["status"] != "open" || user == Some(viewer.id);
        viewer.sees(queue, user)
            && (shows_colleagues || is_mine)
            && self.status.is_none_or(|status| ticket["status"] == status)
            && self.tags.iter().all(|tag| tags.contains(tag))
            && (self.users.is_empty() || user.is_some_and(|user| self.users.contains(&user)))
            && (self.connections.is_empty()
                || ticket["whatsappId"]
                    .as_i64()
                    .is_some_and(|id| self.connections.contains(&id)))
            && (self.queues.is_empty() || queue.is_none_or(|queue| self.queues.contains(&queue)))
            && self
                .date
                .as_ref()
                .is_none_or(|date| *date == day(&ticket["createdAt"]))
            && self
                .updated
                .as_ref()
                .is_none_or(|date| *date == day(&ticket["updatedAt"]))
            && (!self.unread || ticket["unreadMessages"].as_i64() > Some(0))
    }
}

/// Who looks.
struct Viewer {
    id: i64,
    queues: Vec<i64>,
    is_admin: bool,
    leads: bool,
    all_ticket: bool,
}

impl Viewer {
    fn of(session: &Session) -> Self {
        let profile = session.user["profile"].as_str().expect("a profile");
        Self {
            id: session.id(),
            queues: ids(&session.user["queues"]),
            is_admin: profile == "admin",
            leads: profile != "user",
            all_ticket: session.user["allTicket"] == "enabled",
        }
    }

    fn sees(&self, queue: Option<i64>, user: Option<i64>) -> bool {
        self.is_admin
            || match queue {
                Some(queue) => self.queues.contains(&queue),
                None => self.all_ticket || user == Some(self.id),
            }
    }
}

fn ids(things: &Value) -> Vec<i64> {
    let things = things.as_array().expect("a list").iter();
    things.filter_map(|thing| thing["id"].as_i64()).collect()
}

/// The company's day of a time.
fn day(time: &Value) -> String {
    let time = DateTime::parse_from_rfc3339(time.as_str().expect("a time")).expect("a time");
    let zone = FixedOffset::west_opt(3 * 3600).expect("a zone");
    time.with_timezone(&zone).format("%Y-%m-%d").to_string()
}

/// Every row of a list, page after page.
async fn by_pages(session: &Session, path: &str, query: &str, rows: &str) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for number in 1.. {
        let address = format!("{path}?{query}&pageNumber={number}");
        let page = session.get(&address).await.ok();
        all.extend(page[rows].as_array().expect("rows").iter().cloned());
        let more = page["hasMore"].as_bool().expect("hasMore");
        let count = page["count"].as_u64().expect("a count");
        assert_eq!(more, count > all.len() as u64, "{address}");
        if !more {
            break;
        }
    }
    all
}

/// Every ticket of a list: pages and cursor agree, and the newest change comes first.
async fn tickets(session: &Session, query: &str) -> Vec<Value> {
    let pages = by_pages(session, "/tickets", query, "tickets").await;
    if pages.len() > PAGE {
        let (mut walked, mut cursor) = (Vec::new(), Some(String::new()));
        while let Some(after) = cursor {
            let address = format!("/tickets?{query}&cursor={after}");
            let page = session.get(&address).await.ok();
            walked.extend(page["tickets"].as_array().expect("rows").iter().cloned());
            cursor = page["nextCursor"].as_str().map(str::to_owned);
        }
        assert_eq!(walked, pages, "{query}");
    }
    let place = |ticket: &Value| {
        let time = DateTime::parse_from_rfc3339(ticket["updatedAt"].as_str().expect("a time"));
        (time.expect("a time"), ticket["id"].as_i64())
    };
    assert!(pages.is_sorted_by(|a, b| place(a) > place(b)), "{query}");
    pages
}

/// Each one alone, and every two.
fn choices(ids: &[i64]) -> Vec<Vec<i64>> {
    let pairs = ids.iter().enumerate().flat_map(|(place, one)| {
        let others = ids.iter().skip(place + 1);
        others.map(|other| vec![*one, *other])
    });
    ids.iter().map(|id| vec![*id]).chain(pairs).collect()
}

/// The filters one by one and together, each for one's own tickets and for all.
fn wishes(all: &[Value], known: &[Vec<i64>; 4]) -> Vec<Wish> {
    let [tags, users, queues, connections] = known;
    let mut wishes = vec![Wish::default()];
    wishes.extend(by_status(queues));
    wishes.extend(choices(tags).into_iter().map(|tags| Wish {
        tags,
        ..Wish::default()
    }));
    wishes.extend(choices(users).into_iter().map(|users| Wish {
        users,
        ..Wish::default()
    }));
    wishes.extend(choices(connections).into_iter().map(|connections| Wish {
        connections,
        ..Wish::default()
    }));
    wishes.extend(by_day(all, tags, queues));
    let of_all = wishes.iter().map(|wish| Wish {
        show_all: true,
        ..wish.clone()
    });
    let of_all: Vec<Wish> = of_all.collect();
    wishes.into_iter().chain(of_all).collect()
}

fn by_status(queues: &[i64]) -> Vec<Wish> {
    let mut wishes = Vec::new();
    for status in ["open", "pending", "closed", "lead"] {
        let wish = Wish {
            status: Some(status),
            ..Wish::default()
        };
        wishes.push(Wish {
            unread: true,
            ..wish.clone()
        });
        wishes.extend(choices(queues).into_iter().map(|queues| Wish {
            queues,
            ..wish.clone()
        }));
        wishes.push(wish);
    }
    wishes
}

fn by_day(all: &[Value], tags: &[i64], queues: &[i64]) -> Vec<Wish> {
    let days = |field: &str| -> Vec<String> {
        let days: BTreeSet<String> = all.iter().map(|ticket| day(&ticket[field])).collect();
        days.into_iter().rev().take(8).collect()
    };
    let mut wishes = Vec::new();
    for date in days("createdAt")
        .into_iter()
        .chain(["1999-12-31".to_owned()])
    {
        let wish = Wish {
            date: Some(date),
            ..Wish::default()
        };
        wishes.push(Wish {
            queues: queues.to_vec(),
            tags: tags.iter().take(1).copied().collect(),
            ..wish.clone()
        });
        wishes.push(wish);
    }
    wishes.extend(days("updatedAt").into_iter().map(|day| Wish {
        updated: Some(day),
        ..Wish::default()
    }));
    wishes
}

/// Enough tickets for a second page, of more than one day.
async fn fill(world: &World) -> Vec<Value> {
    let admin = world.session(Role::Admin).await;
    loop {
        let all = tickets(&admin, "showAll=true").await;
        if all.len() > PAGE + 5 {
            return all;
        }
        world.things().await;
    }
}

#[tokio::test]
async fn every_filter_lists_exactly_what_it_says() {
    // spec: S028 S029 S030 S087 S095
    on_both_worlds(async |world| {
        let all = fill(world).await;
        let admin = world.session(Role::Admin).await;
        let mut known: [Vec<i64>; 4] = Default::default();
        let paths = ["/tags/list", "/users/list", "/queue", "/whatsapp"];
        for (known, path) in known.iter_mut().zip(paths) {
            *known = ids(&admin.get(path).await.ok());
        }
        let wishes = wishes(&all, &known);
        let mut listed = 0;
        for role in VIEWERS {
            let session = world.session(role).await;
            let viewer = Viewer::of(&session);
            for wish in &wishes {
                let found = tickets(&session, &wish.query()).await;
                let expected = all.iter().filter(|ticket| wish.holds(&viewer, ticket));
                let expected: Vec<_> = expected.map(|ticket| &ticket["id"]).collect();
                let found: Vec<_> = found.iter().map(|ticket| &ticket["id"]).collect();
                assert_eq!(found, expected, "{role:?} {wish:?}");
                listed += found.len();
            }
        }
        assert!(listed > wishes.len() * VIEWERS.len(), "{listed}");
        let both = |wish: &&Wish| wish.tags.len() == 2;
        let viewer = Viewer::of(&admin);
        assert!(
            wishes
                .iter()
                .filter(both)
                .any(|wish| all.iter().any(|it| wish.holds(&viewer, it))),
            "some ticket carries two tags"
        );
    })
    .await;
}

#[tokio::test]
async fn a_search_finds_name_number_and_text_in_any_case_and_nothing_else() {
    // spec: S029 S095
    on_both_worlds(async |world| {
        let marina = world.session(Role::Attendant).await;
        let ticket = world.things().await[&Thing::Ticket].clone();
        let ticket = marina.get(&format!("/tickets/{ticket}")).await.ok();
        let path = format!("/messages/{}", ticket["id"]);
        let word = format!("Ação{}", ticket["id"]);
        let text = json!({ "body": format!("A {word} de 100%_certo\\") });
        marina.post(&path, &text).await.ok();
        assert_eq!(messages(&marina, &ticket).await.len(), 3);
        let find = async |search: &str| {
            let found = tickets(&marina, &format!("searchParam={search}")).await;
            found.iter().any(|one| one["id"] == ticket["id"])
        };
        let number = ticket["contact"]["number"].as_str().expect("a number");
        let (_, end) = number.split_at(4);
        let upper = word.to_uppercase();
        let bare = format!("acao{}", ticket["id"]);
        for search in [
            number,
            end,
            &word,
            &upper,
            &bare,
            "100%25_CERTO\\",
            "beatriz",
        ] {
            assert!(find(search).await, "{search}");
        }
        // signs are neither patterns nor parts of words
        for search in ["1_0%25", "100%25%25errado", "' OR 1=1 --", "%25%25%25"] {
            assert!(!find(search).await, "{search}");
        }
        let spaces = marina.get("/tickets?searchParam=%20%20").await.ok();
        assert!(spaces["count"].as_i64() > Some(0), "they are no search");
        let other = tickets(&marina, &format!("searchParam={word}&status=closed")).await;
        assert!(other.is_empty(), "{other:?}");
        // an open ticket of a colleague is found only among all
        let lead = world.session(Role::Supervisor).await;
        for (more, is_found) in [("", false), ("&showAll=true", true)] {
            let found = tickets(&lead, &format!("searchParam={word}{more}")).await;
            assert_eq!(!found.is_empty(), is_found, "{more}");
        }
    })
    .await;
}

#[tokio::test]
async fn contacts_are_listed_by_the_days_on_which_they_were_made() {
    // spec: S108
    on_both_worlds(async |world| {
        let admin = world.session(Role::Admin).await;
        let all = by_pages(&admin, "/contacts", "", "contacts").await;
        let days: BTreeSet<String> = all.iter().map(|one| day(&one["createdAt"])).collect();
        let days: Vec<&str> = days.iter().map(String::as_str).collect();
        assert!(days.len() > 3, "{days:?}");
        let (first, last) = (days[1], days[days.len() - 2]);
        let check = async |query: String, holds: &dyn Fn(&str) -> bool| {
            let found = by_pages(&admin, "/contacts", &query, "contacts").await;
            let expected = all.iter().filter(|one| holds(&day(&one["createdAt"])));
            let expected: Vec<_> = expected.map(|one| &one["id"]).collect();
            let found: Vec<_> = found.iter().map(|one| &one["id"]).collect();
            assert_eq!(found, expected, "{query}");
        };
        check(format!("date={first}"), &|day| day == first).await;
        check(format!("dateStart={first}"), &|day| day >= first).await;
        check(format!("dateEnd={last}"), &|day| day <= last).await;
        let both = format!("dateStart={first}&dateEnd={last}");
        check(both, &|day| day >= first && day <= last).await;
        let all_three = format!("date={last}&dateStart={first}&dateEnd={last}");
        check(all_three, &|day| day == last).await;
        check(format!("dateStart={last}&dateEnd={first}"), &|_| false).await;
        check("date=&dateStart=&dateEnd=".to_owned(), &|_| true).await;
        for wrong in ["date=hoje", "dateStart=31/12/2025", "dateEnd=2025-13-01"] {
            let answer = admin.get(&format!("/contacts?{wrong}")).await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_day_is_the_companys_own_wherever_it_is() {
    // spec: S108 A105
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        let contact = json!({ "name": "Cliente", "number": new_number() });
        let made = admin.post("/contacts", &contact).await.ok();
        let there = FixedOffset::east_opt(14 * 3600).expect("a zone");
        let made_at = DateTime::parse_from_rfc3339(made["createdAt"].as_str().expect("a time"));
        let day = made_at.expect("a time").with_timezone(&there);
        let path = format!("/contacts?date={}", day.format("%Y-%m-%d"));
        // 25 hours apart: it is never the same day in both
        for (zone, is_listed) in [("Pacific/Kiritimati", true), ("Pacific/Pago_Pago", false)] {
            let path_of_zone = "/settings/timeZone";
            admin
                .put(path_of_zone, &json!({ "value": zone }))
                .await
                .ok();
            let page = admin.get(&path).await.ok();
            let listed = ids(&page["contacts"]).contains(&made["id"].as_i64().expect("an id"));
            assert_eq!(listed, is_listed, "{zone}: {page}");
        }
    }
}
