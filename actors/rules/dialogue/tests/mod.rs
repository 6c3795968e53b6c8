//! Conversations by example: what a customer says, what the desk answers, what time does.

mod bots;
mod choices;
mod closed;
mod properties;
mod reception;
mod service;
mod timers;
mod trees;

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::{
    ConnectionId, MediaId, QueueId, QueueOptionId, connection::ConnectionTexts,
    hours::default_week, message::MediaKind, ticket::TicketStatus,
};

use super::*;
use crate::rules::{calendar::zone_or_default, hours::Hours};

const VENDAS: QueueId = QueueId(1);
const SUPORTE: QueueId = QueueId(2);
const LINE: ConnectionId = ConnectionId(1);
/// The menu of the number.
const MENU: &str = "Olá!\n\n[ 1 ] - Vendas\n[ 2 ] - Suporte";
/// The beginning of the tree of `SUPORTE`.
const ROOT: &str = "Suporte aqui.\n\n[ 1 ] - Segunda via de boleto\n[ 2 ] - Entrega\n[ 3 ] - Outro assunto\n\n[ # ] início";
/// The first option of it, with what stands below.
const BOLETO: &str =
    "Qual boleto?\n\n[ 1 ] - Deste mês\n[ 2 ] - De outro mês\n\n[ 0 ] anterior\n[ # ] início";
const INVALID: &str = "Opção inválida. Por favor, escolha uma das opções do menu.";

/// A Friday, 11:00 in São Paulo.
fn friday() -> DateTime<Utc> {
    "2026-11-20T14:00:00Z".parse().unwrap()
}

/// A number with `VENDAS`, which has no tree, and `SUPORTE`, which has one.
fn shop() -> State {
    State {
        company: Company::default(),
        line: Line {
            id: LINE,
            texts: ConnectionTexts {
                greeting_message: "Olá!".into(),
                complation_message: "Até logo!".into(),
                out_of_hours_message: "Estamos fechados.".into(),
                rating_message: "Como foi?".into(),
                expires_inactive_message: "Encerrado por inatividade.".into(),
                ..ConnectionTexts::default()
            },
            menu: vec![VENDAS, SUPORTE],
            departments: vec![
                department(VENDAS, "Vendas", "Vendas às ordens.", Vec::new()),
                department(SUPORTE, "Suporte", "Suporte aqui.", tree()),
            ],
            has_choices: false,
            bot: None,
        },
        talk: Talk {
            is_group: false,
            is_attended: false,
            status: TicketStatus::Pending,
            queue: None,
            chatbot: false,
            bot: None,
            episode: 7,
            waits_since: friday(),
            last_at: friday(),
            last_is_ours: false,
            memory: Memory::default(),
        },
    }
}

fn department(id: QueueId, name: &str, greeting: &str, options: Vec<Choice>) -> Department {
    Department {
        id,
        name: name.into(),
        greeting: greeting.into(),
        out_of_hours: format!("{name} fechado."),
        hours: Some(Hours::new(zone_or_default(None), &default_week(), &[])),
        file: None,
        options,
        bot: None,
    }
}

fn option(id: i64, parent: Option<i64>, position: i64, title: &str, message: &str) -> Choice {
    Choice {
        id: QueueOptionId(id),
        parent: parent.map(QueueOptionId),
        position,
        title: title.into(),
        message: message.into(),
        file: None,
    }
}

/// Boleto → deste mês (a leaf with a file), de outro mês (a leaf); Entrega → one child; Outro assunto, a leaf.
fn tree() -> Vec<Choice> {
    let mut tree = vec![
        option(12, None, 2, "Entrega", "Informe o pedido."),
        option(11, None, 1, "Segunda via de boleto", "Qual boleto?"),
        option(13, None, 3, "Outro assunto", "Já vamos atender."),
        option(14, Some(11), 1, "Deste mês", "Aqui está."),
        option(15, Some(11), 2, "De outro mês", ""),
        option(16, Some(12), 1, "Número do pedido", "Obrigado, já olhamos."),
    ];
    tree[3].file = Some((MediaId(5), MediaKind::Document));
    tree
}

/// A conversation being played.
struct Stage {
    state: State,
    now: DateTime<Utc>,
    is_first: bool,
    actions: Vec<Action>,
}

impl Stage {
    fn new(state: State) -> Self {
        Self {
            state,
            now: friday(),
            is_first: true,
            actions: Vec::new(),
        }
    }

    fn at(mut self, moment: &str) -> Self {
        self.now = format!("{moment}:00-03:00").parse().unwrap();
        self
    }

    fn wait(&mut self, minutes: i64) -> &mut Self {
        self.now += TimeDelta::minutes(minutes);
        self
    }

    fn input(&mut self, input: &Input<'_>) -> Vec<String> {
        self.actions = decide(&self.state, input, self.now);
        let mut heard = Vec::new();
        for action in &self.actions {
            self.state.talk.follow(action, self.state.line.id, self.now);
            if let Action::Say(say) = action {
                heard.extend(say.file.map(|(id, _)| format!("file {id}")));
                heard.extend((!say.text.is_empty()).then(|| say.text.clone()));
            }
        }
        heard
    }

    /// The customer writes; what he hears.
    fn says(&mut self, text: &str) -> Vec<String> {
        let is_first = std::mem::take(&mut self.is_first);
        (self.state.talk.last_at, self.state.talk.last_is_ours) = (self.now, false);
        self.input(&Input::Said(Said {
            text,
            is_call: false,
            is_first,
            key: "m1",
            choice: None,
        }))
    }

    /// The customer calls, and nobody takes it.
    fn calls(&mut self) -> Vec<String> {
        let is_first = std::mem::take(&mut self.is_first);
        self.input(&Input::Said(Said {
            is_call: true,
            is_first,
            key: "m1",
            ..Said::default()
        }))
    }

    /// The customer presses a button.
    fn presses(&mut self, choice: &str, title: &str) -> Vec<String> {
        let is_first = std::mem::take(&mut self.is_first);
        self.input(&Input::Said(Said {
            text: title,
            is_call: false,
            is_first,
            key: "m1",
            choice: Some(choice),
        }))
    }

    /// Time passes, and the clock looks.
    fn ticks(&mut self, minutes: i64) -> Vec<String> {
        self.wait(minutes).input(&Input::Tick)
    }

    /// An attendant takes the conversation.
    fn accepts(&mut self) -> Vec<String> {
        let heard = self.input(&Input::Accepted {
            attendant: "Marina",
        });
        self.state.talk.is_attended = true;
        self.state.talk.status = TicketStatus::Open;
        heard
    }

    /// And gives it back.
    fn returns(&mut self) {
        self.state.talk.is_attended = false;
        self.state.talk.status = TicketStatus::Pending;
    }

    /// Plays lines of "what the customer says" and "what he hears, parts after each other".
    fn plays(&mut self, lines: &[(&str, &[&str])]) -> &mut Self {
        for (text, heard) in lines {
            assert_eq!(self.says(text), *heard, "after {text:?}");
        }
        self
    }

    fn talk(&self) -> &Talk {
        &self.state.talk
    }
}
