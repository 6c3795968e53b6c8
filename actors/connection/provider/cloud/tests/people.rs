//! Who is told of by which names, what Meta says of customers, and what comes with messages.

use guiche_storage::model::{
    inbound::{Doer, Inbound, InboundMessage, InboundNotice, Person, Says},
    message::{Forwarded, MessageDetails, Referral, ReferredProduct},
};
use serde_json::Value;

use super::examples::{more, understood, webhooks};

fn only(body: &Value) -> Inbound {
    let (mut events, ignored) = understood(body);
    assert_eq!((events.len(), ignored.len()), (1, 0), "{body}");
    events.remove(0)
}

fn message(body: &Value) -> InboundMessage {
    match only(body) {
        Inbound::Message(message) => *message,
        other => panic!("{other:?}"),
    }
}

fn notice(body: &Value) -> InboundNotice {
    match only(body) {
        Inbound::Notice(notice) => notice,
        other => panic!("{other:?}"),
    }
}

fn person(address: &str, ids: &[&str]) -> Person {
    Person {
        address: address.to_owned(),
        user_ids: ids.iter().map(|id| (*id).to_owned()).collect(),
        ..Person::default()
    }
}

#[test]
fn a_customer_keeps_all_names_that_come_with_him() {
    let both = message(&more()["number and ids"]);
    assert_eq!(both.chat, "5511987654321");
    assert_eq!(both.user_ids, ["BR.1", "BR.ENT.1"]);
    assert_eq!(both.username.as_deref(), Some("bia.n"));
    assert_eq!(both.push_name.as_deref(), Some("Bia"));
    let hidden = message(&more()["username account"]).customer();
    assert_eq!(hidden.address, "BR.13491208655302741918");
    assert!(hidden.is_hidden(), "an id stands for his number");
}

#[test]
fn a_change_of_names_tells_the_former_and_the_new_ones() {
    for (name, former, latter) in [
        (
            "number changed",
            person("5511987654321", &["BR.1", "BR.ENT.1"]),
            person("5511912345678", &["BR.2", "BR.ENT.2"]),
        ),
        (
            "user id changed",
            person("", &["BR.1"]),
            person("", &["BR.2"]),
        ),
    ] {
        let told = notice(&more()[name]);
        assert_eq!((told.person, told.says), (former, Says::Moved(latter)));
    }
    let metas = notice(&webhooks()["System Message"]);
    assert_eq!(metas.person, person("16505551234", &[]));
    assert_eq!(metas.says, Says::Moved(person("12195555358", &[])));
}

#[test]
fn what_meta_says_of_customers_and_groups_is_no_message_of_theirs() {
    let examples = more();
    let says = |name: &str| notice(&examples[name]).says;
    assert_eq!(says("identity change"), Says::IdentityChanged);
    assert_eq!(says("stop of advertisements"), Says::OptedOut(true));
    assert_eq!(says("advertisements again"), Says::OptedOut(false));
    assert_eq!(
        says("group renamed"),
        Says::Named("Obra da Rua 7".to_owned())
    );
    assert_eq!(says("address book"), Says::Listed);
    let listed = notice(&examples["address book"]).person;
    assert_eq!(listed.name.as_deref(), Some("Beatriz Nogueira"));
    for name in ["group not renamed", "address book without him"] {
        assert!(
            matches!(only(&examples[name]), Inbound::Ignored { .. }),
            "{name}"
        );
    }
}

#[test]
fn who_changes_a_message_is_told() {
    let by = |name: &str| match only(&more()[name]) {
        Inbound::Edit { by, .. } => by,
        other => panic!("{other:?}"),
    };
    assert_eq!(by("echo edited"), Doer::Own);
    let Doer::Person(hidden) = by("edit by a username account") else {
        panic!("nobody")
    };
    assert_eq!(hidden.user_ids, ["BR.1"]);
}

#[test]
fn what_comes_with_a_message_is_kept() {
    let metas = webhooks();
    let details = |body: &Value| message(body).details;
    let ad = details(&metas["Text Message from Click to WhatsApp Ad"]);
    let Some(Referral { click_id, .. }) = &ad.referral else {
        panic!("{ad:?}")
    };
    assert!(
        click_id
            .as_deref()
            .is_some_and(|id| id.starts_with("Aff-n8ZT"))
    );
    let shown = Referral {
        click_id: None,
        ..ad.referral.unwrap()
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        shown,
        Referral {
            source_url: some("https://fb.me/3cr4Wqqkv"),
            source_id: some("120226305854810726"),
            source_type: some("ad"),
            headline: some("Chat with us"),
            body: some("Summer Succulents are here!"),
            click_id: None,
        }
    );
    let asked = details(&metas["Text Message with Context (Product Inquiry)"]);
    let product = ReferredProduct {
        catalog_id: some("194836987003835"),
        product_id: some("di9ozbzfi4"),
    };
    assert_eq!(asked.product, Some(product));
    let chosen = details(&metas["Interactive List Reply Message"]);
    assert_eq!(chosen.description, some("Next Day to 2 Days"));

    let ours = more();
    let forwarded = |name: &str| details(&ours[name]).forwarded;
    assert_eq!(forwarded("video forwarded"), Some(Forwarded::Once));
    assert_eq!(forwarded("forwarded often"), Some(Forwarded::Often));
    assert!(details(&ours["sticker"]).sticker);
    let form = details(&ours["form"]).form.unwrap();
    assert_eq!(form, r#"{"flow_token":"t","cor":"azul","n":2}"#);
    assert_eq!(
        details(&ours["form that is no JSON"]).form,
        some("{cor: azul")
    );
    assert_eq!(details(&ours["voice note"]), MessageDetails::default());
}
