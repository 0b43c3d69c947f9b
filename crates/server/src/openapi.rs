//! The HTTP API described for programs and for people: OpenAPI 3.1 at `/openapi.json`, a plain page at `/api`. The shapes
//! come from the types of `protocol`; a test holds the list of operations against the routes, another validates real
//! answers.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

/// Something that can be asked.
struct Operation {
    method: &'static str,
    path: &'static str,
    words: &'static str,
    /// The type of the body; a file of records is a text.
    body: Option<&'static str>,
    /// In the query: name and words.
    query: &'static [(&'static str, &'static str)],
    /// What is answered when all is well.
    status: u16,
    answer: Answer,
    /// What else can be answered, beside what every operation can.
    faults: &'static [u16],
}

/// What an answer is.
enum Answer {
    /// JSON of this type.
    Json(&'static str),
    /// A text of this media type.
    Text(&'static str),
    Nothing,
}

const PLAIN: Operation = Operation {
    method: "get",
    path: "",
    words: "",
    body: None,
    query: &[],
    status: 200,
    answer: Answer::Nothing,
    faults: &[],
};

/// What a replay is asked for.
const REPLAY: &[(&str, &str)] = &[
    ("deal", "Which deal, from 0: has to be said."),
    ("viewer", "The seat whose eyes these are; all, or nothing: all hands open."),
];
/// A body that is a file of records.
const RECORDS: &str = "application/x-ndjson";

const OPERATIONS: &[Operation] = &[
    Operation {
        path: "/api/v1/games",
        words: "The games, with their options and levels of bots, in the order of the start page.",
        answer: Answer::Json("Games"),
        ..PLAIN
    },
    Operation {
        path: "/api/v1/me",
        words: "Your name, your unfinished and last finished games, newest first.",
        answer: Answer::Json("Me"),
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/me",
        words: "Takes another name.",
        body: Some("NewName"),
        answer: Answer::Json("Me"),
        ..PLAIN
    },
    Operation {
        method: "delete",
        path: "/api/v1/me",
        words: "Forgets you: session, name, results and invitations. A match with others goes on with a bot, finished ones stay without your name.",
        status: 204,
        ..PLAIN
    },
    Operation { path: "/api/v1/me/data", words: "All that is kept of you.", answer: Answer::Json("MyData"), ..PLAIN },
    Operation {
        path: "/api/v1/me/statistics",
        words: "What you have won and lost, game by game.",
        answer: Answer::Json("Statistics"),
        ..PLAIN
    },
    Operation {
        method: "delete",
        path: "/api/v1/me/statistics",
        words: "Forgets your results; games and records stay. The answer is what is left: nothing.",
        answer: Answer::Json("Statistics"),
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/me/device",
        words: "Makes a link that lets another device be you, good once and for ten minutes; the one before leads nowhere then.",
        status: 201,
        answer: Answer::Json("Invite"),
        ..PLAIN
    },
    Operation {
        method: "delete",
        path: "/api/v1/me/device",
        words: "Takes back the link that was made last.",
        status: 204,
        ..PLAIN
    },
    Operation {
        path: "/api/v1/me/devices",
        words: "The browsers that are you, the latest seen first, and until when the link for a further one is good.",
        answer: Answer::Json("MyDevices"),
        ..PLAIN
    },
    Operation {
        method: "delete",
        path: "/api/v1/me/devices",
        words: "Logs out all of them but the one that asks, and takes back the link.",
        answer: Answer::Json("MyDevices"),
        ..PLAIN
    },
    Operation {
        method: "delete",
        path: "/api/v1/me/devices/{id}",
        words: "Logs out one of them: its sockets are closed, and its cookie is nobody's any more.",
        answer: Answer::Json("MyDevices"),
        faults: &[400],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/devices/{token}",
        words: "Who continues by such a link. Looking uses nothing.",
        answer: Answer::Json("Continuation"),
        faults: &[404, 410],
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/devices/{token}",
        words: "Makes this device that session: sets its cookie in the place of the one that was there.",
        status: 204,
        faults: &[404, 410],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/daily",
        words: "The deal of the day, one for each game for one that can be solved.",
        answer: Answer::Json("Daily"),
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/deals",
        words: "A numbered deal, or one of a level, or any that can be won; and how hard it is. It may take some seconds.",
        body: Some("DealWish"),
        answer: Answer::Json("RatedDeal"),
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/tables",
        words: "Opens a table; you have its first seat.",
        body: Some("NewTable"),
        status: 201,
        answer: Answer::Json("Seated"),
        ..PLAIN
    },
    Operation {
        path: "/api/v1/tables/{id}/record",
        words: "The record of a match, one line of JSON (docs/records.md), for whoever has the id; where others may not watch, for its players. A match that goes on shows its finished deals without the seed.",
        answer: Answer::Text("application/x-ndjson"),
        faults: &[403, 404, 410],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/tables/{id}/course",
        words: "What has happened in the deal that is played, step by step as your seat could follow it: for whoever comes back.",
        answer: Answer::Json("Course"),
        faults: &[403, 404, 410],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/tables/{id}/replay",
        words: "A finished deal of a match, position by position, for whom the record is for.",
        query: REPLAY,
        answer: Answer::Json("Replay"),
        faults: &[400, 403, 404, 410],
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/records",
        words: "Brings records from elsewhere: every word of them is checked, then they are kept.",
        body: Some(RECORDS),
        status: 201,
        answer: Answer::Json("Imported"),
        ..PLAIN
    },
    Operation {
        path: "/api/v1/records/{id}",
        words: "A record that was brought, as it came.",
        answer: Answer::Text("application/x-ndjson"),
        faults: &[404],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/records/{id}/replay",
        words: "A finished deal of a record that was brought.",
        query: REPLAY,
        answer: Answer::Json("Replay"),
        faults: &[400, 404],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/lessons/{game}",
        words: "The guided first deal of a game, as the learner sees it, and which of its decisions are explained.",
        answer: Answer::Json("Lesson"),
        faults: &[400, 404],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/lessons/{game}/why",
        words: "Why the learner cannot do something in one of these decisions.",
        query: &[("step", "Which decision, from 0."), ("action", "In notation.")],
        answer: Answer::Json("WhyNot"),
        faults: &[400, 404],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/tables/{id}/socket",
        words: "The table's WebSocket (docs/protocol.md): commands in, frames out.",
        status: 101,
        faults: &[404, 410, 426],
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/tables/{id}/seat",
        words: "Sits down at a public table.",
        body: Some("SitDown"),
        answer: Answer::Json("Seated"),
        faults: &[404, 409, 410],
        ..PLAIN
    },
    Operation {
        method: "delete",
        path: "/api/v1/tables/{id}/seat",
        words: "Leaves a match for good: a bot plays on. An unfinished game that nobody else played is deleted.",
        status: 204,
        faults: &[400, 404, 410],
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/tables/{id}/invite",
        words: "Makes a link for friends, good for a week: the host's alone.",
        status: 201,
        answer: Answer::Json("Invite"),
        faults: &[404],
        ..PLAIN
    },
    Operation {
        method: "delete",
        path: "/api/v1/tables/{id}/invite",
        words: "Takes back all links to a table.",
        status: 204,
        faults: &[404],
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/tables/{id}/seats/{seat}/engine",
        words: "Makes a token with which a program comes to a seat that no person has: the host's alone.",
        status: 201,
        answer: Answer::Json("EngineSeat"),
        faults: &[400, 404, 410],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/tables/{id}/engine",
        words: "The WebSocket of that program (docs/engines.md), with the header authorization: Bearer TOKEN.",
        status: 101,
        faults: &[401, 404, 426],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/invites/{token}",
        words: "Where a link leads.",
        answer: Answer::Json("Invitation"),
        faults: &[404, 410],
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/invites/{token}",
        words: "Sits down where a link leads; twice is once.",
        body: Some("SitDown"),
        answer: Answer::Json("Seated"),
        faults: &[404, 409, 410],
        ..PLAIN
    },
    Operation {
        path: "/api/v1/lobby",
        words: "Public tables where somebody is, first those that wait for people.",
        query: &[("game", "Only tables of this game.")],
        answer: Answer::Json("Lobby"),
        ..PLAIN
    },
    Operation {
        method: "post",
        path: "/api/v1/quick",
        words: "Sits down where others wait, or opens a table and waits.",
        body: Some("QuickMatch"),
        answer: Answer::Json("Seated"),
        ..PLAIN
    },
    Operation { path: "/openapi.json", words: "This description.", answer: Answer::Text("application/json"), ..PLAIN },
    Operation { path: "/api", words: "This description as a page.", answer: Answer::Text("text/html"), ..PLAIN },
];

/// The shapes of bodies and answers.
#[derive(OpenApi)]
#[openapi(components(schemas(
    protocol::Course<Value>,
    protocol::Continuation,
    protocol::MyDevices,
    protocol::MyDevice,
    protocol::Daily,
    protocol::DealWish,
    protocol::EngineSeat,
    protocol::ErrorBody,
    protocol::RecordPlace,
    protocol::Games,
    protocol::Imported,
    protocol::Invitation,
    protocol::Invite,
    protocol::Lesson<Value, Value>,
    protocol::Lobby,
    protocol::Me,
    protocol::MyData,
    protocol::NewName,
    protocol::NewTable,
    protocol::QuickMatch,
    protocol::RatedDeal,
    protocol::Replay<Value>,
    protocol::Seated,
    protocol::SitDown,
    protocol::Statistics,
    protocol::WhyNot,
)))]
struct Shapes;

static DOCUMENT: LazyLock<String> = LazyLock::new(|| document().to_string());
static PAGE: LazyLock<String> = LazyLock::new(page);

/// `GET /openapi.json`.
pub(crate) async fn json() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}

/// `GET /api`.
pub(crate) async fn html() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PAGE.as_str()).into_response()
}

fn document() -> Value {
    // Shapes over any game's view are named after what stands for it here.
    let shapes = Shapes::openapi()
        .to_json()
        .expect("a description is JSON")
        .replace("_Value_Value\"", "\"")
        .replace("_Value\"", "\"");
    let shapes: Value = serde_json::from_str(&shapes).expect("it was JSON");
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.described();
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "cardroom",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
            "description": "Who asks follows from the cookie `cardroom`, which the first answer under /api/v1 sets. Play itself runs over a table's WebSocket: docs/protocol.md. Whatever changes so that programs notice gets another version beside this one.",
        },
        "paths": paths,
        "components": {
            "schemas": shapes["components"]["schemas"],
            "securitySchemes": { "session": { "type": "apiKey", "in": "cookie", "name": "cardroom" } },
        },
        "security": [{ "session": [] }],
    })
}

impl Operation {
    fn described(&self) -> Value {
        let named = |name: &str, place: &str, words: &str| json!({ "name": name, "in": place, "description": words, "required": place == "path" || ["deal", "step", "action"].contains(&name), "schema": { "type": "string" } });
        let mut parameters: Vec<Value> = self
            .path
            .split('/')
            .filter_map(|part| {
                let name = part.strip_prefix('{')?.strip_suffix('}')?;
                Some(named(
                    name,
                    "path",
                    match name {
                        "id" => "The id of the table or record.",
                        "game" => "The game's id.",
                        "seat" => "The seat, from 0.",
                        _ => "The link's token.",
                    },
                ))
            })
            .collect();
        parameters.extend(self.query.iter().map(|(name, words)| named(name, "query", words)));
        let mut answers = Map::new();
        let content = match self.answer {
            Answer::Json(name) => Some(json!({ "application/json": { "schema": refer(name) } })),
            Answer::Text(media) => Some(json!({ media: { "schema": { "type": "string" } } })),
            Answer::Nothing => None,
        };
        let mut well = json!({ "description": "Done." });
        if let Some(content) = content {
            well["content"] = content;
        }
        answers.insert(self.status.to_string(), well);
        for status in self.faults.iter().copied().chain(self.usual_faults()) {
            let content = json!({ "application/json": { "schema": refer("ErrorBody") } });
            answers.insert(status.to_string(), json!({ "description": why(status), "content": content }));
        }
        let mut described = json!({ "summary": self.words, "parameters": parameters, "responses": answers });
        if let Some(body) = self.body {
            let content = match body {
                RECORDS => json!({ RECORDS: { "schema": { "type": "string" } } }),
                shape => json!({ "application/json": { "schema": refer(shape) } }),
            };
            described["requestBody"] = json!({ "required": true, "content": content });
        }
        described
    }

    /// What every operation of its kind can answer.
    fn usual_faults(&self) -> impl Iterator<Item = u16> {
        let api = self.path.starts_with("/api/v1");
        let changes = self.method != "get" || self.status == 101;
        let always = [429, 500, 503].into_iter().filter(move |_| api);
        let asks = [400, 413, 415].into_iter().filter(move |_| self.body.is_some());
        let changing = [403, 507].into_iter().filter(move |_| changes);
        always.chain(asks).chain(changing)
    }
}

fn refer(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
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
        503 => "The server is stopping: try again in a moment.",
        507 => "The server's disk is full. Nothing was lost.",
        _ => unreachable!("every documented status is told above"),
    }
}

/// The same as a page that needs no script and no style.
fn page() -> String {
    let mut html = String::from(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>cardroom: HTTP API</title><main><h1>cardroom: HTTP API</h1>\
         <p>The same for programs: <a href=\"/openapi.json\">openapi.json</a> (OpenAPI 3.1).<h2>Requests</h2><dl>",
    );
    for operation in OPERATIONS {
        let Operation { method, path, words, body, query, status, .. } = operation;
        let method = method.to_ascii_uppercase();
        let query = query.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("&amp;");
        let query = if query.is_empty() { query } else { format!("?{query}") };
        let body = match body {
            None => String::new(),
            Some(RECORDS) => format!(" {RECORDS}"),
            Some(shape) => format!(" {}", link(shape)),
        };
        let answer = match operation.answer {
            Answer::Json(shape) => format!("{status} {}", link(shape)),
            Answer::Text(media) => format!("{status} {media}"),
            Answer::Nothing => status.to_string(),
        };
        let _ = write!(html, "<dt><code>{method} {path}{query}</code>{body} → {answer}<dd>{words}");
    }
    html.push_str("</dl><h2>Shapes</h2><p>A key with ? may be left out.");
    let document = document();
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

    /// The routes as the source of `routes` names them.
    fn routes() -> BTreeSet<(String, String)> {
        let source = include_str!("routes.rs");
        let (api, rest) = source.split_once(".nest(\"/api/v1\", api)").expect("the API is nested");
        let mut found = BTreeSet::new();
        for (part, prefix) in [(api, "/api/v1"), (rest, "")] {
            for route in part.split(".route(").skip(1) {
                let route = route.split("\n        .").next().expect("a route");
                let (path, handlers) =
                    route.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"')).expect("a path");
                for method in ["get", "post", "put", "delete"] {
                    if handlers.contains(&format!("{method}(")) {
                        found.insert((method.to_owned(), format!("{prefix}{path}")));
                    }
                }
            }
        }
        found
    }

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let described: BTreeSet<(String, String)> =
            OPERATIONS.iter().map(|operation| (operation.method.to_owned(), operation.path.to_owned())).collect();
        assert_eq!(described.len(), OPERATIONS.len(), "none twice");
        assert!(described.len() > 10);
        // What a host asks (docs/hosting.md) is none of a client's business.
        let hosts = ["/healthz", "/metrics"];
        let routes: BTreeSet<_> = routes().into_iter().filter(|(_, path)| !hosts.contains(&path.as_str())).collect();
        assert_eq!(described, routes);
    }

    #[test]
    fn every_shape_that_is_referred_to_is_there() {
        let document = document();
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
        let page = page();
        for Operation { path, words, .. } in OPERATIONS {
            assert!(page.contains(path) && page.contains(words), "{path}");
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
