//! The companies of the demonstration: people, queues, tags, connections and settings.

use std::collections::HashMap;

use chrono::{DateTime, Duration, Utc};

use super::{DemoLogin, LOGINS};
use crate::{
    Conn, Result,
    companies::{self, NewCompany},
    connections::{self, ConnectionForm},
    model::{
        CompanyId, ConnectionId, PlanId, QueueId, TagId, UserId,
        connection::{ConnectionTexts, ProviderKind},
    },
    on,
    quick_messages::{self, QuickMessageForm},
    settings::{self, CAMPAIGNS_ENABLED, DEFAULTS},
    users::{self, NewUser},
};

/// A shop.
pub const AURORA: &str = "Lojas Aurora";
/// A surgery.
pub const VIDA: &str = "Clínica Vida";
/// Those who run the server.
pub const GUICHE: &str = "Guichê";

/// Days that the companies have paid for.
const PAID_DAYS: i64 = 400;
/// Days since they signed up.
const AGE_DAYS: i64 = 90;
/// Who wrote the quick messages for everybody: the part of his e-mail before the `@`.
const ADMIN: &str = "admin";

/// What a company looks like.
#[derive(Debug)]
pub(super) struct Shape {
    name: &'static str,
    email: &'static str,
    phone: &'static str,
    /// Name, colour, greeting.
    queues: &'static [(&'static str, &'static str, &'static str)],
    tags: &'static [(&'static str, &'static str)],
    /// Short code and text, for everybody.
    quick_messages: &'static [(&'static str, &'static str)],
    /// Name and number; the first is the default.
    connections: &'static [(&'static str, &'static str)],
    /// The queues of those who do not have them all, by the first part of their e-mail.
    members: &'static [(&'static str, &'static [&'static str])],
    /// Conversations.
    pub script: Option<&'static str>,
}

/// Every company.
pub(super) const ALL: &[Shape] = &[
    Shape {
        name: AURORA,
        email: "contato@aurora.example",
        phone: "551133330000",
        queues: &[
            (
                "Vendas",
                "#1f9d74",
                "Você está em Vendas. Como posso ajudar?",
            ),
            (
                "Suporte",
                "#2f6fde",
                "Você está no Suporte. Conte o que houve.",
            ),
            (
                "Logística",
                "#9b4fc7",
                "Você está na Logística. Qual é o número do pedido?",
            ),
        ],
        tags: &[
            ("VIP", "#b7791f"),
            ("Boleto", "#3b5bdb"),
            ("Troca", "#c2414b"),
            ("1ª compra", "#0f766e"),
        ],
        quick_messages: &[
            (
                "oi",
                "{{ms}}, {{firstName}}! Sou da Lojas Aurora. Como posso ajudar?",
            ),
            (
                "prazo",
                "O prazo de entrega é de 2 dias úteis para São Paulo e de 3 a 7 para os outros estados.",
            ),
            (
                "troca",
                "A troca pode ser feita em até 30 dias, com a etiqueta. Quer que eu envie o código de postagem?",
            ),
            (
                "pix",
                "Nossa chave Pix é o CNPJ 12.345.678/0001-90. Me envie o comprovante por aqui, por favor.",
            ),
        ],
        connections: &[
            ("Matriz", "5511980000000"),
            ("Loja Centro", "5511980000001"),
        ],
        members: &[
            ("marina", &["Vendas", "Suporte"]),
            ("rafael", &["Logística", "Suporte"]),
        ],
        script: Some(include_str!("aurora.json")),
    },
    Shape {
        name: VIDA,
        email: "contato@vida.example",
        phone: "551144440000",
        queues: &[
            ("Agendamento", "#0f8f83", "Você está no Agendamento."),
            ("Exames", "#c2571a", "Você está em Exames."),
            ("Financeiro", "#7a5af5", "Você está no Financeiro."),
        ],
        tags: &[("Retorno", "#0f766e"), ("Exame", "#3b5bdb")],
        quick_messages: &[(
            "jejum",
            "Para este exame são necessárias 8 horas de jejum. Água pode.",
        )],
        connections: &[("Recepção", "5511970000000")],
        members: &[("tiago", &["Agendamento", "Exames", "Financeiro"])],
        script: Some(include_str!("vida.json")),
    },
    Shape {
        name: GUICHE,
        email: "suporte@guiche.example",
        phone: "551155550000",
        queues: &[],
        tags: &[],
        quick_messages: &[],
        connections: &[],
        members: &[],
        script: None,
    },
];

/// A company that was made: its things by their names.
#[derive(Debug)]
pub(super) struct Made {
    pub company: CompanyId,
    pub users: HashMap<&'static str, UserId>,
    pub queues: HashMap<&'static str, QueueId>,
    pub tags: HashMap<&'static str, TagId>,
    pub connections: HashMap<&'static str, ConnectionId>,
}

/// Makes a company and everything but its conversations.
pub(super) async fn insert(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    plan: PlanId,
    shape: &Shape,
    hashes: &[(&str, String)],
) -> Result<Made> {
    let since = now - Duration::days(AGE_DAYS);
    let due_date = (shape.name != GUICHE).then(|| now + Duration::days(PAID_DAYS));
    let company = NewCompany {
        name: shape.name,
        email: Some(shape.email),
        phone: Some(shape.phone),
        plan,
        due_date,
    };
    let company = companies::insert(conn, since, &company).await?;
    let campaigns = (CAMPAIGNS_ENABLED, "true");
    for (key, value) in DEFAULTS.into_iter().chain([campaigns]) {
        settings::set(conn, company, since, key, value).await?;
    }
    let mut made = Made {
        company,
        users: HashMap::new(),
        queues: HashMap::new(),
        tags: HashMap::new(),
        connections: HashMap::new(),
    };
    insert_queues(conn, since, shape, &mut made).await?;
    insert_tags(conn, since, shape, &mut made).await?;
    insert_connections(conn, since, shape, &mut made).await?;
    for login in LOGINS.iter().filter(|login| login.company == shape.name) {
        insert_user(conn, since, (shape, login), hashes, &mut made).await?;
    }
    if let Some(author) = made.users.get(ADMIN).copied() {
        for (shortcode, message) in shape.quick_messages {
            let form = QuickMessageForm {
                shortcode: (*shortcode).to_owned(),
                message: (*message).to_owned(),
                geral: true,
                status: true,
            };
            quick_messages::insert(conn, company, author, &form, since).await?;
        }
    }
    Ok(made)
}

async fn insert_queues(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    shape: &Shape,
    made: &mut Made,
) -> Result<()> {
    for (order, (name, color, greeting)) in (1_i64..).zip(shape.queues) {
        let id = on!(&mut *conn, |c| {
            sqlx::query_scalar(
            "INSERT INTO queues (company_id, name, color, order_queue, greeting_message, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id"
        )
        .bind(made.company)
        .bind(*name)
        .bind(*color)
        .bind(order)
        .bind(*greeting)
        .bind(now)
        .fetch_one(c)
        .await
        })?;
        made.queues.insert(name, id);
    }
    Ok(())
}

async fn insert_tags(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    shape: &Shape,
    made: &mut Made,
) -> Result<()> {
    for (name, color) in shape.tags {
        let id = on!(&mut *conn, |c| sqlx::query_scalar(
            "INSERT INTO tags (company_id, name, color, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $4) RETURNING id"
        )
        .bind(made.company)
        .bind(*name)
        .bind(*color)
        .bind(now)
        .fetch_one(c)
        .await)?;
        made.tags.insert(name, id);
    }
    Ok(())
}

async fn insert_connections(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    shape: &Shape,
    made: &mut Made,
) -> Result<()> {
    let greeting = format!(
        "Olá! Você está falando com {}. Já vamos te atender.",
        shape.name
    );
    for (name, number) in shape.connections {
        let form = ConnectionForm {
            name: (*name).to_owned(),
            is_default: made.connections.is_empty(),
            queue_ids: made.queues.values().copied().collect(),
            texts: ConnectionTexts {
                greeting_message: greeting.clone(),
                ..ConnectionTexts::default()
            },
            phone_number_id: None,
            waba_id: None,
        };
        let written =
            connections::insert(conn, made.company, ProviderKind::Simulator, &form, now).await?;
        let id = written.connection.id;
        on!(&mut *conn, |c| sqlx::query(
            "UPDATE connections SET number = $3 WHERE company_id = $1 AND id = $2"
        )
        .bind(made.company)
        .bind(id)
        .bind(*number)
        .execute(c)
        .await
        .map(drop))?;
        made.connections.insert(name, id);
    }
    Ok(())
}

async fn insert_user(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    (shape, login): (&Shape, &'static DemoLogin),
    hashes: &[(&str, String)],
    made: &mut Made,
) -> Result<()> {
    let handle = login.email.split('@').next().unwrap_or_default();
    let own = shape.members.iter().find(|(member, _)| *member == handle);
    let queues: Vec<QueueId> = shape
        .queues
        .iter()
        .filter(|(queue, ..)| own.is_none_or(|(_, queues)| queues.contains(queue)))
        .filter_map(|(queue, ..)| made.queues.get(queue).copied())
        .collect();
    let hash = hashes
        .iter()
        .find(|(password, _)| *password == login.password);
    let user = NewUser {
        name: login.name,
        email: login.email,
        password_hash: hash.map_or("", |(_, hash)| hash.as_str()),
        profile: login.profile,
        is_super: login.company == GUICHE,
        all_ticket: true,
        connection: None,
        queues: &queues,
    };
    let id = users::insert_user(conn, made.company, now, &user).await?;
    made.users.insert(handle, id);
    Ok(())
}
