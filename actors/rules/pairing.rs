//! Who hears of a connection's session. Whoever has its code can take the number: the code goes to those who may pair
//! numbers, the rest goes to everybody (rules B16, B18).

use guiche_storage::model::{
    connection::Connection,
    event::{Event, NewEvent, Room, WhatsappEvent, WhatsappSessionEvent},
};

/// Codes that are shown one after another to nobody; then the session ends (rule B16).
const CODES_MAX: i64 = 3;

/// Why a session ended to which nobody came.
pub const UNSCANNED: &str = "unscanned";
/// Why a session ended that its phone has ended.
pub const LOGGED_OUT: &str = "logged_out";

/// Whether one more code may be shown after so many.
pub fn may_show_code(shown: i64) -> bool {
    shown < CODES_MAX
}

/// What a changed session tells.
pub fn tell_session(session: Connection) -> Vec<NewEvent> {
    tell(session, |session| {
        WhatsappSessionEvent::Update { session }.into()
    })
}

/// What a connection tells that an admin has changed.
pub fn tell_connection(connection: Connection) -> Vec<NewEvent> {
    tell(connection, |whatsapp| {
        WhatsappEvent::Update { whatsapp }.into()
    })
}

fn tell(mut connection: Connection, event: fn(Box<Connection>) -> Event) -> Vec<NewEvent> {
    // for admins only, who read it with the connection
    connection.token = None;
    if !connection.shows_code() {
        return vec![NewEvent::to([Room::Main], event(connection.into()))];
    }
    let full = event(connection.clone().into());
    let rest = event(connection.without_code().into());
    vec![
        NewEvent::to([Room::Supervisors], full),
        NewEvent::to([Room::Attendants], rest),
    ]
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::{
        ConnectionId,
        connection::{ConnectionStatus, ConnectionTexts, ProviderKind},
    };

    use serde_json::Value;

    use super::*;

    fn body(told: &NewEvent) -> Value {
        serde_json::to_value(&told.event).unwrap()
    }

    fn session(qrcode: &str) -> Connection {
        let at = chrono::DateTime::UNIX_EPOCH;
        Connection {
            id: ConnectionId(3),
            name: "Matriz".into(),
            status: ConnectionStatus::Qrcode,
            status_reason: None,
            is_default: true,
            provider: ProviderKind::Simulator,
            number: None,
            account_name: None,
            qrcode: qrcode.into(),
            qrcode_expires_at: None,
            pairing_code: String::new(),
            retries: 1,
            queues: Vec::new(),
            texts: ConnectionTexts::default(),
            cloud: None,
            token: None,
            token_set: false,
            prompt_id: None,
            integration_id: None,
            connected_since: None,
            down_since: None,
            down_told_at: None,
            history_days: 0,
            history_brought: 0,
            created_at: at,
            updated_at: at,
        }
    }

    #[test]
    fn a_code_reaches_only_those_who_may_pair() {
        // spec: A059
        let told = tell_session(session("2@abc"));
        let [leads, others] = told.as_slice() else {
            panic!("{told:?}")
        };
        assert_eq!(leads.rooms, [Room::Supervisors]);
        assert_eq!(body(leads)["session"]["qrcode"], "2@abc");
        assert_eq!(others.rooms, [Room::Attendants]);
        assert!(!body(others).to_string().contains("2@abc"));
        assert_eq!(body(others)["session"]["retries"], 1);
    }

    #[test]
    fn what_an_admin_has_changed_is_told_without_its_token() {
        let changed = Connection {
            token: Some("g4t".into()),
            ..session("")
        };
        let told = tell_connection(changed);
        assert_eq!(told.len(), 1);
        assert_eq!(body(&told[0])["whatsapp"]["id"], 3);
        assert_eq!(body(&told[0])["whatsapp"]["token"], Value::Null);
    }

    #[test]
    fn letters_to_type_reach_only_those_who_may_pair() {
        let lettered = Connection {
            pairing_code: "ABCD1234".into(),
            ..session("2@abc")
        };
        let told = tell_session(lettered);
        assert_eq!(body(&told[0])["session"]["pairingCode"], "ABCD1234");
        assert!(!body(&told[1]).to_string().contains("ABCD1234"));
    }

    #[test]
    fn three_codes_are_shown_and_no_fourth() {
        let shown: Vec<_> = (0..5).map(may_show_code).collect();
        assert_eq!(shown, [true, true, true, false, false]);
    }

    #[test]
    fn a_session_without_a_code_is_told_to_everybody_once() {
        let told = tell_session(session(""));
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].rooms, [Room::Main]);
        assert_eq!(body(&told[0])["session"]["qrcode"], "");
    }
}
