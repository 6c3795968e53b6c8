//! For every changing route of the description: what a page read before, changed by the events, is what it would read
//! after. A page that needs to be loaded anew to be right would fail here.

use std::time::{Duration, Instant};

use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

use super::{
    page::Page,
    support::{
        Request, Session, Things,
        document::{Route, Thing, routes},
        messages, new_number, until,
        world::{Role, World, on_both_worlds},
    },
};

/// Changing routes whose effect no list of a page shows, and why.
const SHOWN_NOWHERE: [(&str, &str); 74] = [
    (
        "PUT /second-factor",
        "needs the password of whoever calls, see tests/api/second_factors.rs",
    ),
    (
        "DELETE /second-factor",
        "needs the password of whoever calls, see tests/api/second_factors.rs",
    ),
    (
        "POST /second-factor/recovery-codes",
        "needs the password of whoever calls, see tests/api/second_factors.rs",
    ),
    (
        "POST /second-factor/passkeys/begin",
        "needs the password of whoever calls, see tests/api/passkeys.rs",
    ),
    (
        "POST /second-factor/passkeys",
        "needs a passkey, see tests/api/passkeys.rs",
    ),
    (
        "DELETE /second-factor/passkeys/{passkey}",
        "needs a passkey, see tests/api/passkeys.rs",
    ),
    (
        "POST /campaigns/{id}/start",
        "needs a list of people, see tests/api/campaigns.rs",
    ),
    (
        "POST /campaigns/{id}/cancel",
        "needs a list of people, see tests/api/campaigns.rs",
    ),
    (
        "POST /campaigns/{id}/restart",
        "needs a list of people, see tests/api/campaigns.rs",
    ),
    (
        "POST /campaigns/{id}/pause",
        "needs a list of people, see tests/api/campaigns.rs",
    ),
    (
        "POST /campaigns/{id}/resume",
        "needs a list of people, see tests/api/campaigns.rs",
    ),
    (
        "POST /campaigns/{id}/test",
        "needs a list of people, see tests/api/campaigns.rs",
    ),
    (
        "POST /queueIntegration",
        "told that it is so, read anew by its page",
    ),
    (
        "PUT /queueIntegration/{id}",
        "told that it is so, read anew by its page",
    ),
    (
        "DELETE /queueIntegration/{id}",
        "told that it is so, read anew by its page",
    ),
    ("POST /queueIntegration/testSession", "changes nothing"),
    (
        "POST /api-keys",
        "told that it is so, read anew by its page",
    ),
    (
        "DELETE /api-keys/{id}",
        "told that it is so, read anew by its page",
    ),
    (
        "POST /webhooks",
        "told that it is so, read anew by its page",
    ),
    (
        "PUT /webhooks/{id}",
        "told that it is so, read anew by its page",
    ),
    (
        "DELETE /webhooks/{id}",
        "told that it is so, read anew by its page",
    ),
    (
        "POST /webhooks/{id}/secret",
        "told that it is so, read anew by its page",
    ),
    (
        "POST /webhooks/{id}/test",
        "a log that its page reads again and again",
    ),
    (
        "POST /webhooks/{id}/replay",
        "a log that its page reads again and again",
    ),
    (
        "POST /webhooks/deliveries/{deliveryId}/replay",
        "a log that its page reads again and again",
    ),
    ("POST /prompt", "told that it is so, read anew by its page"),
    (
        "PUT /prompt/{id}",
        "told that it is so, read anew by its page",
    ),
    (
        "DELETE /prompt/{id}",
        "told that it is so, read anew by its page",
    ),
    ("POST /prompt/test", "changes nothing"),
    (
        "POST /knowledge",
        "told that it is so, read anew by its page",
    ),
    (
        "PUT /knowledge/{id}",
        "told that it is so, read anew by its page",
    ),
    (
        "DELETE /knowledge/{id}",
        "told that it is so, read anew by its page",
    ),
    ("POST /ai/rewrite", "changes nothing"),
    ("POST /tickets/{id}/ai/suggest", "changes nothing"),
    ("POST /tickets/{id}/ai/summary", "changes nothing"),
    (
        "POST /messages/{id}/transcribe",
        "needs a recording and a model, see tests/api/ai.rs",
    ),
    ("POST /campaign-settings", "read when its page is opened"),
    ("POST /do-not-contact", "read when its page is opened"),
    (
        "DELETE /do-not-contact/{id}",
        "read when its page is opened",
    ),
    ("POST /auth/login", "a sign-in is no list"),
    ("POST /auth/refresh_token", "a sign-in is no list"),
    (
        "DELETE /auth/logout",
        "ends the page; who is online is told, see presence.rs",
    ),
    ("POST /companies/cadastro", "makes another company"),
    ("POST /forgetpassword/{email}", "sends a mail"),
    ("POST /resetpasswords", "changes a password"),
    (
        "POST /resetpasswords/{email}/{token}/{newPassword}",
        "changes a password",
    ),
    ("POST /contacts/import/preview", "changes nothing"),
    ("POST /contact-lists/{id}/upload/preview", "changes nothing"),
    ("POST /whatsapp/{id}/test", "belongs to no conversation"),
    (
        "POST /whatsappsession/{id}/pairing-code",
        "needs a number that is not connected, see tests/api/connections.rs",
    ),
    (
        "POST /contacts/{id}/merge",
        "needs two contacts, see the last test",
    ),
    (
        "POST /webhooks/whatsapp/{connectionId}",
        "calls of a provider, see tests/cloud",
    ),
    (
        "POST /messages/{id}/resolve",
        "needs a doubt of a provider, see tests/cloud",
    ),
    (
        "POST /messages/{id}/retry",
        "needs a failed send of a provider, see tests/cloud",
    ),
    (
        "POST /messages/{id}/file",
        "needs a file that was given up, see tests/cloud/files.rs",
    ),
    (
        "POST /saved-filters",
        "one's own, read when the list of filters is opened",
    ),
    (
        "DELETE /saved-filters/{id}",
        "one's own, read when the list of filters is opened",
    ),
    (
        "PUT /messages/{id}",
        "changes when the phone has it, see the last test",
    ),
    ("POST /invitations/open", "changes nothing"),
    (
        "POST /invoices/{id}/paid",
        "no list of every page, see tests/api/billing.rs",
    ),
    (
        "POST /invoices/{id}/settled",
        "no list of every page, see tests/api/odd_payments.rs",
    ),
    ("POST /subscription", "makes a charge at the bank"),
    (
        "PUT /subscription/plan",
        "read when the subscription is opened, see tests/api/plan_changes.rs",
    ),
    (
        "DELETE /subscription/plan",
        "read when the subscription is opened, see tests/api/plan_changes.rs",
    ),
    (
        "POST /subscription/webhook",
        "calls of a bank, see tests/api/billing.rs",
    ),
    (
        "POST /subscription/webhook/{type}",
        "calls of a bank, see tests/api/billing.rs",
    ),
    (
        "POST /invitations/accept",
        "needs a link, see tests/api/invitations.rs",
    ),
    (
        "POST /messages/{id}/template",
        "needs a number of the Cloud API, see tests/cloud/templates.rs",
    ),
    (
        "POST /messages/send",
        "needs the token of a number, see tests/api/external.rs",
    ),
    (
        "POST /whatsapp/{id}/templates",
        "needs a number of the Cloud API, see tests/cloud/templates.rs",
    ),
    (
        "POST /whatsapp/{id}/templates/refresh",
        "needs a number of the Cloud API, see tests/cloud/templates.rs",
    ),
    (
        "POST /whatsapp/{id}/templates/{templateId}/media-upload",
        "needs a number of the Cloud API, see tests/cloud/template_files.rs",
    ),
    (
        "PUT /whatsappsession/{id}/history",
        "needs a number that waits for its phone, see tests/api/past.rs",
    ),
    (
        "DELETE /whatsapp/{id}/templates/{templateId}",
        "needs a number of the Cloud API, see tests/cloud/templates.rs",
    ),
];

const PICTURE: &[u8] = include_bytes!("../../storage/fixtures/demo/files/recibo.png");

/// What is tried in this order until somebody may.
const CALLERS: [Role; 3] = [Role::Attendant, Role::Admin, Role::Super];

/// How long a page that is not right yet is looked at again; only what fails takes so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// The two who look: one sees everything, the other the queues that he serves.
async fn pages(world: &World, things: &Things) -> [Page; 2] {
    let admin = world.session(Role::Admin).await;
    let marina = world.session(Role::Attendant).await;
    [
        Page::open(world.desk, admin, things).await,
        Page::open(world.desk, marina, things).await,
    ]
}

/// What stays wrong however long one waits: sends and receipts go on for a while after a call.
async fn lasting_differences(pages: &mut [Page; 2], about: &str) -> Vec<String> {
    let begin = Instant::now();
    loop {
        let mut wrong = Vec::new();
        for (page, who) in pages.iter_mut().zip(["admin", "attendant"]) {
            page.settle().await;
            let differences = page.differences().await;
            wrong.extend(
                differences
                    .into_iter()
                    .map(|it| format!("{about}, {who}: {it}")),
            );
        }
        if wrong.is_empty() || begin.elapsed() > PATIENCE {
            return wrong;
        }
    }
}

/// Calls the route as the first who may; `false` when nobody may.
async fn call(world: &World, route: &Route, things: &Things) -> bool {
    for role in CALLERS {
        let session = world.session(role).await;
        let answer = match form(route) {
            Some(form) => {
                let path = Request::fitting(route, things).address();
                session.upload(&path, form).await
            }
            None => Request::fitting(route, things).send(&session).await,
        };
        if answer.status.is_success() && !answer.refuses_each() {
            return true;
        }
    }
    false
}

/// The form of a route that takes a file.
fn form(route: &Route) -> Option<Form> {
    if route.method != Method::POST {
        return None;
    }
    let (bytes, name) = match route.path.as_str() {
        "/contacts/import" | "/contacts/upload" => (
            format!("nome;numero\nCliente da Planilha;{}\n", new_number()).into_bytes(),
            "contatos.csv",
        ),
        "/contact-lists/{id}/upload" => (
            format!("nome;numero\nCliente da Lista;{}\n", new_number()).into_bytes(),
            "lista.csv",
        ),
        path if path.ends_with("/media-upload") => (PICTURE.to_vec(), "recibo.png"),
        path if path.starts_with("/files/uploadList") => (PICTURE.to_vec(), "recibo.png"),
        _ => return None,
    };
    let field = if route.path.starts_with("/files/") {
        "files"
    } else {
        "file"
    };
    let part = Part::bytes(bytes).file_name(name);
    Some(Form::new().part(field, part))
}

#[tokio::test]
async fn what_is_read_before_and_told_since_is_what_is_read_after_every_call() {
    // spec: S069 S113
    on_both_worlds(async |world| {
        let mut wrong = Vec::new();
        let is_shown = |route: &Route| SHOWN_NOWHERE.iter().all(|(name, _)| route.name() != *name);
        let changing = routes().into_iter().filter(|route| !route.only_reads());
        for route in changing.filter(is_shown) {
            let things = world.things().await;
            let mut pages = pages(world, &things).await;
            if !call(world, &route, &things).await {
                wrong.push(format!("{}: nobody could call it", route.name()));
            }
            wrong.extend(lasting_differences(&mut pages, &route.name()).await);
        }
        world.desk.forget_sessions().await;
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    })
    .await;
}

#[test]
fn every_exception_is_still_a_route() {
    let names: Vec<String> = routes().iter().map(Route::name).collect();
    let gone = SHOWN_NOWHERE
        .iter()
        .filter(|(name, _)| !names.contains(&(*name).to_owned()));
    assert_eq!(gone.count(), 0);
}

/// The ticket of these things, with the tag of these things on it.
async fn tagged_ticket(marina: &Session, things: &Things) -> Value {
    let tags = json!({ "ticketId": things[&Thing::Ticket], "tags": [things[&Thing::Tag]] });
    marina.post("/tags/sync", &tags).await.ok();
    let path = format!("/tickets/{}", things[&Thing::Ticket]);
    marina.get(&path).await.ok()
}

#[tokio::test]
async fn a_changed_name_reaches_every_place_that_shows_it() {
    // spec: S069 S113
    on_both_worlds(async |world| {
        let things = world.things().await;
        let admin = world.session(Role::Admin).await;
        let marina = world.session(Role::Attendant).await;
        let ticket = tagged_ticket(&marina, &things).await;
        let mut pages = pages(world, &things).await;
        let renamed = json!({ "name": format!("Nome {}", new_number()) });
        let mut wrong = Vec::new();
        for path in [
            format!("/contacts/{}", ticket["contactId"]),
            format!("/tags/{}", things[&Thing::Tag]),
            format!("/queue/{}", ticket["queueId"]),
            format!("/users/{}", marina.id()),
            format!("/whatsapp/{}", ticket["whatsappId"]),
        ] {
            let before = admin.get(&path).await.body["name"].clone();
            admin.put(&path, &renamed).await.ok();
            wrong.extend(lasting_differences(&mut pages, &path).await);
            if let Some(name) = before.as_str() {
                admin.put(&path, &json!({ "name": name })).await.ok();
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    })
    .await;
}

#[tokio::test]
async fn what_customers_and_their_phones_do_reaches_every_page() {
    // spec: S069 S113
    on_both_worlds(async |world| {
        let things = world.things().await;
        let admin = world.session(Role::Admin).await;
        let marina = world.session(Role::Attendant).await;
        let ticket = tagged_ticket(&marina, &things).await;
        let mut pages = pages(world, &things).await;
        let mut wrong = Vec::new();
        let connection = ticket["whatsappId"].as_i64().expect("a number");
        let customer = ticket["contact"]["number"].as_str().expect("a number");
        let say = async |from: &str| world.desk.say(connection, from, "Ana", "E agora?").await;
        say(customer).await;
        wrong.extend(lasting_differences(&mut pages, "a customer's message").await);
        let stranger = new_number();
        say(&stranger).await;
        super::support::ticket_of(&admin, &stranger, "pending").await;
        wrong.extend(lasting_differences(&mut pages, "a new customer").await);
        let sent = &things[&Thing::Message];
        let body = json!({ "body": "Olá, Beatriz!" });
        marina.put(&format!("/messages/{sent}"), &body).await.ok();
        until("the phone has the new text", async || {
            let all = messages(&marina, &ticket).await;
            all.iter()
                .any(|one| one["id"] == *sent && one["isEdited"] == true)
        })
        .await;
        wrong.extend(lasting_differences(&mut pages, "a corrected text").await);
        let path = format!("/contacts/{}/merge", ticket["contactId"]);
        let other = json!({ "contactId": things[&Thing::Contact] });
        admin.post(&path, &other).await.ok();
        wrong.extend(lasting_differences(&mut pages, "a merged contact").await);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    })
    .await;
}
