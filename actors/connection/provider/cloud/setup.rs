//! What Meta is told when a number is entered, and what it then says of it: the number is registered, the account's messages come
//! to our address, and how the number stands is asked. Each step may be repeated. A number that a phone has in its Business app
//! too (coexistence) is registered already, and Meta is asked, once, to hand over what that app knows.

use serde_json::{Value, json};

use super::{client::CloudSettings, graph::Graph, interpret::text};
use crate::{connection::provider::SendError, egress::Egress};

/// What is asked of a number.
const FIELDS: &str = "display_phone_number,quality_rating,messaging_limit_tier,throughput,status,platform_type,is_on_biz_app,webhook_configuration";
/// What the Business app hands over: its contacts, and what was said.
const OF_THE_APP: [&str; 2] = ["smb_app_state_sync", "history"];
/// A number with this status sends and receives.
const REGISTERED: &str = "CONNECTED";

/// What a number is to be told.
#[derive(Clone)]
pub struct SetUp {
    /// Where it is found.
    pub settings: CloudSettings,
    /// Bearer token.
    pub access_token: String,
    /// Meta's id of its account.
    pub waba_id: String,
    /// Six digits: whoever registers the number again has to know them.
    pub pin: String,
    /// Our address for its messages and what Meta shows there; `None` where the world cannot reach us.
    pub webhook: Option<(String, String)>,
    /// Whether Meta is asked for what the Business app knows: it takes that once, within a day of the sign-up.
    pub wants_history: bool,
}

/// How it stands after that.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetUpReport {
    /// How customers take what it sends.
    pub quality: Option<String>,
    /// How many customers it may write to first in a day.
    pub limit: Option<String>,
    /// How fast it may send.
    pub throughput: Option<String>,
    /// Where its messages go.
    pub webhook: Option<String>,
    /// Whether Meta was asked for what the Business app knows, and why it does not give it.
    pub history: Option<Result<(), String>>,
    /// The step that Meta refused first, and why.
    pub refused: Option<(Step, String)>,
}

/// A step of setting up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The token is not good.
    Token,
    /// Asking for the number.
    Number,
    /// Registering it.
    Register,
    /// Subscribing to its account.
    Subscribe,
}

/// Sets a number up. Meta's refusal of one step does not keep it from the others: a number that works goes on working.
///
/// # Errors
/// `NotSent` or `Unknown` when Meta could not be asked; once more later.
pub async fn set_up(wish: &SetUp, egress: Egress) -> Result<SetUpReport, SendError> {
    let graph = Graph::new(&wish.settings, wish.access_token.clone(), egress);
    let graph = graph.map_err(|error| SendError::Unknown {
        text: error.to_string(),
    })?;
    let mut report = SetUpReport::default();
    let fields = [("fields", FIELDS)];
    let number = graph.ask(&graph.phone_number_id, &fields).await;
    let Some(number) = report.hear(Step::Number, number)? else {
        return Ok(report);
    };
    let is_on_phone = number.get("is_on_biz_app") == Some(&Value::Bool(true));
    if text(&number, "/status") != Some(REGISTERED) && !is_on_phone {
        let body = json!({ "messaging_product": "whatsapp", "pin": wish.pin });
        let path = [graph.phone_number_id.as_str(), "register"];
        report.hear(Step::Register, graph.post(&path, &body).await)?;
    }
    if let Some((address, verify_token)) = &wish.webhook {
        let body = json!({ "override_callback_uri": address, "verify_token": verify_token });
        let path = [wish.waba_id.as_str(), "subscribed_apps"];
        let heard = report.hear(Step::Subscribe, graph.post(&path, &body).await)?;
        // what is handed over to nobody is lost
        if heard.is_some() && is_on_phone && wish.wants_history {
            report.history = Some(ask_for_history(&graph).await?);
        }
    }
    let number = graph.ask(&graph.phone_number_id, &fields).await;
    if let Some(number) = report.hear(Step::Number, number)? {
        report.read(&number);
    }
    Ok(report)
}

/// Asks for everything that the Business app knows; each part counts for itself, and the conversations for the whole.
async fn ask_for_history(graph: &Graph) -> Result<Result<(), String>, SendError> {
    let mut heard = Ok(());
    for part in OF_THE_APP {
        let body = json!({ "messaging_product": "whatsapp", "sync_type": part });
        let path = [graph.phone_number_id.as_str(), "smb_app_data"];
        heard = match graph.post(&path, &body).await {
            Ok(_) => Ok(()),
            Err(SendError::Rejected { code, text } | SendError::Disconnected { code, text }) => {
                Err(format!("{code}: {text}"))
            }
            Err(later) => return Err(later),
        };
    }
    Ok(heard)
}

impl SetUpReport {
    /// What a step was answered; `None` when it was refused.
    fn hear(
        &mut self,
        step: Step,
        answer: Result<Value, SendError>,
    ) -> Result<Option<Value>, SendError> {
        let refusal = match answer {
            Ok(answer) => return Ok(Some(answer)),
            Err(SendError::Disconnected { code, text }) => (Step::Token, format!("{code}: {text}")),
            Err(SendError::Rejected { code, text }) => (step, format!("{code}: {text}")),
            Err(later) => return Err(later),
        };
        self.refused.get_or_insert(refusal);
        Ok(None)
    }

    fn read(&mut self, number: &Value) {
        let word = |place: &str| {
            let word = text(number, place).map(|word| word.chars().take(300).collect::<String>());
            word.filter(|word| !word.is_empty())
        };
        self.quality = word("/quality_rating").filter(|word| word != "UNKNOWN");
        self.limit = word("/messaging_limit_tier");
        self.throughput = word("/throughput/level");
        // the nearest to the number counts
        self.webhook = ["phone_number", "whatsapp_business_account", "application"]
            .iter()
            .find_map(|place| word(&format!("/webhook_configuration/{place}")));
    }
}
