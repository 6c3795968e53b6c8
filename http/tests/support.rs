//! A desk for tests: the real routes on an `SQLite` file, a clock to move, and what was told.

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use actix_web::{
    Error,
    body::MessageBody,
    cookie::Cookie,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header::HeaderMap},
    test::{self, TestRequest},
};
use chrono::{DateTime, TimeDelta, Utc};
use guiche_actors::{
    billing::{Banks, Billing},
    egress::Egress,
    integration::{BotDeps, Doors},
};
use guiche_storage::{
    cluster::redis::ClusterBus,
    companies::{self, Feature, NewCompany, NewPlan},
    fixtures::migrated::migrated,
    identity::users::{self, NewUser},
    media::MediaStore,
    model::{Clock, CompanyId, UserId, user::Profile},
    security::{
        passwords::{Cost, Passwords},
        seal::Sealer,
        secrets::Keys,
    },
};
use serde_json::Value;

use super::recorder::{Recorder, recorded};
use crate::{
    app::App,
    cloud_setup::CloudSetup,
    limits::{RequestLimiter, rare::RareLimits, sign_in::SignInLimits},
    middleware::shutdown::Shutdown,
    routes,
    sheet::SheetReader,
    tokens::Tokens,
};

/// Password of every user that a test makes.
pub const PASSWORD: &str = "Aurora123";

/// A clock that stands still until it is moved.
#[derive(Debug, Clone)]
pub struct HandClock(Arc<Mutex<DateTime<Utc>>>);

impl Clock for HandClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }
}

/// A desk with one company and one user.
pub struct TestDesk {
    /// What handlers reach.
    pub app: App,
    /// The company *Aurora*.
    pub company: CompanyId,
    /// Its attendant `marina@aurora.example`.
    pub marina: UserId,
    /// What the actors were to do.
    pub recorder: Arc<Recorder>,
    /// Its files.
    pub media: MediaStore,
    clock: HandClock,
    _dir: tempfile::TempDir,
}

/// An answer that was read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub cookie: Option<Cookie<'static>>,
    pub text: String,
}

impl TestDesk {
    pub async fn new() -> Self {
        Self::with(|_| ()).await
    }

    /// With other settings.
    #[expect(clippy::too_many_lines, reason = "it puts a whole server together")]
    pub async fn with(change: impl FnOnce(&mut guiche_config::Config)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut config = guiche_config::load(Path::new("no such file")).unwrap();
        config.data_dir = dir.path().to_path_buf();
        change(&mut config);
        let db = migrated(&config.data_dir.join("guiche.db")).await.unwrap();
        let start = DateTime::from_timestamp(1_785_762_000, 0).unwrap();
        let clock = HandClock(Arc::new(Mutex::new(start)));
        let keys = Keys::random().unwrap();
        let limits = SignInLimits::new(&config.limits, &keys.jwt, ClusterBus::nobody());
        let passwords = Passwords::new(Cost::KNOWN).unwrap();
        let limiter = RequestLimiter::new(&config.limits, &db, &passwords);
        let sealer = Arc::new(Sealer::new(keys.encryption.bytes()));
        let media = MediaStore::open(dir.path(), "node", b"key").unwrap();
        let recorder = Arc::<Recorder>::default();
        let bots = BotDeps {
            db: db.clone(),
            clock: Arc::new(clock.clone()),
            node: "test".into(),
            media: media.clone(),
            media_bytes_max: 1 << 20,
            sealer: Arc::clone(&sealer),
            doors: Doors::new("").unwrap(),
            dialogflow_url: config.integrations.dialogflow_url.as_str().into(),
            model_url: config.ai.base_url.as_str().into(),
            model: config.ai.model.as_str().into(),
            voices_url: config.ai.voices_url.as_str().into(),
            public_url: config.public_url().into(),
        };
        let actors = recorded(bots, &config, &recorder);
        let cloud_setup = CloudSetup {
            db: db.clone(),
            clock: Arc::new(clock.clone()),
            sealer: Arc::clone(&sealer),
            graph_url: config.whatsapp.graph_url.clone(),
            graph_version: config.whatsapp.graph_version.clone(),
            public_url: None,
            egress: Egress::trusted().unwrap(),
            tell: actors.publisher(),
        };
        let billing = Billing {
            db: db.clone(),
            clock: Arc::new(clock.clone()),
            banks: Banks::default(),
            tell: actors.publisher(),
        };
        let app = App {
            db,
            actors,
            clock: Arc::new(clock.clone()),
            tokens: Tokens::new(&keys.jwt),
            sealer,
            keys: Arc::new(keys),
            passwords,
            sign_in_limits: Arc::new(limits),
            rare_limits: Arc::new(RareLimits::new(&config.limits)),
            push: None,
            sheets: SheetReader::default(),
            billing,
            shutdown: Shutdown::default(),
            limiter,
            cloud_setup,
            config: Arc::new(config),
            node: "test".into(),
            started_at: start,
            demo: false,
        };
        let (company, marina) = people(&app).await;
        Self {
            app,
            company,
            marina,
            recorder,
            media,
            clock,
            _dir: dir,
        }
    }

    /// Lets time pass.
    pub fn pass(&self, time: TimeDelta) {
        *self.clock.0.lock().unwrap() += time;
    }

    /// The application's routes.
    pub async fn routes(
        &self,
    ) -> impl Service<actix_http::Request, Response = ServiceResponse<impl MessageBody>, Error = Error>
    {
        test::init_service(routes::build(self.app.clone(), |_| ())).await
    }

    /// Sends a request and reads the answer.
    pub async fn send(&self, request: TestRequest) -> Answer {
        let routes = self.routes().await;
        let response = test::call_service(&routes, request.to_request()).await;
        let cookie = response
            .response()
            .cookies()
            .find(|cookie| cookie.name() == "jrt")
            .map(Cookie::into_owned);
        let (status, headers) = (response.status(), response.headers().clone());
        let body = test::read_body(response).await;
        Answer {
            status,
            headers,
            cookie,
            text: String::from_utf8_lossy(&body).into_owned(),
        }
    }

    pub async fn login(&self, email: &str, password: &str) -> Answer {
        let body = serde_json::json!({ "email": email, "password": password });
        self.send(request(Method::POST, "/api/auth/login").set_json(body))
            .await
    }

    /// Signs Marina in: her access token and her cookie.
    pub async fn marina_signs_in(&self) -> (String, Cookie<'static>) {
        let answer = self.login("marina@aurora.example", PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        (answer.token(), answer.cookie.expect("the refresh cookie"))
    }
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// A cookie that must have been set.
    pub fn named_cookie(&self, name: &str) -> Cookie<'static> {
        let set = self.headers.get_all("set-cookie");
        set.filter_map(|text| Cookie::parse(text.to_str().ok()?.to_owned()).ok())
            .find(|cookie| cookie.name() == name)
            .unwrap_or_else(|| panic!("no cookie {name}"))
    }

    /// A header that must be there.
    pub fn header(&self, name: &str) -> &str {
        let value = self
            .headers
            .get(name)
            .unwrap_or_else(|| panic!("no {name}"));
        value.to_str().unwrap()
    }

    pub fn token(&self) -> String {
        self.json()["token"]
            .as_str()
            .expect("an access token")
            .to_owned()
    }

    /// Asserts status and code, and the fields that every refusal has.
    #[track_caller]
    pub fn refuses(&self, status: u16, code: &str) {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let body = self.json();
        assert_eq!(body["error"], code);
        assert!(
            body["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
        let id = self.headers.get("x-request-id").expect("the request's id");
        assert_eq!(body["requestId"].as_str().unwrap(), id.to_str().unwrap());
    }
}

pub fn request(method: Method, uri: &str) -> TestRequest {
    TestRequest::default()
        .method(method)
        .uri(uri)
        .peer_addr("203.0.113.7:5000".parse().unwrap())
}

pub fn bearer(method: Method, uri: &str, token: &str) -> TestRequest {
    request(method, uri).insert_header(("authorization", format!("Bearer {token}")))
}

async fn people(app: &App) -> (CompanyId, UserId) {
    let hash = app.passwords.hash(PASSWORD.into()).await.unwrap();
    let now = app.clock.now();
    app.db
        .write(async |conn| -> guiche_storage::Result<_> {
            let plan = NewPlan {
                name: "Completo",
                users: 10,
                connections: 10,
                queues: 10,
                value: 0.0,
                features: Feature::ALL,
            };
            let plan = companies::insert_plan(conn, now, &plan).await?;
            let company = NewCompany {
                name: "Aurora",
                email: None,
                phone: None,
                plan,
                due_date: None,
            };
            let company = companies::insert(conn, now, &company).await?;
            let marina = NewUser {
                name: "Marina",
                email: "marina@aurora.example",
                password_hash: &hash,
                profile: Profile::User,
                is_super: false,
                all_ticket: false,
                connection: None,
                queues: &[],
            };
            Ok((
                company,
                users::insert_user(conn, company, now, &marina).await?,
            ))
        })
        .await
        .unwrap()
}
