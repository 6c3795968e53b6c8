//! Who hears of a connection's session. Whoever has its code can take the number: the code goes to those who may pair
//! numbers, the rest goes to everybody (rules B16, B18).

use guiche_storage::model::{
    connection::Connection,
    event::{Entity, NewEvent, Room},
};
use serde_json::json;

/// What a changed session tells.
pub fn tell_session(session: Connection) -> Vec<NewEvent> {
    if session.qrcode.is_empty() {
        return vec![event(Room::Main, &session)];
    }
    let full = event(Room::Leads, &session);
    let without_code = Connection {
        qrcode: String::new(),
        ..session
    };
    vec![full, event(Room::Attendants, &without_code)]
}

fn event(room: Room, session: &Connection) -> NewEvent {
    NewEvent {
        entity: Entity::WhatsappSession,
        rooms: vec![room],
        scope: None,
        payload: json!({ "action": "update", "session": session }),
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::{
        ConnectionId,
        connection::{ConnectionStatus, ConnectionTexts, ProviderKind},
    };

    use super::*;

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
            qrcode: qrcode.into(),
            retries: 1,
            queues: Vec::new(),
            texts: ConnectionTexts::default(),
            cloud: None,
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
        assert_eq!(leads.rooms, [Room::Leads]);
        assert_eq!(leads.payload["session"]["qrcode"], "2@abc");
        assert_eq!(others.rooms, [Room::Attendants]);
        assert!(!others.payload.to_string().contains("2@abc"));
        assert_eq!(others.payload["session"]["retries"], 1);
    }

    #[test]
    fn a_session_without_a_code_is_told_to_everybody_once() {
        let told = tell_session(session(""));
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].rooms, [Room::Main]);
        assert_eq!(told[0].payload["session"]["qrcode"], "");
    }
}
