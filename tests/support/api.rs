//! Calling the REST API as a browser does.

use std::time::{Duration, Instant};

use reqwest::{Client, Method, StatusCode, header::HeaderMap, multipart::Form};
use serde_json::{Value, json};

/// Age after which the sessions of long runs are renewed.
const RENEWED_AFTER: Duration = Duration::from_mins(8);

/// How often somebody asks again who hears that the desk is busy.
const BUSY_ANSWERS_MAX: usize = 5;

/// Somebody who calls, signed in or not.
pub struct Session {
    pub base: String,
    pub token: Option<String>,
    pub user: Value,
    /// The refresh cookie as it is sent back.
    cookie: Option<String>,
    /// The pass to files, the same.
    pass: Option<String>,
    /// When the access token was given.
    given_at: Instant,
    client: Client,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// As it came.
    pub text: String,
    /// As JSON; nothing if it is none.
    pub body: Value,
}

impl Answer {
    /// Whether it says when to ask again.
    pub fn retry_after(&self) -> bool {
        self.headers.contains_key("retry-after")
    }

    /// The body of a success.
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.body);
        self.body
    }

    /// Whether the desk has no room for now: it said when to ask again.
    pub fn is_busy(&self) -> bool {
        self.refusal() == (503, "ERR_BUSY") && self.retry_after()
    }

    /// Whether an answer about several things at once refuses each of them.
    pub fn refuses_each(&self) -> bool {
        let results = self.body["results"].as_array();
        results.is_some_and(|results| results.iter().all(|one| one["ok"] == false))
    }

    /// Status and code of a refusal.
    pub fn refusal(&self) -> (u16, &str) {
        let code = self.body["code"]
            .as_str()
            .or_else(|| self.body["error"]["code"].as_str())
            .or_else(|| self.body["error"].as_str());
        (self.status.as_u16(), code.unwrap_or_default())
    }
}

/// A cookie that an answer sets, as it is sent back.
fn cookie_of(headers: &HeaderMap, name: &str) -> Option<String> {
    let set = headers.get_all("set-cookie").iter();
    let texts = set.filter_map(|value| value.to_str().ok());
    let mut cookies = texts.filter_map(|text| text.split(';').next());
    let found = cookies.find(|cookie| cookie.split('=').next() == Some(name));
    found.map(str::to_owned)
}

impl Session {
    /// Signs in.
    pub async fn sign_in(base: &str, email: &str, password: &str) -> Self {
        Self::try_sign_in(base, email, password)
            .await
            .expect("signed in")
    }

    /// Signs in at a desk that may be gone.
    pub async fn try_sign_in(base: &str, email: &str, password: &str) -> Option<Self> {
        let stranger = Self::stranger(base);
        let credentials = json!({ "email": email, "password": password });
        let request = stranger.request(Method::POST, "/auth/login");
        let answer = try_patiently(request.json(&credentials)).await?;
        let token = answer.body["token"].as_str()?.to_owned();
        Some(Self {
            token: Some(token),
            user: answer.body["user"].clone(),
            cookie: cookie_of(&answer.headers, "jrt"),
            pass: cookie_of(&answer.headers, "jmed"),
            ..stranger
        })
    }

    /// Nobody in particular.
    pub fn stranger(base: &str) -> Self {
        let client = Client::builder().build().expect("a client");
        Self {
            base: base.to_owned(),
            token: None,
            user: Value::Null,
            cookie: None,
            pass: None,
            given_at: Instant::now(),
            client,
        }
    }

    /// A program that bears a token of its own.
    pub fn program(base: &str, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..Self::stranger(base)
        }
    }

    /// The same sign-in, at another node.
    pub fn at(&self, base: &str) -> Self {
        Self {
            base: base.to_owned(),
            ..self.on_this_runtime()
        }
    }

    /// The same sign-in with a client of the running test.
    pub fn on_this_runtime(&self) -> Self {
        let fresh = Self::stranger(&self.base);
        Self {
            token: self.token.clone(),
            user: self.user.clone(),
            cookie: self.cookie.clone(),
            pass: self.pass.clone(),
            given_at: self.given_at,
            ..fresh
        }
    }

    /// The same caller with what a sign-in answered.
    pub fn holding(&self, signed_in: &Value) -> Self {
        Self {
            token: signed_in["token"].as_str().map(str::to_owned),
            user: signed_in["user"].clone(),
            ..self.on_this_runtime()
        }
    }

    /// Whether its access token, which is good for 15 minutes, ends soon.
    pub fn is_old(&self) -> bool {
        self.given_at.elapsed() > RENEWED_AFTER
    }

    /// The same sign-in with a new access token, of a desk that may be gone.
    pub async fn try_renewed(&self) -> Option<Self> {
        let answer = self.try_refresh().await?;
        let cookie = cookie_of(&answer.headers, "jrt");
        let token = answer.body["token"].as_str()?.to_owned();
        Some(Self {
            token: Some(token),
            cookie,
            given_at: Instant::now(),
            ..self.on_this_runtime()
        })
    }

    /// Asks for the file behind a link.
    pub async fn file(&self, link: &str) -> reqwest::Response {
        let request = Client::new().get(format!("{}{link}", self.base));
        let pass = self.pass.as_deref().unwrap_or_default();
        let asked = request.header("cookie", pass).send().await;
        asked.expect("an answer")
    }

    /// The user's number.
    pub fn id(&self) -> i64 {
        self.user["id"].as_i64().expect("an id")
    }

    /// The company's number.
    pub fn company(&self) -> i64 {
        self.user["companyId"].as_i64().expect("a company")
    }

    /// Asks for a new access token with the cookie of the sign-in; each cookie is good once.
    pub async fn refresh(&self) -> Answer {
        self.try_refresh().await.expect("an answer")
    }

    async fn try_refresh(&self) -> Option<Answer> {
        let request = self
            .client
            .post(format!("{}/api/auth/refresh_token", self.base));
        let cookie = self.cookie.as_deref().expect("a cookie");
        let answer = request.header("cookie", cookie).send().await.ok()?;
        try_read(answer).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::PUT, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str) -> Answer {
        self.call(Method::PATCH, path, None).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
    }

    /// Sends a form with files.
    pub async fn upload(&self, path: &str, form: Form) -> Answer {
        let request = self.request(Method::POST, path).multipart(form);
        read(request.send().await.expect("an answer")).await
    }

    /// Sends raw bytes with a content type.
    pub async fn raw(
        &self,
        method: Method,
        path: &str,
        kind: &str,
        body: impl AsRef<[u8]>,
    ) -> Answer {
        let request = self.request(method, path).header("content-type", kind);
        patiently(request.body(body.as_ref().to_vec())).await
    }

    /// Sends JSON that is packed with gzip.
    pub async fn packed(&self, path: &str, body: &[u8]) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header("content-type", "application/json")
            .header("content-encoding", "gzip");
        patiently(request.body(body.to_vec())).await
    }

    /// Calls, and calls again while the desk is busy.
    pub async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        patiently(self.with_body(method, path, body)).await
    }

    /// Calls, and takes "busy" for an answer.
    pub async fn call_once(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let asked = self.with_body(method, path, body).send().await;
        read(asked.expect("an answer")).await
    }

    /// Calls a desk that may be gone; a repeated call with the same key has one effect.
    pub async fn try_call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: &str,
    ) -> Option<Answer> {
        let mut request = self.with_body(method, path, body);
        if body.is_some() {
            request = request.header("Idempotency-Key", key);
        }
        try_read(request.send().await.ok()?).await
    }

    fn with_body(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> reqwest::RequestBuilder {
        let request = self.request(method, path);
        match body {
            Some(body) => request.json(body),
            None => request,
        }
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self
            .client
            .request(method, format!("{}/api{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }
}

/// Asks again where a desk on a machine with other work says that it is busy, as any client does. Its own waiting paces this.
async fn patiently(request: reqwest::RequestBuilder) -> Answer {
    try_patiently(request).await.expect("an answer")
}

async fn try_patiently(request: reqwest::RequestBuilder) -> Option<Answer> {
    for _ in 0..BUSY_ANSWERS_MAX {
        let again = request.try_clone().expect("a body of bytes");
        let answer = try_read(again.send().await.ok()?).await?;
        if !answer.is_busy() {
            return Some(answer);
        }
    }
    try_read(request.send().await.ok()?).await
}

async fn read(answer: reqwest::Response) -> Answer {
    try_read(answer).await.expect("a whole answer")
}

async fn try_read(answer: reqwest::Response) -> Option<Answer> {
    let (status, headers) = (answer.status(), answer.headers().clone());
    let text = answer.text().await.ok()?;
    Some(Answer {
        status,
        headers,
        body: serde_json::from_str(&text).unwrap_or_default(),
        text,
    })
}
