//! Sends whose end nobody can know: shown as such, never repeated by the desk, settled by Meta or by a person.

use serde_json::{Value, json};

use super::{
    graph::{Answer, Graph},
    support::{backends, until},
    world::{Talk, World, new_line, on_both, start, status},
};

/// The number of this message among those to be checked.
async fn to_be_checked(world: &World<'_>, message: &Value) -> usize {
    let page = world.marina.get("/messages/unknown").await.ok();
    let listed = page["messages"].as_array().unwrap();
    listed.iter().filter(|it| it["id"] == message["id"]).count()
}

/// A message whose answer is lost.
async fn doubtful(world: &World<'_>, answer: Answer) -> (Talk, Value) {
    let talk = world.talk().await;
    world.graph.script(&talk.number, &[answer]);
    let sent = world.answer(&talk, "Chegou?").await;
    let shown = world.until_state(&talk, &sent, "unknown").await;
    assert_eq!(to_be_checked(world, &shown).await, 1);
    (talk, shown)
}

#[tokio::test]
async fn a_lost_answer_is_a_doubt_that_a_later_status_ends() {
    on_both(async |world| {
        let ends = [Answer::Broken, Answer::Reset, Answer::Silent];
        let each = ends.into_iter().map(async |answer| {
            let (talk, sent) = doubtful(world, answer).await;
            assert_eq!(sent["ack"], 0);
            let call = world.graph.tries(&talk.number).remove(0);
            let intent = json!({ "biz_opaque_callback_data": call.intent() });
            world
                .told(status(&call.wamid, "sent", &talk.number, intent))
                .await;
            let shown = world.until_state(&talk, &sent, "accepted").await;
            assert_eq!((&shown["ack"], &shown["error"]), (&json!(2), &Value::Null));
            world
                .told(status(&call.wamid, "read", &talk.number, json!({})))
                .await;
            world.until_ack(&talk, &sent, 4).await;
            assert_eq!(to_be_checked(world, &sent).await, 0);
            assert_eq!(world.graph.tries(&talk.number).len(), 1);
        });
        futures_util::future::join_all(each).await;
    })
    .await;
}

#[tokio::test]
async fn a_doubt_that_meta_ends_badly_can_be_tried_again() {
    on_both(async |world| {
        let (talk, sent) = doubtful(world, Answer::Broken).await;
        let retry = format!("/messages/{}/retry", sent["id"]);
        let unsure = world.marina.post(&retry, &json!({})).await;
        assert_eq!(unsure.refusal(), (409, "ERR_MESSAGE_STATE"));
        let call = world.graph.tries(&talk.number).remove(0);
        let failed = json!({ "biz_opaque_callback_data": call.intent(),
            "errors": [{ "code": 131_000, "title": "Something went wrong" }] });
        world
            .told(status(&call.wamid, "failed", &talk.number, failed))
            .await;
        let shown = world.until_state(&talk, &sent, "rejected").await;
        assert_eq!(
            (&shown["error"], &shown["ack"]),
            (&json!("131000 Something went wrong"), &json!(0))
        );
        world.marina.post(&retry, &json!({})).await.ok();
        world.until_state(&talk, &sent, "accepted").await;
        assert_eq!(world.graph.tries(&talk.number).len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_person_settles_a_doubt() {
    on_both(async |world| {
        let expected = [
            ("sent", "accepted", 1),
            ("again", "accepted", 2),
            ("drop", "cancelled", 1),
        ];
        for (outcome, state, calls) in expected {
            let (talk, sent) = doubtful(world, Answer::Broken).await;
            let path = format!("/messages/{}/resolve", sent["id"]);
            world
                .marina
                .post(&path, &json!({ "outcome": outcome }))
                .await
                .ok();
            world.until_state(&talk, &sent, state).await;
            assert_eq!(to_be_checked(world, &sent).await, 0);
            // what comes after it is not held up
            let next = world.answer(&talk, "E agora?").await;
            world.until_state(&talk, &next, "accepted").await;
            assert_eq!(
                world.graph.tries(&talk.number).len(),
                calls + 1,
                "{outcome}"
            );
            let twice = world
                .marina
                .post(&path, &json!({ "outcome": "again" }))
                .await;
            assert_eq!(twice.refusal(), (409, "ERR_MESSAGE_STATE"));
        }
    })
    .await;
}

#[tokio::test]
async fn meta_knows_better_than_the_person_who_judged() {
    on_both(async |world| {
        for outcome in ["sent", "drop"] {
            let (talk, sent) = doubtful(world, Answer::Broken).await;
            let path = format!("/messages/{}/resolve", sent["id"]);
            world
                .marina
                .post(&path, &json!({ "outcome": outcome }))
                .await
                .ok();
            let call = world.graph.tries(&talk.number).remove(0);
            let intent = json!({ "biz_opaque_callback_data": call.intent() });
            world
                .told(status(&call.wamid, "delivered", &talk.number, intent))
                .await;
            world.until_ack(&talk, &sent, 3).await;
            assert_eq!(
                world.shown(&talk, &sent).await["sendState"],
                "accepted",
                "{outcome}"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_power_cut_during_a_send_leaves_a_doubt_and_sends_nothing_twice() {
    let each = backends().into_iter().map(async |backend| {
        let desk = start(backend).await;
        let line = new_line(&desk).await;
        let world = World::of(&desk, line).await;
        let talk = world.talk().await;
        Graph::shared().script(&talk.number, &[Answer::Silent]);
        let sent = world.answer(&talk, "Agora cai a luz").await;
        let behind = world.answer(&talk, "Depois da luz").await;
        until("it is on its way", async || {
            world.graph.tries(&talk.number).len() == 1
        })
        .await;
        desk.kill();
        desk.run().await;
        let shown = world.until_state(&talk, &sent, "unknown").await;
        assert_eq!(to_be_checked(&world, &shown).await, 1);
        world.until_state(&talk, &behind, "accepted").await;
        let bodies: Vec<_> = world
            .graph
            .tries(&talk.number)
            .iter()
            .map(|it| it.json()["text"]["body"].clone())
            .collect();
        assert_eq!(bodies, ["Agora cai a luz", "Depois da luz"]);

        let call = world.graph.tries(&talk.number).remove(0);
        let intent = json!({ "biz_opaque_callback_data": call.intent() });
        world
            .told(status(&call.wamid, "read", &talk.number, intent))
            .await;
        world.until_ack(&talk, &sent, 4).await;
    });
    futures_util::future::join_all(each).await;
}

#[tokio::test]
async fn a_mark_whose_answer_came_too_late_for_its_owner_holds_nothing_up() {
    on_both(async |world| {
        let talk = world.talk().await;
        let sent = world.answer(&talk, "Chegou?").await;
        world.until_state(&talk, &sent, "accepted").await;
        // the row as a claim leaves it that was made after its owner had given it up
        world.desk.execute(&format!(
            "UPDATE outbox SET state = 'attempting', provider_id = NULL WHERE message_id = {}",
            sent["id"]
        ));
        until("its owner sends it", async || {
            world.graph.tries(&talk.number).len() == 2
        })
        .await;
        let next = world.answer(&talk, "E agora?").await;
        world.until_state(&talk, &next, "accepted").await;
        assert_eq!(world.graph.tries(&talk.number).len(), 3);
    })
    .await;
}
