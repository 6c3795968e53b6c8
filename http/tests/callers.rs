//! Callers of any profile on a [`TestDesk`], and a record of what it told and which sessions were asked for.

use actix_web::{http::Method, test, web};
use chrono::TimeDelta;
use guiche_storage::{
    companies::{self, Feature, NewCompany, NewPlan, settings},
    identity::{
        sign_ins::{self, Owner, RefreshToken},
        users::{self, NewUser},
    },
    model::{CompanyId, UserId, event::CommittedEvent, user::Profile},
};
use serde_json::Value;
use uuid::Uuid;

use super::support::{TestDesk, bearer};
use crate::{
    app::App,
    routes,
    tokens::{ACCESS_LIFE, Claims},
};

/// A demo's desk whose callers are made by the test.
pub(super) struct Desk {
    pub(super) app: App,
    inner: TestDesk,
}

/// Who calls: a token and whose it is.
#[derive(Debug, Clone)]
pub(super) struct SignedIn {
    pub(super) company: CompanyId,
    pub(super) user: UserId,
    pub(super) token: String,
}

impl Desk {
    pub(super) async fn new() -> Self {
        let public_url = Some("https://desk.example/".to_owned());
        let inner = TestDesk::with(|config| config.http.public_url = public_url).await;
        let app = App {
            demo: true,
            ..inner.app.clone()
        };
        Self { app, inner }
    }

    /// An admin of the new company `Lojas <name>` that may have ten connections.
    pub(super) async fn company(&self, name: &str) -> SignedIn {
        let company = self.company_with(name, &[]).await;
        self.user(company, Profile::Admin, false).await
    }

    /// The new company `Lojas <name>`, whose plan has these features.
    pub(super) async fn company_with(&self, name: &str, features: &[Feature]) -> CompanyId {
        let name = &format!("Lojas {name}");
        let now = self.app.clock.now();
        let plan = NewPlan {
            name,
            users: 10,
            connections: 10,
            queues: 10,
            value: 0.0,
            features,
        };
        let made = self.app.db.write(async |conn| {
            let plan = companies::insert_plan(conn, now, &plan).await?;
            let company = NewCompany {
                name,
                email: None,
                phone: None,
                plan,
                due_date: None,
            };
            companies::insert(conn, now, &company).await
        });
        made.await.unwrap()
    }

    /// A new company whose plan has every feature and whose campaigns are switched on.
    pub(super) async fn company_with_everything(&self, name: &str) -> CompanyId {
        let company = self.company_with(name, Feature::ALL).await;
        let now = self.app.clock.now();
        let switched = self.app.db.write(async |conn| {
            settings::set(conn, company, now, settings::CAMPAIGNS_ENABLED, "true").await
        });
        switched.await.unwrap();
        company
    }

    /// One more signed-in user.
    pub(super) async fn user(
        &self,
        company: CompanyId,
        profile: Profile,
        is_super: bool,
    ) -> SignedIn {
        let now = self.app.clock.now();
        let email = format!("{}@{company}.example", Uuid::new_v4().simple());
        let new = NewUser {
            name: profile.as_str(),
            email: &email,
            password_hash: "-",
            profile,
            is_super,
            all_ticket: false,
            connection: None,
            queues: &[],
        };
        let sign_in = Uuid::now_v7();
        let user = self
            .app
            .db
            .write(async |conn| {
                let user = users::insert_user(conn, company, now, &new).await?;
                let owner = Owner {
                    company_id: company,
                    user_id: user,
                };
                let refresh = RefreshToken::random(sign_in)?;
                sign_ins::insert(conn, owner, now, &refresh, 0).await?;
                Ok::<_, guiche_storage::StorageError>(user)
            })
            .await
            .unwrap();
        let claims = Claims {
            id: user,
            profile,
            company_id: company,
            username: profile.as_str().to_owned(),
            sid: sign_in,
            ver: 0,
            act: None,
            iat: now.timestamp(),
            exp: (now + ACCESS_LIFE).timestamp(),
            nbf: None,
        };
        SignedIn {
            company,
            user,
            token: self.app.tokens.sign(&claims).unwrap(),
        }
    }

    /// Lets time pass.
    pub(super) fn pass(&self, time: TimeDelta) {
        self.inner.pass(time);
    }

    /// Asks and answers status and body.
    pub(super) async fn call(
        &self,
        caller: &SignedIn,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let media = web::Data::new(self.inner.media.clone());
        let routes = routes::build(self.app.clone(), move |config| {
            config.app_data(media.clone());
        });
        let service = test::init_service(routes).await;
        let request = bearer(method, &format!("/api{path}"), &caller.token);
        let request = match body {
            Some(body) => request.set_json(body),
            None => request,
        };
        let response = test::call_service(&service, request.to_request()).await;
        let status = response.status().as_u16();
        let bytes = test::read_body(response).await;
        (
            status,
            serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        )
    }

    /// The body of a GET that must succeed.
    pub(super) async fn get(&self, caller: &SignedIn, path: &str) -> Value {
        let (status, body) = self.call(caller, Method::GET, path, None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// The body of a POST that must succeed.
    pub(super) async fn post(&self, caller: &SignedIn, path: &str, body: Value) -> Value {
        let (status, body) = self.call(caller, Method::POST, path, Some(body)).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Status and code of a refusal.
    pub(super) async fn refused(
        &self,
        caller: &SignedIn,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, String) {
        let (status, body) = self.call(caller, method, path, body).await;
        (
            status,
            body["error"].as_str().unwrap_or_default().to_owned(),
        )
    }

    /// What was told since the last look: the event's entity, its rooms and its body.
    pub(super) fn told(&self) -> Vec<(&'static str, String, Value)> {
        let events = std::mem::take(&mut *self.inner.recorder.told.lock().unwrap());
        let rooms = |event: &CommittedEvent| {
            event
                .rooms
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        events
            .iter()
            .map(|event| {
                let payload = serde_json::from_str(event.payload.get()).unwrap();
                (event.entity.as_str(), rooms(event), payload)
            })
            .collect()
    }

    /// What sessions were asked for since the last look.
    pub(super) fn asked(&self) -> Vec<(&'static str, i64)> {
        let asked = std::mem::take(&mut *self.inner.recorder.asked.lock().unwrap());
        asked.into_iter().map(|(what, id)| (what, id.0)).collect()
    }
}
