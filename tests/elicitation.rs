//! The question as it goes out, and the answer as it is read (G11, G15).

mod probe;

use std::collections::HashSet;

use countersign::{
    Command, ConfirmDecision, Consequence, Locale, Policy, Routed, Tighten, Unconfirmed, command,
    confirmation_request, decision_from_elicitation, decision_from_json, tier,
    trusted::{ClientSupport, NoAnswer},
};
use probe::{Probe, SECRET};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const CONSEQUENCES: [Consequence; 4] = [
    Consequence::ReadOnly,
    Consequence::Additive,
    Consequence::Destructive,
    Consequence::Handoff,
];

const EXPORT: Command = command! {
    Command::new("export_filing.v2-beta", "Export a filing")
        .title_in(Locale::Es, "Exportar una declaración")
};

const SUBMIT: Command = command! {
    Command::new("submit", "Submit {key} {consequence} {")
        .consequence("It goes to the agency.")
        .consequence_in(Locale::Es, "Se envía a la agencia.")
};

fn request(command: &Command, consequence: Consequence, locale: Locale) -> Value {
    serde_json::to_value(confirmation_request(command, consequence, &locale)).unwrap()
}

#[test]
fn the_request_is_exactly_this() {
    assert_eq!(
        request(&EXPORT, Consequence::Handoff, Locale::En),
        json!({
            "message": "The assistant wants to run `export_filing.v2-beta`: Export a filing. \
                It hands something over to the outside world, and this cannot be taken back. \
                Do you want this to happen?",
            "requestedSchema": {
                "type": "object",
                "properties": {
                    "confirm": {
                        "type": "boolean",
                        "description": "Yes, run `export_filing.v2-beta`",
                    },
                },
                "required": ["confirm"],
            },
        })
    );
    assert_eq!(
        request(&EXPORT, Consequence::Handoff, Locale::Es),
        json!({
            "message": "El asistente quiere ejecutar `export_filing.v2-beta`: Exportar una \
                declaración. Entrega algo al exterior, y eso ya no se puede retirar. \
                ¿Quiere que se haga?",
            "requestedSchema": {
                "type": "object",
                "properties": {
                    "confirm": {
                        "type": "boolean",
                        "description": "Sí, ejecutar `export_filing.v2-beta`",
                    },
                },
                "required": ["confirm"],
            },
        })
    );
}

#[test]
fn the_shape_is_one_required_boolean_without_default_whatever_is_asked() {
    for command in [&EXPORT, &SUBMIT] {
        for consequence in CONSEQUENCES {
            for locale in Locale::ALL {
                let typed = confirmation_request(command, consequence, &locale);
                let request = request(command, consequence, locale);
                let keys = |value: &Value| -> HashSet<String> {
                    value.as_object().unwrap().keys().cloned().collect()
                };
                let set = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect();
                assert_eq!(keys(&request), set(&["message", "requestedSchema"]));
                let schema = &request["requestedSchema"];
                assert_eq!(keys(schema), set(&["type", "properties", "required"]));
                assert_eq!(schema["required"], json!(["confirm"]));
                assert_eq!(keys(&schema["properties"]), set(&["confirm"]));
                let confirm = &schema["properties"]["confirm"];
                assert_eq!(keys(confirm), set(&["type", "description"]));
                assert_eq!(confirm["type"], "boolean");
                // The key to the letter, between the marks that set it off.
                let key = format!("`{}`", command.key());
                for text in [&request["message"], &confirm["description"]] {
                    assert!(text.as_str().unwrap().contains(&key), "{text}");
                }
                assert_eq!(request["message"], typed.message);
                assert_eq!(confirm["description"], typed.requested_schema.description());
            }
        }
    }
}

#[test]
fn consequences_never_read_alike_unless_the_command_says_so() {
    for locale in Locale::ALL {
        let messages: HashSet<_> = CONSEQUENCES
            .iter()
            .map(|&class| confirmation_request(&EXPORT, class, &locale).message)
            .collect();
        assert_eq!(messages.len(), CONSEQUENCES.len());
        let own: HashSet<_> = CONSEQUENCES
            .iter()
            .map(|&class| confirmation_request(&SUBMIT, class, &locale).message)
            .collect();
        assert_eq!(own.len(), 1, "its own words, whatever the class");
    }
}

#[test]
fn what_is_filled_in_is_not_a_template_again() {
    let message = confirmation_request(&SUBMIT, Consequence::Handoff, &Locale::En).message;
    assert_eq!(
        message,
        "The assistant wants to run `submit`: Submit {key} {consequence} {. It goes to the agency. \
         Do you want this to happen?"
    );
}

#[test]
fn no_argument_gets_into_the_question() {
    let call = Unconfirmed::new(Probe::<tier::Confirm<tier::Handoff>>::new(
        Policy::AutoApprove,
    ));
    let routed = call.route(ClientSupport::FormElicitation, Tighten::NONE);
    let Routed::Elicit(pending) = routed else {
        panic!("a handoff is asked about");
    };
    assert_eq!(pending.call().secret, SECRET);
    for locale in Locale::ALL {
        let request = pending.request(&locale);
        let json = serde_json::to_string(&request).unwrap();
        assert!(!format!("{request:?}{json}").contains(SECRET));
    }
}

#[test]
fn the_capability_table() {
    let forms = [
        json!({}),
        json!({ "form": {} }),
        json!({ "form": {}, "url": {} }),
        json!({ "form": { "anything": 1 } }),
        json!({ "form": {}, "url": null }),
        json!({ "url": null }),
        json!({ "form": null }),
        json!({ "schemaValidation": true }),
    ];
    for capability in forms {
        assert_eq!(
            ClientSupport::from_capability(Some(&capability)),
            ClientSupport::FormElicitation,
            "{capability}"
        );
    }
    let none = [
        json!(null),
        json!({ "url": {} }),
        json!({ "url": {}, "form": null }),
        json!(true),
        json!(false),
        json!("form"),
        json!(["form"]),
        json!([{ "form": {} }]),
        json!(1),
    ];
    for capability in none {
        assert_eq!(
            ClientSupport::from_capability(Some(&capability)),
            ClientSupport::NoFormElicitation,
            "{capability}"
        );
    }
    assert_eq!(
        ClientSupport::from_capability(None),
        ClientSupport::NoFormElicitation
    );
}

/// Contents that are no yes.
fn not_a_yes() -> Vec<Value> {
    let confirms = [
        json!(null),
        json!(false),
        json!("true"),
        json!("yes"),
        json!("on"),
        json!("True"),
        json!(""),
        json!(1),
        json!(1.0),
        json!(-1),
        json!(0),
        json!([true]),
        json!([]),
        json!({}),
        json!({ "confirm": true }),
        json!({ "value": true }),
    ];
    let mut contents: Vec<_> = confirms
        .into_iter()
        .map(|v| json!({ "confirm": v }))
        .collect();
    contents.extend([
        json!(null),
        json!({}),
        json!(true),
        json!("accept"),
        json!("confirm"),
        json!(1),
        json!([]),
        json!([true]),
        json!(["confirm", true]),
        json!([{ "confirm": true }]),
        json!({ "Confirm": true }),
        json!({ "CONFIRM": true }),
        json!({ " confirm": true }),
        json!({ "confirm ": true }),
        json!({ "confirmed": true }),
        json!({ "conf\u{456}rm": true }),
        json!({ "": true }),
        json!({ "form": { "confirm": true } }),
        json!({ "content": { "confirm": true } }),
        json!({ "decline": true, "confirm": false }),
    ]);
    contents
}

fn yes() -> Vec<Value> {
    vec![
        json!({ "confirm": true }),
        json!({ "confirm": true, "note": "no" }),
        json!({ "a": { "confirm": false }, "confirm": true, "z": null }),
    ]
}

/// Words that are neither of the three, some of them close.
const OTHER_WORDS: [&str; 17] = [
    "decline",
    "",
    " ",
    "Accept",
    "ACCEPT",
    " accept",
    "accept ",
    "accept\n",
    "accept\0",
    "accepted",
    "acceptcancel",
    "Cancel",
    "cancel ",
    "yes",
    "true",
    "ассept",
    "\u{feff}accept",
];

#[test]
fn the_decision_table_in_both_readings() {
    let mut rows = Vec::new();
    for content in yes() {
        rows.push(("accept", Some(content), ConfirmDecision::Proceed));
    }
    rows.push(("accept", None, ConfirmDecision::RefusedNotConfirmed));
    for content in not_a_yes() {
        rows.push((
            "accept",
            Some(content),
            ConfirmDecision::RefusedNotConfirmed,
        ));
    }
    let any = || std::iter::once(None).chain(yes().into_iter().chain(not_a_yes()).map(Some));
    for content in any() {
        rows.push(("cancel", content, ConfirmDecision::RefusedCancelled));
    }
    for word in OTHER_WORDS {
        for content in any() {
            rows.push((word, content, ConfirmDecision::RefusedDeclined));
        }
    }
    for (action, content, expected) in rows {
        let decision = decision_from_elicitation(action, content.as_ref());
        assert_eq!(decision, expected, "{action:?} {content:?}");
        let result = match content {
            None => json!({ "action": action }),
            Some(content) => json!({ "action": action, "content": content }),
        };
        assert_eq!(
            decision_from_json(&result.to_string()),
            Ok(expected),
            "{result}"
        );
        let spaced = serde_json::to_string_pretty(&result).unwrap();
        assert_eq!(
            decision_from_json(&format!(" \t\r\n{spaced}\n")),
            Ok(expected)
        );
    }
}

#[test]
fn a_confirm_that_stands_there_twice_is_no_yes() {
    for content in [
        r#"{"confirm":true,"confirm":true}"#,
        r#"{"confirm":false,"confirm":true}"#,
        r#"{"confirm":true,"confirm":false}"#,
        r#"{"confirm":true,"\u0063onfirm":true}"#,
        r#"{"confirm":true,"x":1,"confir\u006d":true}"#,
    ] {
        let result = format!(r#"{{"action":"accept","content":{content}}}"#);
        assert_eq!(
            decision_from_json(&result),
            Ok(ConfirmDecision::RefusedNotConfirmed),
            "{result}"
        );
    }
    // Spelled with an escape, once, it is the same key.
    for confirm in [r#""\u0063onfirm""#, r#""confirm""#] {
        let result = format!(r#"{{"action":"acc\u0065pt","content":{{{confirm}:true}}}}"#);
        assert_eq!(decision_from_json(&result), Ok(ConfirmDecision::Proceed));
    }
}

#[test]
fn what_is_no_result_is_no_answer() {
    for result in [
        "",
        " ",
        "null",
        "true",
        "[]",
        r#"["accept",{"confirm":true}]"#,
        r#""accept""#,
        "{}",
        r#"{"content":{"confirm":true}}"#,
        r#"{"action":null,"content":{"confirm":true}}"#,
        r#"{"action":true,"content":{"confirm":true}}"#,
        r#"{"action":["accept"],"content":{"confirm":true}}"#,
        r#"{"action":{"accept":null},"content":{"confirm":true}}"#,
        r#"{"Action":"accept","content":{"confirm":true}}"#,
        r#"{"action":"accept","action":"accept","content":{"confirm":true}}"#,
        r#"{"action":"decline","\u0061ction":"accept","content":{"confirm":true}}"#,
        r#"{"action":"accept","content":{"confirm":false},"content":{"confirm":true}}"#,
        r#"{"action":"accept","content":{"confirm":true}"#,
        r#"{"action":"accept","content":{"confirm":true}}}"#,
        r#"{"action":"accept","content":{"confirm":true}} {}"#,
        r#"{"action":"accept","content":{"confirm":true},}"#,
        r#"{action:"accept",content:{confirm:true}}"#,
        "{'action':'accept','content':{'confirm':true}}",
        "\u{feff}{\"action\":\"accept\",\"content\":{\"confirm\":true}}",
        "\u{c}{\"action\":\"accept\",\"content\":{\"confirm\":true}}",
        r#"{"action":"accept","content":{"confirm":TRUE}}"#,
    ] {
        assert_eq!(
            decision_from_json(result),
            Err(NoAnswer::ClientError),
            "{result}"
        );
    }
}

#[test]
fn deep_nesting_is_no_yes_and_no_overflow() {
    let deep = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for depth in [1, 127, 128, 129, 100_000] {
        let result = format!(r#"{{"action":"accept","content":{}}}"#, deep(depth));
        assert_ne!(decision_from_json(&result), Ok(ConfirmDecision::Proceed));
        let result = format!(
            r#"{{"action":"accept","content":{{"confirm":{}}}}}"#,
            deep(depth)
        );
        assert_ne!(decision_from_json(&result), Ok(ConfirmDecision::Proceed));
    }
}

/// Any JSON value, with `confirm` and `true` more likely than chance has them.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        Just(json!(true)),
        any::<i64>().prop_map(Value::from),
        prop_oneof![Just("true".to_owned()), ".*"].prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let key = prop_oneof![4 => Just("confirm".to_owned()), 1 => "(?i)confirm ?", 2 => ".{0,4}"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..4)
                .prop_map(|entries| Value::from(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn any_action() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("accept".to_owned()),
        1 => Just("decline".to_owned()),
        1 => Just("cancel".to_owned()),
        1 => "(?i)accept ?",
        1 => ".*",
    ]
}

/// What the specification says, by looking at the text of the JSON alone.
fn oracle(action: &str, content: Option<&Value>) -> ConfirmDecision {
    if action == "cancel" {
        return ConfirmDecision::RefusedCancelled;
    }
    if action != "accept" {
        return ConfirmDecision::RefusedDeclined;
    }
    let text = content.map(Value::to_string).unwrap_or_default();
    let confirm = content.map(|content| content.pointer("/confirm").map(Value::to_string));
    if text.starts_with('{') && confirm.flatten().as_deref() == Some("true") {
        ConfirmDecision::Proceed
    } else {
        ConfirmDecision::RefusedNotConfirmed
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn g15_only_an_explicit_yes_proceeds(
        action in any_action(),
        content in prop::option::of(any_json()),
    ) {
        let decision = decision_from_elicitation(&action, content.as_ref());
        prop_assert_eq!(decision, oracle(&action, content.as_ref()));
        // Without duplicates the two readings agree.
        let mut result = json!({ "action": action, "_meta": { "confirm": true } });
        if let Some(content) = content {
            result["content"] = content;
        }
        prop_assert_eq!(decision_from_json(&result.to_string()), Ok(decision));
    }

    #[test]
    fn g15_no_text_is_a_yes_by_accident(text in any::<String>()) {
        prop_assert_ne!(decision_from_json(&text), Ok(ConfirmDecision::Proceed));
        let bytes: Vec<u8> = text.bytes().rev().collect();
        prop_assert_ne!(
            decision_from_json(&String::from_utf8_lossy(&bytes)),
            Ok(ConfirmDecision::Proceed)
        );
    }

    /// A yes with one character put in, taken out or changed: a yes still only if it is one to
    /// a plain reading of the JSON.
    #[test]
    fn g15_a_damaged_yes(at in 0usize..60, edit in 0..3, c in prop_oneof![any::<char>(), "[ -~]".prop_map(|s| s.chars().next().unwrap())]) {
        let mut text: Vec<char> =
            r#"{"action":"accept","content":{"confirm":true}}"#.chars().collect();
        let at = at % text.len();
        match edit {
            0 => text.insert(at, c),
            1 => drop(text.remove(at)),
            _ => text[at] = c,
        }
        let text: String = text.into_iter().collect();
        let proceeds = decision_from_json(&text) == Ok(ConfirmDecision::Proceed);
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        let plain = value["action"] == "accept" && value["content"]["confirm"] == json!(true);
        prop_assert_eq!(proceeds, plain, "{}", text);
    }

    #[test]
    fn capability_reading_never_panics(capability in any_json()) {
        let support = ClientSupport::from_capability(Some(&capability));
        if !capability.is_object() {
            prop_assert_eq!(support, ClientSupport::NoFormElicitation);
        }
    }
}
