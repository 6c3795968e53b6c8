//! The tree of a queue.

use super::*;

fn in_tree() -> Stage {
    let mut stage = Stage::new(shop());
    stage.plays(&[("2", &[ROOT])]);
    stage
}

#[test]
fn a_tree_is_walked_down_back_and_home() {
    // spec: B5
    let mut stage = in_tree();
    stage.plays(&[
        ("1", &[BOLETO]),
        ("9", &[BOLETO]),
        ("0", &[ROOT]),
        ("0", &[ROOT]),
        ("oi", &[ROOT]),
        ("boleto", &[BOLETO]),
        ("1", &["file 5", "Aqui está."]),
    ]);
    // a leaf: it waits in the queue
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(SUPORTE), false)
    );
    assert_eq!(stage.talk().memory.option, None);
    stage.plays(&[("1", &[]), ("#", &[MENU])]);
}

#[test]
fn at_an_option_with_one_child_any_text_goes_there() {
    let entrega = "Informe o pedido.\n\n[ 1 ] - Número do pedido\n\n[ 0 ] anterior\n[ # ] início";
    let mut stage = in_tree();
    stage.plays(&[
        ("2", &[entrega]),
        // what has no text is no answer
        ("", &[entrega]),
        ("\u{200b}", &[entrega]),
        ("0", &[ROOT]),
        ("entrega", &[entrega]),
        ("é o 4711", &["Obrigado, já olhamos."]),
    ]);
    assert!(!stage.talk().chatbot);
    // at the root it must be chosen
    let mut state = shop();
    state.line.departments[1]
        .options
        .retain(|option| option.id == QueueOptionId(13));
    let root = "Suporte aqui.\n\n[ 1 ] - Outro assunto\n\n[ # ] início";
    Stage::new(state).plays(&[
        ("2", &[root]),
        ("oi", &[root]),
        ("1", &["Já vamos atender."]),
    ]);
}

#[test]
fn an_empty_leaf_says_nothing_and_ends_all_the_same() {
    let mut stage = in_tree();
    stage.plays(&[("1", &[BOLETO]), ("2", &[])]);
    assert_eq!(
        (stage.talk().queue, stage.talk().chatbot),
        (Some(SUPORTE), false)
    );
}

#[test]
fn whoever_stands_at_an_option_that_is_gone_stands_at_the_root() {
    let mut stage = in_tree();
    stage.plays(&[("1", &[BOLETO])]);
    stage.state.line.departments[1]
        .options
        .retain(|option| option.id == QueueOptionId(12) || option.id == QueueOptionId(16));
    let root = "Suporte aqui.\n\n[ 1 ] - Entrega\n\n[ # ] início";
    stage.plays(&[("2", &[root])]);
    stage.state.line.departments[1].options.clear();
    stage.plays(&[("1", &[])]);
    assert!(!stage.talk().chatbot);
}

#[test]
fn the_list_that_a_customer_sees_keeps_its_numbers() {
    let mut stage = in_tree();
    for option in &mut stage.state.line.departments[1].options {
        if option.parent.is_none() {
            option.position = 4 - option.position;
        }
    }
    stage.plays(&[("1", &[BOLETO])]);
}

#[test]
fn options_of_one_place_stand_in_the_order_of_their_ids() {
    let mut state = shop();
    for option in &mut state.line.departments[1].options {
        option.position = 1;
    }
    Stage::new(state).plays(&[("2", &[ROOT])]);
}

#[test]
fn a_transfer_by_a_person_begins_no_tree() {
    let mut state = shop();
    state.talk.queue = Some(SUPORTE);
    let mut stage = Stage::new(state);
    stage.is_first = false;
    stage.plays(&[("1", &[]), ("oi", &[])]);
}

#[test]
fn a_queue_of_which_nothing_is_known_is_silent() {
    let mut stage = in_tree();
    stage.state.line.departments.clear();
    stage.plays(&[("1", &[])]);
    assert!(!stage.talk().chatbot);
}

#[test]
fn a_menu_can_be_shown_as_choices() {
    let mut stage = in_tree();
    stage.says("1");
    let Some(Action::Say(say)) = stage.actions.last() else {
        panic!("something is said");
    };
    let menu = say.menu.as_ref().expect("choices");
    assert_eq!(menu.head, "Qual boleto?");
    let ids = |items: &[Item]| -> Vec<String> {
        items
            .iter()
            .map(|item| format!("{} {}", item.id, item.title))
            .collect()
    };
    assert_eq!(
        ids(&menu.items),
        ["option:14 Deste mês", "option:15 De outro mês"]
    );
    assert_eq!(ids(&menu.ways), ["0 anterior", "# início"]);
    assert_eq!(say.key, "bot:m1:1");
}

#[test]
fn an_option_that_is_newer_than_the_list_is_chosen_by_its_title_alone() {
    let mut stage = in_tree();
    let new = option(17, None, 4, "Garantia", "São 90 dias.");
    stage.state.line.departments[1].options.push(new);
    stage.plays(&[("garantia", &["São 90 dias."])]);
}

#[test]
fn the_only_queue_greets_a_played_customer_once() {
    let mut state = shop();
    state.line.menu = vec![SUPORTE];
    let texts = ["oi", "1"].map(str::to_owned);
    let bubbles = play::play(&mut state, &texts, friday());
    let said = bubbles.into_iter().filter_map(|bubble| match bubble {
        play::Bubble::Text(text, _) => Some(text),
        _ => None,
    });
    assert_eq!(said.collect::<Vec<_>>(), [ROOT, BOLETO]);
}

#[test]
fn a_tree_can_be_played_from_its_beginning() {
    let mut state = shop();
    let texts = ["oi", "2", "1", "1"].map(str::to_owned);
    let bubbles = play::play(&mut state, &texts, friday());
    let seen: Vec<String> = bubbles
        .iter()
        .map(|bubble| match bubble {
            play::Bubble::Customer(text) => format!("> {text}"),
            play::Bubble::File((id, _)) => format!("file {id}"),
            play::Bubble::Text(text, _) => text.clone(),
        })
        .collect();
    let expected = [
        "> oi",
        MENU,
        "> 2",
        ROOT,
        "> 1",
        BOLETO,
        "> 1",
        "file 5",
        "Aqui está.",
    ];
    assert_eq!(seen, expected);
    assert!(!state.talk.chatbot);
}
