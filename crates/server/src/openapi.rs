//! The description of the HTTP API: OpenAPI 3.1 at `/openapi.json` for programs, a plain page at `/api` for people.
//! Each handler states its own path, text, body and answers. The types come from `protocol`. A test validates real
//! answers.

use std::fmt::Write;
use std::sync::OnceLock;

use axum::Extension;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use utoipa::{OpenApi, openapi};

/// What a program has to know first.
const INFO: &str = "Who asks follows from the cookie `cardroom`, which the first answer under /api/v1 sets. Play itself runs over a table's WebSocket: docs/protocol.md. Whatever changes so that programs notice gets another version beside this one.";

/// The errors that every operation shares.
#[derive(OpenApi)]
#[openapi(components(schemas(protocol::ErrorBody, protocol::RecordPlace)))]
struct Errors;

/// Describes the routes. It is handed to the handlers here, so that this file need not know the routes.
#[derive(Clone, Copy)]
pub(crate) struct Describe(pub(crate) fn() -> openapi::OpenApi);

static DOCUMENT: OnceLock<String> = OnceLock::new();
static PAGE: OnceLock<String> = OnceLock::new();

/// This description.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, body = String, content_type = "application/json")))]
pub(crate) async fn json(Extension(Describe(describe)): Extension<Describe>) -> Response {
    let document = DOCUMENT.get_or_init(|| document(describe()).to_string());
    ([(header::CONTENT_TYPE, "application/json")], document.as_str()).into_response()
}

/// This description as a page.
#[utoipa::path(get, path = "/api", responses((status = 200, body = String, content_type = "text/html")))]
pub(crate) async fn html(Extension(Describe(describe)): Extension<Describe>) -> Response {
    let page = PAGE.get_or_init(|| page(&document(describe())));
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.as_str()).into_response()
}

/// The description of the routes, completed by what all of them share.
fn document(described: openapi::OpenApi) -> Value {
    // Types over any game's view are named after what stands for it here.
    let text = Errors::openapi()
        .merge_from(described)
        .to_json()
        .expect("a description is JSON")
        .replace("_Value_Value\"", "\"")
        .replace("_Value\"", "\"");
    let mut document: Value = serde_json::from_str(&text).expect("it was JSON");
    for (path, operations) in document["paths"].as_object_mut().expect("there are paths") {
        for (method, operation) in operations.as_object_mut().expect("a path has operations") {
            *operation = completed(path, method, operation);
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "cardroom",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
            "description": INFO,
        },
        "paths": document["paths"],
        "components": {
            "schemas": document["components"]["schemas"],
            "securitySchemes": { "session": { "type": "apiKey", "in": "cookie", "name": "cardroom" } },
        },
        "security": [{ "session": [] }],
    })
}

/// An operation with the parameters of its path, the errors that all operations of its kind share, and the words for each
/// status.
fn completed(path: &str, method: &str, operation: &Value) -> Value {
    let words: Vec<&str> = ["summary", "description"].iter().filter_map(|key| operation[key].as_str()).collect();
    let in_path = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path = in_path.map(|name| parameter(name, "path", words_of_path(name), true));
    let in_query = operation["parameters"].as_array().into_iter().flatten().map(|query| {
        let text = |key: &str| query[key].as_str().expect("a parameter has a name and words");
        parameter(text("name"), "query", text("description"), query["required"] == true)
    });
    let parameters: Vec<Value> = in_path.chain(in_query).collect();
    let asked = operation["responses"].as_object().expect("an operation has answers");
    let status = |status: &String| status.parse::<u16>().expect("a status is a number");
    let mut answers = Map::new();
    for (key, answer) in asked.iter().filter(|(key, _)| status(key) < 300) {
        answers.insert(key.clone(), json!({ "description": "Done." }));
        if let Some(content) = answer.get("content") {
            answers[key]["content"] = content.clone();
        }
    }
    let is_socket = asked.contains_key("101");
    let shared = shared_errors(path, method != "get" || is_socket, operation.get("requestBody").is_some());
    for status in asked.keys().map(status).filter(|status| *status >= 300).chain(shared) {
        let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/ErrorBody" } } });
        answers.insert(status.to_string(), json!({ "description": why(status), "content": content }));
    }
    let mut completed =
        json!({ "summary": words.join(" ").replace('\n', " "), "parameters": parameters, "responses": answers });
    if let Some(body) = operation.get("requestBody") {
        completed["requestBody"] = json!({ "required": true, "content": body["content"] });
    }
    completed
}

fn parameter(name: &str, place: &str, words: &str, required: bool) -> Value {
    json!({ "name": name, "in": place, "description": words, "required": required, "schema": { "type": "string" } })
}

fn words_of_path(name: &str) -> &'static str {
    match name {
        "id" => "The id of the table or record.",
        "game" => "The game's id.",
        "seat" => "The seat, from 0.",
        _ => "The link's token.",
    }
}

/// The errors that all operations of a kind share.
fn shared_errors(path: &str, changes: bool, has_body: bool) -> impl Iterator<Item = u16> {
    let is_api = path.starts_with("/api/v1");
    let always = [429, 500, 503].into_iter().filter(move |_| is_api);
    let with_body = [400, 413, 415].into_iter().filter(move |_| has_body);
    let changing = [403, 507].into_iter().filter(move |_| changes);
    always.chain(with_body).chain(changing)
}

fn why(status: u16) -> &'static str {
    match status {
        400 => "It asks for what cannot be; the words say what can.",
        401 => "The token opens no seat.",
        403 => "It comes from another site's page, or is not yours to ask.",
        404 => "There is no such thing.",
        409 => "Every seat is taken.",
        410 => "It has expired, or its game or rules are none of this server's; it is kept.",
        413 => "The body is too large.",
        415 => "The body is not announced as JSON.",
        426 => "This address speaks WebSocket.",
        429 => "Too many at once.",
        500 => "The server could not read or write its data.",
        503 => "The server is stopping, or cannot reach its database: try again in a moment.",
        507 => "The server's disk is full. Nothing was lost.",
        _ => unreachable!("every documented status is told above"),
    }
}

/// The same as a page that needs no script and no style.
fn page(document: &Value) -> String {
    let mut html = String::from(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>cardroom: HTTP API</title><main><h1>cardroom: HTTP API</h1>\
         <p>The same for programs: <a href=\"/openapi.json\">openapi.json</a> (OpenAPI 3.1).<h2>Requests</h2><dl>",
    );
    for (path, operations) in document["paths"].as_object().expect("there are paths") {
        for (method, operation) in operations.as_object().expect("a path has operations") {
            request(&mut html, path, &method.to_ascii_uppercase(), operation);
        }
    }
    html.push_str("</dl><h2>Shapes</h2><p>A key with ? may be left out.");
    for (name, shape) in document["components"]["schemas"].as_object().expect("shapes have names") {
        let _ = write!(html, "<h3 id=\"{name}\">{name}</h3><p>{}", escaped(words_of(shape)));
        match shape["oneOf"].as_array() {
            Some(kinds) if shape.get("properties").is_none() => {
                for kind in kinds {
                    let _ = write!(html, "<p>{} {}", form(kind), escaped(words_of(kind)));
                    properties(&mut html, kind);
                }
            }
            _ if shape.get("properties").is_some() => properties(&mut html, shape),
            _ => {
                let _ = write!(html, " {}", form(shape));
            }
        }
    }
    html.push_str("</main>");
    html
}

/// A request, its body and its answer.
fn request(html: &mut String, path: &str, method: &str, operation: &Value) {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let query = parameters.filter(|parameter| parameter["in"] == "query").filter_map(|query| query["name"].as_str());
    let query = query.collect::<Vec<_>>().join("&amp;");
    let query = if query.is_empty() { query } else { format!("?{query}") };
    let content = |holder: &Value| {
        let (kind, content) = holder["content"].as_object()?.iter().next()?;
        let is_text = content["schema"].get("$ref").is_none();
        Some(if is_text { format!(" {kind}") } else { format!(" {}", form(&content["schema"])) })
    };
    let body = content(&operation["requestBody"]).unwrap_or_default();
    let (status, answer) = operation["responses"].as_object().and_then(|all| all.iter().next()).expect("answers");
    let answer = content(answer).unwrap_or_default();
    let words = operation["summary"].as_str().unwrap_or_default();
    let _ = write!(html, "<dt><code>{method} {path}{query}</code>{body} → {status}{answer}<dd>{words}");
}

/// The keys of an object as a list.
fn properties(html: &mut String, shape: &Value) {
    let Some(all) = shape["properties"].as_object() else { return };
    let required = |key: &str| shape["required"].as_array().is_some_and(|keys| keys.iter().any(|one| one == key));
    html.push_str("<dl>");
    for (key, part) in all {
        let optional = if required(key) { "" } else { "?" };
        let _ = write!(html, "<dt><code>{key}{optional}</code>: {}<dd>{}", form(part), escaped(words_of(part)));
    }
    html.push_str("</dl>");
}

/// What a value may be, in few words.
fn form(shape: &Value) -> String {
    let list = |key: &str| shape[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let any_of =
        |parts: &[Value], one: &dyn Fn(&Value) -> String| parts.iter().map(one).collect::<Vec<_>>().join(" | ");
    if let Some(name) = shape["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return link(name);
    }
    if !list("enum").is_empty() {
        return any_of(list("enum"), &|word| format!("<code>{word}</code>"));
    }
    for key in ["oneOf", "allOf", "anyOf"] {
        if !list(key).is_empty() {
            return any_of(list(key), &form);
        }
    }
    let named = |kind: &Value| match kind.as_str() {
        Some("array") => format!("list of {}", form(&shape["items"])),
        Some(kind) => kind.to_owned(),
        None => "anything".to_owned(),
    };
    match &shape["type"] {
        Value::Array(kinds) => any_of(kinds, &named),
        kind => named(kind),
    }
}

fn words_of(shape: &Value) -> &str {
    shape["description"].as_str().unwrap_or_default()
}

fn link(shape: &str) -> String {
    format!("<a href=\"#{shape}\">{shape}</a>")
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn described() -> Value {
        document(crate::routes::described())
    }

    /// Only the addresses for the host are routes without a description.
    #[test]
    fn every_route_is_described() {
        let plain: Vec<&str> = include_str!("routes.rs").split(".route(").skip(1).collect();
        // What nodes ask each other, what a host asks, the pages that it has filled in, and the one route of the address for metrics.
        let hosts =
            "/nodes/tables/{id} /healthz /metrics /version /privacy /imprint /contact /host.css /metrics".split(' ');
        let paths: Vec<&str> = plain.iter().filter_map(|route| route.split('"').nth(1)).collect();
        assert_eq!(paths, hosts.collect::<Vec<_>>());
        let document = described();
        let paths = document["paths"].as_object().expect("paths");
        let operations: usize = paths.values().map(|operations| operations.as_object().map_or(0, Map::len)).sum();
        assert!(operations > 30 && paths.contains_key("/api/v1/tables/{id}/seats/{seat}/engine"), "{operations}");
    }

    #[test]
    fn every_shape_that_is_referred_to_is_there() {
        let document = described();
        let text = document.to_string();
        let names: BTreeSet<&str> =
            text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().expect("a name")).collect();
        assert!(names.len() > 12, "{names:?}");
        for name in names {
            assert!(document["components"]["schemas"][name].is_object(), "{name}");
        }
    }

    #[test]
    fn the_page_has_every_operation_and_every_link_leads_somewhere() {
        let document = described();
        let page = page(&document);
        for (path, operations) in document["paths"].as_object().expect("paths") {
            for operation in operations.as_object().expect("operations").values() {
                let words = operation["summary"].as_str().expect("words");
                assert!(!words.is_empty() && page.contains(path) && page.contains(words), "{path}");
            }
        }
        let links: Vec<&str> = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(links.len() > 30, "{links:?}");
        for link in links {
            assert!(page.contains(&format!("<h3 id=\"{link}\">")), "{link}");
        }
        // What the page may not need: the policy of every answer forbids it.
        assert!(!page.contains("<script") && !page.contains("style"), "{page}");
        let shown =
            page.split("<h3 id=\"DealWish\">").nth(1).and_then(|rest| rest.split("<h3").next()).expect("a shape");
        assert!(
            shown.contains("<code>game</code>: string<dd>Which game.") && shown.contains("<code>level?</code>"),
            "{shown}"
        );
    }
}
