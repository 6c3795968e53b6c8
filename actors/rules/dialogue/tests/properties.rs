//! What holds whatever a customer writes, and whenever.

use proptest::prelude::*;

use super::*;

/// One thing that happens.
#[derive(Debug, Clone)]
enum Step {
    Says(String),
    Waits(i64),
    Ticks,
    Accepts,
    Returns,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(vec!["#", "0", "1", "2", "3", "9", "oi", "suporte", "", "\u{200b}", "①"])
            .prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => text().prop_map(Step::Says),
        3 => (0_i64..400).prop_map(Step::Waits),
        2 => Just(Step::Ticks),
        1 => Just(Step::Accepts),
        1 => Just(Step::Returns),
    ];
    prop::collection::vec(step, 1..60)
}

fn state() -> impl Strategy<Value = State> {
    (
        0_usize..3,
        0_i64..4,
        0_i64..3,
        0_u8..3,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(queues, max, minutes, schedule, at_night, idles)| {
            let mut state = shop();
            state.line.menu = [SUPORTE, VENDAS].into_iter().take(queues).collect();
            state.line.texts.max_use_bot_queues = max;
            state.line.texts.time_use_bot_queues = minutes;
            state.company.bot_out_of_hours = at_night;
            state.company.greets_one_queue = true;
            let week = Hours::new(zone_or_default(None), &default_week(), &[]);
            state.company.schedule = match schedule {
                0 => Schedule::Disabled,
                1 => Schedule::Company(week),
                _ => Schedule::Queue,
            };
            if idles {
                state.company.idle.bot = Some((TimeDelta::minutes(30), Then::Queue(VENDAS)));
                state.line.texts.transfer_queue_id = Some(SUPORTE);
                state.line.texts.time_to_transfer = Some(45);
            }
            state
        })
}

/// Messages that go out for what was decided.
fn sent(actions: &[Action]) -> usize {
    let says = actions.iter().filter_map(|action| match action {
        Action::Say(say) => Some(say.messages()),
        _ => None,
    });
    says.sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_more_than_the_guards_messages_go_out_in_any_five_minutes(state in state(), steps in steps()) {
        let mut stage = Stage::new(state);
        let mut out: Vec<DateTime<Utc>> = Vec::new();
        for step in steps {
            stage.actions.clear();
            match step {
                Step::Says(text) => drop(stage.says(&text)),
                Step::Waits(seconds) => stage.now += TimeDelta::seconds(seconds),
                Step::Ticks => drop(stage.input(&Input::Tick)),
                Step::Accepts | Step::Returns => continue,
            }
            out.extend(std::iter::repeat_n(stage.now, sent(&stage.actions)));
            let since = stage.now - TimeDelta::minutes(GUARD_MINUTES);
            prop_assert!(out.iter().filter(|at| **at > since).count() <= GUARD_MESSAGES);
        }
    }

    #[test]
    fn a_person_silences_the_desk_at_once_and_until_he_gives_the_conversation_back(
        state in state(), steps in steps()
    ) {
        let mut stage = Stage::new(state);
        let mut is_attended = false;
        for step in steps {
            match step {
                Step::Says(text) => {
                    let heard = stage.says(&text);
                    prop_assert!(!is_attended || (heard.is_empty() && stage.actions.is_empty()));
                }
                Step::Waits(seconds) => stage.now += TimeDelta::seconds(seconds),
                Step::Ticks => {}
                Step::Accepts => {
                    stage.accepts();
                    is_attended = true;
                    prop_assert!(!stage.talk().chatbot);
                }
                Step::Returns => {
                    stage.returns();
                    is_attended = false;
                }
            }
        }
    }

    #[test]
    fn whatever_is_written_the_conversation_stands_where_it_can_be_left(state in state(), steps in steps()) {
        let mut stage = Stage::new(state);
        for step in steps {
            match step {
                Step::Says(text) => drop(stage.says(&text)),
                Step::Waits(seconds) => stage.now += TimeDelta::seconds(seconds * 60),
                Step::Ticks => drop(stage.input(&Input::Tick)),
                Step::Accepts => drop(stage.accepts()),
                Step::Returns => stage.returns(),
            }
            let talk = stage.talk();
            // a customer's message is never closed away, and whoever stands in a tree stands in its queue
            prop_assert_ne!(talk.status, TicketStatus::Closed);
            prop_assert!(talk.memory.option.is_none() || (talk.chatbot && talk.queue == Some(SUPORTE)));
            prop_assert!(talk.memory.sent.len() <= GUARD_MESSAGES + 1);
            prop_assert!(talk.memory.screens.len() <= 1 && talk.memory.notices.len() <= 3);
            // stored and read again it is the same
            let json = serde_json::to_string(&talk.memory).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Memory>(&json).unwrap(), &talk.memory);
        }
        // the way to the menu is always open: by day, after the guard's and the number's minutes
        stage.returns();
        stage.state.talk.queue = None;
        stage.state.line.texts.max_use_bot_queues = 0;
        stage.state.line.texts.time_use_bot_queues = 0;
        stage.now += TimeDelta::days(7);
        stage.now = stage.now.date_naive().and_hms_opt(15, 0, 0).unwrap().and_utc();
        stage.state.company.schedule = Schedule::Disabled;
        if !stage.state.line.menu.is_empty() {
            prop_assert_eq!(stage.says("#").len(), 1);
        }
    }
}
