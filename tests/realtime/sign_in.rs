//! One sign-in a user: who signs in elsewhere or signs out takes his sockets along.

use super::{
    event,
    support::{ADMIN, MARINA, Session, TestDesk, TestSocket, backends},
};

const PASSWORD: &str = "Aurora123";

#[tokio::test]
async fn a_second_sign_in_tells_the_first_browser_and_ends_it() {
    // spec: S070 S113 S132
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let first = Session::sign_in(&desk.base, MARINA, PASSWORD).await;
        let colleague = Session::sign_in(&desk.base, ADMIN, PASSWORD).await;
        let mut tabs = [
            TestSocket::open(&desk, &first).await,
            TestSocket::open(&desk, &first).await,
        ];
        let mut bystander = TestSocket::open(&desk, &colleague).await;

        let second = Session::sign_in(&desk.base, MARINA, PASSWORD).await;
        for tab in &mut tabs {
            let notice = tab.event(&event(&first, "auth")).await;
            assert_eq!(notice["action"], "update");
            assert_eq!(notice["user"]["id"], first.id());
            assert_eq!(notice["user"]["email"], MARINA);
            assert_eq!(notice["user"]["companyId"], first.company());
            assert!(tab.is_closed().await);
        }
        // neither its access nor its cookie is good any more, and it cannot come back
        assert_eq!(
            first.get("/tickets").await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
        assert_eq!(
            first.refresh().await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
        let token = first.token.clone().unwrap();
        let refusal = TestSocket::connect(&desk, &token).await.err().unwrap();
        assert!(refusal.contains("ERR_SESSION_EXPIRED"), "{refusal}");

        // the new browser is not told to leave, nor is anybody else
        let mut fresh = TestSocket::open(&desk, &second).await;
        super::settle(&colleague, [&mut fresh, &mut bystander]).await;
        for (socket, session) in [(&fresh, &second), (&bystander, &colleague)] {
            let name = event(session, "auth");
            assert!(socket.seen.iter().all(|(seen, _)| *seen != name));
        }
        second.refresh().await.ok();
        second.get("/tickets").await.ok();
    }
}

#[tokio::test]
async fn signing_out_closes_the_sockets_of_that_sign_in_at_once() {
    // spec: S070
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let marina = Session::sign_in(&desk.base, MARINA, PASSWORD).await;
        let admin = Session::sign_in(&desk.base, ADMIN, PASSWORD).await;
        let mut tab = TestSocket::open(&desk, &marina).await;
        let mut other = TestSocket::open(&desk, &admin).await;
        marina.delete("/auth/logout").await.ok();
        assert!(tab.is_closed().await);
        assert_eq!(
            marina.get("/tickets").await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
        assert_eq!(
            marina.refresh().await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
        let offline = other
            .event_where(&event(&admin, "user"), |it| {
                it["user"]["id"] == marina.id() && it["user"]["online"] == false
            })
            .await;
        assert_eq!(offline["action"], "update");
        super::settle(&admin, [&mut other]).await;
    }
}
