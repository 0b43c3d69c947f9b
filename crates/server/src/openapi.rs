//! The description of the API: OpenAPI 3.1 at `/openapi.json` for programs, a plain page at `/api` for people. Each
//! handler states its path, text, body and answers. All types, including the messages of the socket, are in `protocol`.

use std::fmt::Write;
use std::sync::OnceLock;

use axum::Extension;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use pulldown_cmark::{Options, Parser, html};
use serde_json::Value;
use utoipa::OpenApi;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{self, ContentBuilder, ObjectBuilder, Ref, RefOr, Required, ResponseBuilder, Type};

/// The general rules, for somebody who reads only the description.
const INFO: &str = "Who asks follows from the cookie `cardroom`, which the first answer under /api/v1 sets. Play itself runs \
over a table's WebSocket, whose messages are `Command` and `Message`. docs/develop/protocol.md has the rules of both, and the keys of \
all errors. Whatever changes so that programs notice gets another version beside this one.";

/// The types here are the parts of the description that no route refers to.
#[derive(OpenApi)]
#[openapi(
    info(title = "cardroom", description = INFO),
    components(schemas(protocol::ErrorBody, protocol::Command, protocol::Message<Value, Value>)),
    security(("session" = [])),
)]
struct CommonParts;

/// A function that describes the routes. The handlers here receive it, so that this file need not know the routes.
#[derive(Clone, Copy)]
pub(crate) struct Describe(pub(crate) fn() -> openapi::OpenApi);

static DOCUMENT: OnceLock<String> = OnceLock::new();
static PAGE: OnceLock<String> = OnceLock::new();

/// This description.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, body = String, content_type = "application/json")))]
pub(crate) async fn json(Extension(Describe(describe)): Extension<Describe>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.get_or_init(|| document(describe())).as_str())
        .into_response()
}

/// This description as a page.
#[utoipa::path(get, path = "/api", responses((status = 200, body = String, content_type = "text/html")))]
pub(crate) async fn html(Extension(Describe(describe)): Extension<Describe>) -> Response {
    let page = PAGE.get_or_init(|| page(&document(describe())));
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.as_str()).into_response()
}

/// Completes the description of the routes with the parts that all routes share.
pub(crate) fn document(described: openapi::OpenApi) -> String {
    let mut document = CommonParts::openapi().merge_from(described);
    let session = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("cardroom")));
    document.components.get_or_insert_default().add_security_scheme("session", session);
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    let error =
        ResponseBuilder::new().description("It is refused, or it failed.").content("application/json", body).build();
    for (path, item) in &mut document.paths.paths {
        let names: Vec<&str> = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        for operation in [&mut item.get, &mut item.post, &mut item.delete].into_iter().flatten() {
            // Several functions have the same name, so their ids would not be unique and are removed.
            operation.operation_id = None;
            operation.responses.responses.insert("default".into(), RefOr::T(error.clone()));
            operation.parameters.get_or_insert_default().extend(names.iter().map(|name| RefOr::T(in_path(name))));
        }
    }
    // A type that is generic over a game's view is described with JSON as the view. The replacement removes the view
    // from the names.
    let text = document.to_json().expect("a description is JSON");
    text.replace("_Value_Value\"", "\"").replace("_Value\"", "\"")
}

fn in_path(name: &str) -> Parameter {
    let words = match name {
        "id" => "The id of the table, the record, the mistake or the device.",
        "game" => "The game's id.",
        "seat" => "The seat, from 0.",
        "deal" => "The number of the deal, from 0.",
        "date" => "The day in UTC, as 2026-11-21.",
        _ => "The link's token.",
    };
    let schema = ObjectBuilder::new().schema_type(Type::String).build();
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
    parameter.description(Some(words)).schema(Some(schema)).build()
}

/// Makes a page from the description. The page needs no script and no style.
fn page(document: &str) -> String {
    let document: Value = serde_json::from_str(document).expect("it is JSON");
    let mut text =
        format!("# cardroom: HTTP API\n\nFor programs: [openapi.json](/openapi.json).\n{INFO}\n\n## Requests\n");
    for (path, operations) in parts(&document["paths"]) {
        for (method, operation) in parts(operations) {
            let _ = write!(text, "\n### `{} {path}`\n\n", method.to_ascii_uppercase());
            let _ = write!(text, "{}\n{}\n\n", words(&operation["summary"]), words(&operation["description"]));
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            for query in parameters.filter(|parameter| parameter["in"] == "query") {
                property(&mut text, words(&query["name"]), query["required"] == true, query);
            }
            let body = content(&operation["requestBody"]).map(|body| format!("- Body: {body}\n"));
            text.push_str(&body.unwrap_or_default());
            for (status, answer) in parts(&operation["responses"]).filter(|(status, _)| *status != "default") {
                let _ = writeln!(text, "- Answer: {status} {}", content(answer).unwrap_or_default());
            }
        }
    }
    text.push_str("\n## Shapes\n\nA key with ? may be left out.\n");
    for (name, schema) in parts(&document["components"]["schemas"]) {
        let _ = writeln!(text, "\n### {name} {{#{name}}}");
        shape(&mut text, schema);
    }
    let mut page = String::from(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>cardroom: HTTP API</title><main>",
    );
    html::push_html(&mut page, Parser::new_ext(&text, Options::ENABLE_HEADING_ATTRIBUTES));
    page + "</main>"
}

/// Writes a schema: its description, and then its variants or its properties.
fn shape(text: &mut String, schema: &Value) {
    let _ = write!(text, "\n{}\n\n", words(&schema["description"]));
    if let Some(kinds) = schema["oneOf"].as_array().or(schema["allOf"].as_array()) {
        kinds.iter().for_each(|kind| shape(text, kind));
    } else if schema["properties"].is_object() {
        let required =
            |key: &String| schema["required"].as_array().is_some_and(|keys| keys.iter().any(|one| one == key));
        for (key, part) in parts(&schema["properties"]) {
            property(text, key, required(key), part);
        }
    } else {
        let _ = writeln!(text, "{}", form(schema));
    }
}

/// Writes a property of an object, or a parameter.
fn property(text: &mut String, key: &str, required: bool, part: &Value) {
    let (optional, schema) = (if required { "" } else { "?" }, part.get("schema").unwrap_or(part));
    let _ = writeln!(text, "- `{key}{optional}`: {}. {}", form(schema), words(&part["description"]).replace('\n', " "));
}

/// Returns the type of a body or an answer.
fn content(holder: &Value) -> Option<String> {
    let (kind, content) = parts(&holder["content"]).next()?;
    Some(if content["schema"].get("$ref").is_none() { format!("`{kind}`") } else { form(&content["schema"]) })
}

/// Returns the values that a schema allows, in few words.
fn form(schema: &Value) -> String {
    let any_of = |all: &[Value], one: &dyn Fn(&Value) -> String| all.iter().map(one).collect::<Vec<_>>().join(" or ");
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{name})");
    }
    if let Some(values) = schema["enum"].as_array() {
        return any_of(values, &|value| format!("`{}`", words(value)));
    }
    if let Some(kinds) = ["oneOf", "allOf", "anyOf"].iter().find_map(|key| schema[key].as_array()) {
        return any_of(kinds, &form);
    }
    let named = |kind: &Value| match kind.as_str() {
        Some("array") => format!("list of {}", form(&schema["items"])),
        kind => kind.unwrap_or("anything").to_owned(),
    };
    schema["type"].as_array().map_or_else(|| named(&schema["type"]), |kinds| any_of(kinds, &named))
}

fn parts(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

fn words(text: &Value) -> &str {
    text.as_str().unwrap_or_default()
}
