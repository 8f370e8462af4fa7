//! Members of a call in shapes that they may not have.

use crate::{desk::Desk, raw::Raw};

const YES: &str = r#"{"confirm":{"action":"accept","content":{"confirm":true}}}"#;

#[tokio::test]
async fn a_state_or_an_answer_of_another_type_runs_nothing() {
    let desk = Desk::new();
    let mut client = Raw::of(&desk).await;
    let state = client.ask(r#"{"a":1}"#).await;
    let in_array = format!("[\"{state}\"]");
    let in_object = format!("{{\"state\":\"{state}\"}}");
    for other in ["5", "true", "[]", "{}", &in_array, &in_object] {
        let reply = client
            .pay(&format!(
                r#","requestState":{other},"inputResponses":{YES}"#
            ))
            .await;
        assert!(reply["error"].is_object(), "{reply}");
    }
    for other in ["5", "true", "[]", "\"confirm\"", &format!("[{YES}]")] {
        let reply = client
            .pay(&format!(
                r#","requestState":"{state}","inputResponses":{other}"#
            ))
            .await;
        assert!(reply["error"].is_object(), "{reply}");
    }
    // Absent, which is the first call, and no answer.
    for nothing in [
        format!(r#","requestState":null,"inputResponses":{YES}"#),
        format!(r#","requestState":"{state}","inputResponses":null"#),
        format!(r#","requestState":"{state}","inputResponses":{{}}"#),
        format!(r#","request_state":"{state}","input_responses":{YES}"#),
    ] {
        let reply = client.pay(&nothing).await;
        assert!(reply["result"]["requestState"].is_string(), "{reply}");
    }
    desk.journal.assert_empty();
    assert!(client.confirm(&state, r#"{"a":1}"#).await);
}
