//! How gated tools are advertised, as a client sees it.

use std::collections::HashMap;

use countersign::mcp;
use rmcp::model::Tool;
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

use super::support::{
    Human, Server, pipe,
    server::{Delete, Export, Look, Note, Publish, Shred, Submit},
};

async fn listed() -> HashMap<String, Tool> {
    let (human, _seen) = Human::new([]);
    let client = pipe(&Server::new(), &human).await;
    let tools = client.list_all_tools().await.unwrap();
    tools
        .into_iter()
        .map(|tool| (tool.name.to_string(), tool))
        .collect()
}

#[tokio::test]
async fn names_texts_and_annotations() {
    let tools = listed().await;
    // Name, title, description, read-only, destructive, open world.
    let expected = [
        (
            "look",
            "Look at something",
            "Looks at something.",
            true,
            false,
            None,
        ),
        // Without a doc comment the consequence of the command.
        (
            "note",
            "Note something",
            "A note is added.",
            false,
            false,
            None,
        ),
        (
            "delete",
            "Delete a draft",
            "Deletes a draft.",
            false,
            true,
            None,
        ),
        (
            "export",
            "Export a filing",
            "Exports a filing.",
            false,
            true,
            Some(true),
        ),
        // Blocked: as the strictest.
        (
            "submit",
            "Submit a filing",
            "Submits a filing.",
            false,
            true,
            Some(true),
        ),
    ];
    for (name, title, description, read_only, destructive, open_world) in expected {
        let tool = &tools[name];
        assert_eq!(tool.title.as_deref(), Some(title));
        assert_eq!(tool.description.as_deref(), Some(description));
        let hints = tool.annotations.as_ref().unwrap();
        assert_eq!(hints.title.as_deref(), Some(title));
        assert_eq!(hints.read_only_hint, Some(read_only), "{name}");
        assert_eq!(hints.destructive_hint, Some(destructive), "{name}");
        assert_eq!(hints.open_world_hint, open_world, "{name}");
    }
}

#[tokio::test]
async fn schemas() {
    let tools = listed().await;
    let input = |name: &str| Value::Object((*tools[name].input_schema).clone());
    let delete = input("delete");
    assert_eq!(delete["type"], "object");
    assert_eq!(delete["properties"]["draft"]["type"], "string");
    assert_eq!(delete["required"], json!(["draft"]));
    // Nothing that a model could take for a way to confirm.
    for name in ["delete", "export", "shred", "publish"] {
        assert!(!input(name).to_string().contains("confirm"), "{name}");
    }
    // A documented argument keeps its words.
    let what = input("look")["properties"]["what"]["description"].to_string();
    assert!(what.contains("What to look at."), "{what}");

    let output = |name: &str| {
        let schema = tools[name].output_schema.as_ref()?;
        Some(Value::Object((**schema).clone()))
    };
    assert_eq!(output("look"), None);
    assert_eq!(output("delete"), None);
    assert_eq!(
        output("note").unwrap()["properties"]["length"]["type"],
        "integer"
    );
    // Through `Result`, too.
    assert_eq!(
        output("export").unwrap()["properties"]["filing"]["type"],
        "string"
    );
}

#[tokio::test]
async fn a_route_is_what_describe_says() {
    let tools = listed().await;
    for described in [
        mcp::describe::<Look>(),
        mcp::describe::<Note>(),
        mcp::describe::<Delete>(),
        mcp::describe::<Export>(),
        mcp::describe::<Submit>(),
    ] {
        assert_eq!(tools[described.name.as_ref()], described);
    }
}

/// What the schema of a `#[tool]` method with `mcp::Parameters` is taken from.
#[tokio::test]
async fn methods_have_the_schema_of_their_arguments() {
    let tools = listed().await;
    for described in [mcp::describe::<Shred>(), mcp::describe::<Publish>()] {
        let method = &tools[described.name.as_ref()];
        assert_eq!(method.input_schema, described.input_schema);
        let hints = |tool: &Tool| {
            let hints = tool.annotations.clone().unwrap();
            (
                hints.read_only_hint,
                hints.destructive_hint,
                hints.open_world_hint,
            )
        };
        assert_eq!(hints(method), hints(&described));
    }
}

/// For a schema that has such a call in it, and for generators that ask more than rmcp's.
#[test]
fn a_call_has_the_schema_of_its_arguments() {
    fn compare<T: JsonSchema>(inline: bool) {
        type Call<T> = mcp::Parameters<T>;
        assert_eq!(Call::<T>::schema_name(), T::schema_name());
        assert_eq!(Call::<T>::schema_id(), T::schema_id());
        assert_eq!(Call::<T>::inline_schema(), inline);
        assert_eq!(T::inline_schema(), inline);
        assert_eq!(schema_for!(Call<T>), schema_for!(T));
    }
    compare::<Shred>(false);
    compare::<String>(true);
}
