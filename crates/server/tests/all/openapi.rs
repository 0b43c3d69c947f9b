//! Compares `/openapi.json` with the server's answers. The test carries out every operation, and every answer must have
//! the shape that is described for its status.

use std::collections::BTreeSet;

use game::Rng;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::test_server::TestServer;

/// The description, and the parts of it that the test has used successfully.
struct Description {
    document: Value,
    seen: BTreeSet<(String, String, u16)>,
}

impl Description {
    /// Checks an answer. `path` is written as in the description.
    fn check(&mut self, method: &str, path: &str, answer: &Answer) {
        let described = &self.document["paths"][path][method.to_ascii_lowercase()]["responses"];
        let status = if answer.status < 400 { answer.status.to_string() } else { "default".to_owned() };
        let response = &described[status];
        assert!(response.is_object(), "{method} {path} answers {} and it is not described: {answer:?}", answer.status);
        let kind = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default().to_owned();
        match response["content"].as_object() {
            None => assert_eq!(answer.body, "", "{method} {path}"),
            Some(content) => {
                let schema = content.get(&kind).unwrap_or_else(|| panic!("{method} {path}: {kind} in {content:?}"));
                if schema["schema"]["type"] != "string" {
                    let fits = self.fits(&schema["schema"], &answer.json());
                    assert_eq!(fits, Ok(()), "{method} {path} {}: {}", answer.status, answer.body);
                }
            }
        }
        self.seen.insert((method.to_ascii_lowercase(), path.to_owned(), answer.status));
    }

    /// Checks a value against a schema. This check knows only the keywords of JSON Schema that the description uses. An
    /// unknown keyword fails the test.
    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        for (word, rule) in schema.as_object().expect("a schema") {
            let list = || rule.as_array().expect("a list");
            let fine = match word.as_str() {
                "description" | "format" | "default" | "example" => true,
                "$ref" => {
                    let name = rule.as_str().and_then(|path| path.strip_prefix("#/components/schemas/"));
                    return self.fits(&self.document["components"]["schemas"][name.expect("one of ours")], value);
                }
                "type" => match rule {
                    Value::Array(kinds) => kinds.iter().any(|kind| is(kind, value)),
                    kind => is(kind, value),
                },
                "enum" => list().contains(value),
                "minimum" => value.as_f64().is_none_or(|n| n >= rule.as_f64().expect("a number")),
                "oneOf" => list().iter().filter(|one| self.fits(one, value).is_ok()).count() == 1,
                "allOf" => list().iter().all(|one| self.fits(one, value).is_ok()),
                "required" => list().iter().all(|key| value.get(key.as_str().expect("a key")).is_some()),
                // A tuple has a schema for each of its items, and no further ones.
                "items" if *rule == false => true,
                "prefixItems" => value
                    .as_array()
                    .is_none_or(|items| list().iter().zip(items).all(|(one, item)| self.fits(one, item).is_ok())),
                "items" => value.as_array().into_iter().flatten().all(|item| self.fits(rule, item).is_ok()),
                "properties" => {
                    for (key, schema) in rule.as_object().expect("properties") {
                        if let Some(part) = value.get(key) {
                            self.fits(schema, part).map_err(|why| format!("{key}: {why}"))?;
                        }
                    }
                    true
                }
                "additionalProperties" if *rule == false => value
                    .as_object()
                    .is_none_or(|object| object.keys().all(|key| schema["properties"].get(key).is_some())),
                "additionalProperties" | "propertyNames" => true,
                other => panic!("this test does not know {other}"),
            };
            if !fine {
                return Err(format!("{word} {rule}"));
            }
        }
        Ok(())
    }

    /// Returns whether the description allows this text as a body.
    fn allows(&self, method: &str, path: &str, body: &str) -> bool {
        let schema = &self.document["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"];
        serde_json::from_str(body).is_ok_and(|body: Value| self.fits(schema, &body).is_ok())
    }
}

/// Returns true if a value has a type.
fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("a kind") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no kind {other}"),
    }
}

/// Sends a request and checks the answer. `name` is the value for `{id}` or `{token}` in `path`.
async fn ask(
    description: &mut Description,
    client: &mut Client,
    (method, path, name): (&str, &str, &str),
    body: Option<&str>,
) -> Answer {
    let address = path.replace("{id}", name).replace("{token}", name).replace("{game}", name).replace("{seat}", "3");
    let headers: &[(&str, &str)] = if body.is_some() { &[("content-type", "application/json")] } else { &[] };
    let answer = client.ask(method, &address, headers, body.unwrap_or_default()).await;
    description.check(method, path, &answer);
    answer
}

/// Checks that the page lists every operation, that every link has a target, and that nothing violates the content
/// policy of the answers.
fn is_whole(page: &str, document: &Value) {
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            assert!(operation["summary"].as_str().is_some_and(|words| !words.is_empty()), "{path}");
            assert!(page.contains(&format!("<code>{} {path}</code>", method.to_ascii_uppercase())), "{path}");
        }
    }
    let links: Vec<&str> = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() > 30, "{links:?}");
    for link in links {
        assert!(page.contains(&format!("<h3 id=\"{link}\">")), "{link}");
    }
    assert!(!page.contains("<script") && !page.contains("style"), "{page}");
    let shown = page.split("<h3 id=\"DealWish\">").nth(1).and_then(|rest| rest.split("<h3").next()).expect("a shape");
    assert!(
        shown.contains("<code>game</code>: string. The game's id.") && shown.contains("<code>level?</code>"),
        "{shown}"
    );
}

/// Judges the deal of a finished match, and another one as a device does. Answers a mistake, and deletes all.
async fn mistakes(d: &mut Description, ann: &mut Client, judged: &str) {
    let other = ann.open(json!({"game": "schwarze-dame", "bots": ["random"], "options": {"deals": 1}})).await;
    ann.sit(&other).await.play_to_the_end(&mut Rng::new(4), 60).await;
    let mut list = Value::Null;
    while list["unjudged"].as_array().is_none_or(|deals| deals.len() < 2) {
        list = ask(d, ann, ("GET", "/api/v1/me/mistakes", ""), None).await.json();
    }
    let path = "/api/v1/tables/{id}/mistakes";
    for status in [204, 404] {
        assert_eq!(ask(d, ann, ("POST", path, judged), None).await.status, status);
    }
    let of = json!({"table": other, "game": "schwarze-dame", "deal": 0, "seat": 0});
    let found = json!({"of": of, "mistakes": []}).to_string();
    assert!(d.allows("post", "/api/v1/me/mistakes", &found));
    for status in [204, 404] {
        assert_eq!(ask(d, ann, ("POST", "/api/v1/me/mistakes", ""), Some(&found)).await.status, status);
    }
    list = ask(d, ann, ("GET", "/api/v1/me/mistakes", ""), None).await.json();
    let id = list["mistakes"][0]["id"].as_str().expect("a mistake").to_owned();
    let (one, answer) = ("/api/v1/me/mistakes/{id}", r#"{"step": 0, "right": false}"#);
    assert_eq!(ask(d, ann, ("GET", one, &id), None).await.status, 200);
    assert!(d.allows("post", one, answer));
    for (id, status) in [(id.as_str(), 200), ("none", 404)] {
        assert_eq!(ask(d, ann, ("POST", one, id), Some(answer)).await.status, status);
    }
    assert_eq!(ask(d, ann, ("GET", one, "none"), None).await.status, 404);
    ask(d, ann, ("GET", "/api/v1/me/data", ""), None).await;
    assert_eq!(ask(d, ann, ("DELETE", "/api/v1/me/mistakes", ""), None).await.status, 204);
}

/// Checks that all routes are described, except the addresses for the host.
#[test]
fn every_route_is_described() {
    let plain = include_str!("../../src/routes.rs").split(".route(").skip(1);
    // The exceptions are the requests between nodes, the addresses for the host, the host's pages, and the only route
    // of the separate address for metrics.
    let hosts =
        "/nodes/tables/{id} /healthz /metrics /version /privacy /imprint /contact /host.css /metrics".split(' ');
    let paths: Vec<&str> = plain.filter_map(|route| route.split('"').nth(1)).collect();
    assert_eq!(paths, hosts.collect::<Vec<_>>());
    let document: Value = serde_json::from_str(&server::api_description()).expect("JSON");
    let operations = document["paths"].as_object().expect("paths").values().filter_map(Value::as_object);
    assert!(operations.map(|operations| operations.len()).sum::<usize>() > 30);
}

#[tokio::test]
async fn every_operation_answers_as_it_is_described() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    let document = ann.get("/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let mut description = Description { document, seen: BTreeSet::new() };
    let d = &mut description;
    ask(d, ann, ("GET", "/openapi.json", ""), None).await;
    let page = ask(d, ann, ("GET", "/api", ""), None).await;
    is_whole(&page.body, &d.document);
    ask(d, ann, ("GET", "/api/v1/games", ""), None).await;
    ask(d, ann, ("GET", "/api/v1/host", ""), None).await;
    ask(d, ann, ("POST", "/api/v1/me", ""), Some(r#"{"name":"Ann"}"#)).await;
    ask(d, ann, ("GET", "/api/v1/daily", ""), None).await;
    let days = ask(d, ann, ("GET", "/api/v1/days", ""), None).await.json();
    let today: jiff::civil::Date = days["today"].as_str().and_then(|date| date.parse().ok()).expect("a date");
    // The bots play only the deals of today.
    let day = format!("/api/v1/days/{}", today.yesterday().expect("a date"));
    d.check("GET", "/api/v1/days/{date}/{game}", &ann.get(&format!("{day}/kael")).await);
    d.check("GET", "/api/v1/days/{date}/{game}", &ann.get("/api/v1/days/2020-02-30/kael").await);
    for deal in [3, 4] {
        d.check("POST", "/api/v1/days/{date}/{game}/{deal}", &ann.post(&format!("{day}/kael/{deal}"), "").await);
    }
    for body in [r#"{"game":"rouge-et-noir","deal":7}"#, r#"{"game":"rouge-et-noir","level":"easy"}"#] {
        assert!(d.allows("post", "/api/v1/deals", body), "{body}");
    }
    // On a busy machine the search may reach its time limit. The answer says so, and the test tries again.
    for tries in 1.. {
        let rated = ask(d, ann, ("POST", "/api/v1/deals", ""), Some(r#"{"game":"rouge-et-noir","deal":7}"#)).await;
        if rated.status == 200 {
            break;
        }
        assert!(rated.error().1 == "no_deal" && tries < 20, "{rated:?}");
    }
    let bad = ask(d, ann, ("POST", "/api/v1/deals", ""), Some(r#"{"game":"rouge-et-noir","level":"odd"}"#)).await;
    assert_eq!(bad.status, 400, "{bad:?}");
    // The tables are one with bots, one for friends, and one that is public.
    let mut tables = Vec::new();
    for body in [
        r#"{"game":"schwarze-dame","bots":["random"],"options":{"deals":1}}"#,
        r#"{"game":"kael","seats":2,"open":"friends","grace_s":30,"chat":"free","clock":"relaxed","races":"strict"}"#,
        r#"{"game":"la-dame-noire","open":"public"}"#,
        r#"{"game":"rouge-et-noir","deal":7,"assist":true}"#,
    ] {
        assert!(d.allows("post", "/api/v1/tables", body), "{body}");
        let answer = ask(d, ann, ("POST", "/api/v1/tables", ""), Some(body)).await;
        tables.push(answer.json()["id"].as_str().expect("an id").to_owned());
    }
    for body in [r#"{"game":7}"#, r#"{"game":"kael","colour":"red"}"#, r#"{"game":"kael","open":"nobody"}"#, "{}"] {
        assert!(!d.allows("post", "/api/v1/tables", body), "{body}");
        assert_eq!(ask(d, ann, ("POST", "/api/v1/tables", ""), Some(body)).await.status, 400);
    }
    let [alone, friends, public, _] = &tables[..] else { panic!("four tables") };
    ask(d, ann, ("GET", "/api/v1/me", ""), None).await;
    let large = "x".repeat(20_000);
    assert_eq!(ask(d, ann, ("POST", "/api/v1/tables", ""), Some(&large)).await.status, 413);
    let plain = ann.ask("POST", "/api/v1/tables", &[("content-type", "text/plain")], "{}").await;
    d.check("POST", "/api/v1/tables", &plain);
    let invite = ask(d, ann, ("POST", "/api/v1/tables/{id}/invite", friends), None).await.json();
    let token = invite["token"].as_str().expect("a token").to_owned();
    let mut bo = Client::new(ann.address);
    ask(d, &mut bo, ("GET", "/api/v1/invites/{token}", &token), None).await;
    ask(d, &mut bo, ("POST", "/api/v1/invites/{token}", &token), Some(r#"{"name":"Bo"}"#)).await;
    let mut cy = Client::new(ann.address);
    let full = ask(d, &mut cy, ("POST", "/api/v1/invites/{token}", &token), Some("{}")).await;
    assert_eq!(full.status, 409, "{full:?}");
    assert_eq!(ask(d, &mut cy, ("POST", "/api/v1/tables/{id}/invite", friends), None).await.status, 403);
    ask(d, ann, ("DELETE", "/api/v1/tables/{id}/invite", friends), None).await;
    assert_eq!(ask(d, &mut bo, ("GET", "/api/v1/invites/{token}", &token), None).await.status, 404);
    ask(d, &mut bo, ("POST", "/api/v1/tables/{id}/seat", public), Some("{}")).await;
    let report = r#"{"seat":0,"words":"rude"}"#;
    assert!(d.allows("post", "/api/v1/tables/{id}/reports", report));
    assert_eq!(ask(d, &mut bo, ("POST", "/api/v1/tables/{id}/reports", public), Some(report)).await.status, 204);
    assert_eq!(ask(d, &mut bo, ("POST", "/api/v1/tables/{id}/seat", alone), Some("{}")).await.status, 403);
    ask(d, &mut cy, ("POST", "/api/v1/quick", ""), Some(r#"{"game":"kael","name":"Cy"}"#)).await;
    ask(d, ann, ("POST", "/api/v1/tables/{id}/seats/{seat}/engine", public), None).await;
    assert_eq!(ask(d, ann, ("POST", "/api/v1/tables/{id}/seats/{seat}/engine", friends), None).await.status, 400);
    assert_eq!(ask(d, ann, ("GET", "/api/v1/tables/{id}/engine", public), None).await.status, 426);
    // A person waits at the table, so that the lobby has an entry.
    let mut waiting = ann.wait_at(public).await;
    let lobby = ask(d, &mut cy, ("GET", "/api/v1/lobby", ""), None).await.json();
    assert!(!lobby["tables"].as_array().expect("a list").is_empty());
    let other = cy.get("/api/v1/lobby?game=kael").await;
    d.check("GET", "/api/v1/lobby", &other);
    waiting.send_text(r#"{"t":"frame"}"#).await;
    assert_eq!(ask(d, ann, ("GET", "/api/v1/tables/{id}/record", "nowhere"), None).await.status, 404);
    for method in ["GET", "POST"] {
        assert_eq!(ask(d, ann, (method, "/api/v1/tables/{id}/socket", alone), None).await.status, 426);
    }
    let mut socket = ann.sit(alone).await;
    socket.texts = Some(Vec::new());
    socket.play_to_the_end(&mut Rng::new(3), 60).await;
    let texts = socket.texts.take().expect("it is played");
    for text in &texts {
        let message = serde_json::from_str(text).expect("JSON");
        assert_eq!(d.fits(&json!({"$ref": "#/components/schemas/Message"}), &message), Ok(()), "{text}");
    }
    assert!(texts.len() > 20, "{texts:?}");
    let record = ask(d, ann, ("GET", "/api/v1/tables/{id}/record", alone), None).await.body;
    ask(d, ann, ("GET", "/api/v1/tables/{id}/course", alone), None).await;
    assert_eq!(ask(d, &mut cy, ("GET", "/api/v1/tables/{id}/course", alone), None).await.status, 403);
    assert_eq!(ask(d, ann, ("GET", "/api/v1/tables/{id}/course", "nowhere"), None).await.status, 404);
    ask(d, ann, ("GET", "/api/v1/tables/{id}/replay", alone), None).await;
    let seen = ann.get(&format!("/api/v1/tables/{alone}/replay?deal=0&viewer=2")).await;
    d.check("GET", "/api/v1/tables/{id}/replay", &seen);
    let nothing = ann.get(&format!("/api/v1/tables/{alone}/replay?deal=9")).await;
    d.check("GET", "/api/v1/tables/{id}/replay", &nothing);
    assert_eq!(nothing.status, 404);
    let brought = ann.ask("POST", "/api/v1/records", &[("content-type", "application/x-ndjson")], &record).await;
    d.check("POST", "/api/v1/records", &brought);
    let id = brought.json()["records"][0]["id"].as_str().expect("an id").to_owned();
    ask(d, ann, ("GET", "/api/v1/records/{id}", &id), None).await;
    let position = Some(r#"{"deal": 0, "step": 1, "seat": 0}"#);
    for (path, of) in [("/api/v1/tables/{id}/practice", alone), ("/api/v1/records/{id}/practice", &id)] {
        assert_eq!(ask(d, ann, ("POST", path, of), position).await.status, 201);
        assert_eq!(ask(d, ann, ("POST", path, of), Some(r#"{"deal": 9, "step": 1, "seat": 0}"#)).await.status, 400);
        assert_eq!(ask(d, ann, ("POST", path, "nowhere"), position).await.status, 404);
    }
    let first = ann.get(&format!("/api/v1/records/{id}/replay?deal=0")).await;
    d.check("GET", "/api/v1/records/{id}/replay", &first);
    let lesson = ask(d, ann, ("GET", "/api/v1/lessons/{game}", "schwarze-dame"), None).await.json();
    assert!(lesson["steps"][0]["legal"].as_array().is_some_and(|legal| legal.len() > 1), "{lesson}");
    assert_eq!(ask(d, ann, ("GET", "/api/v1/lessons/{game}", "bridge"), None).await.status, 400);
    for (asked, status) in [("step=0&action=play+Kh", 200), ("step=99&action=play+Kh", 404), ("step=first", 400)] {
        let why = ann.get(&format!("/api/v1/lessons/schwarze-dame/why?{asked}")).await;
        d.check("GET", "/api/v1/lessons/{game}/why", &why);
        assert_eq!(why.status, status, "{why:?}");
        assert!(status != 200 || why.json()["refusal"]["rule"] == "S3", "{why:?}");
    }
    let statistics = ask(d, ann, ("GET", "/api/v1/me/statistics", ""), None).await.json();
    assert_eq!(statistics["games"][0]["own"]["deals"], 1, "{statistics}");
    mistakes(d, ann, alone).await;
    let link = ask(d, ann, ("POST", "/api/v1/me/device", ""), None).await.json();
    let token = link["token"].as_str().expect("a token");
    let cyrils = cy.cookie.clone();
    ask(d, &mut cy, ("GET", "/api/v1/devices/{token}", token), None).await;
    ask(d, &mut cy, ("POST", "/api/v1/devices/{token}", token), None).await;
    assert_eq!(ask(d, &mut cy, ("GET", "/api/v1/devices/{token}", token), None).await.status, 410);
    assert_eq!(ask(d, &mut cy, ("POST", "/api/v1/devices/{token}", "ab"), None).await.status, 404);
    ask(d, &mut bo, ("DELETE", "/api/v1/tables/{id}/seat", public), None).await;
    let devices = ask(d, ann, ("GET", "/api/v1/me/devices", ""), None).await.json();
    let id = |this: bool| {
        let devices = devices["devices"].as_array().expect("a list");
        let found = devices.iter().find(|device| device["this"] == this).expect("two devices");
        found["id"].as_str().expect("an id").to_owned()
    };
    assert_eq!(ask(d, ann, ("DELETE", "/api/v1/me/devices/{id}", &id(true)), None).await.error().1, "this_device");
    ask(d, ann, ("DELETE", "/api/v1/me/devices/{id}", &id(false)), None).await;
    ask(d, ann, ("DELETE", "/api/v1/me/devices", ""), None).await;
    ask(d, ann, ("DELETE", "/api/v1/me/device", ""), None).await;
    cy.cookie = cyrils;
    ask(d, ann, ("DELETE", "/api/v1/me/statistics", ""), None).await;
    ask(d, ann, ("DELETE", "/api/v1/me", ""), None).await;
    for socket in ["socket", "engine"] {
        d.seen.insert(("get".into(), format!("/api/v1/tables/{{id}}/{socket}"), 101));
    }
    // Every part of the description must have been used successfully.
    for (path, operations) in d.document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            for status in
                operation["responses"].as_object().expect("answers").keys().filter(|status| *status < &"300".to_owned())
            {
                let seen = (method.clone(), path.clone(), status.parse().expect("a status"));
                assert!(d.seen.contains(&seen), "{seen:?} was not tried");
            }
        }
    }
    server.close().await;
}

/// Returns the types of the content of a body or an answer.
fn types(holder: &Value) -> String {
    let content = holder["content"].as_object().into_iter().flatten();
    let names = content.map(|(kind, content)| {
        let schema = &content["schema"];
        let list = schema["items"].is_object();
        let of = if list { &schema["items"]["$ref"] } else { &schema["$ref"] };
        let name = of.as_str().and_then(|path| path.rsplit('/').next()).unwrap_or(kind);
        format!("{}`{name}`", if list { "list of " } else { "" })
    });
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the page of the requests: a row for each, with the first sentence about it.
fn page(document: &Value) -> String {
    let mut page = "# HTTP\n\nA running server describes every request and every type at `/api` for people, and at `/openapi.json` (OpenAPI 3.1) for\n\
        programs. [The protocol](protocol.md) has the rules of sessions, errors and the socket.\n\n\
        | request | what it does | query | body | answer |\n|---|---|---|---|---|\n"
        .to_owned();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let word = |key: &str| operation[key].as_str().unwrap_or_default().to_owned();
            let words = format!("{} {}", word("summary"), word("description")).replace('\n', " ");
            let about = words.split_once(". ").map_or(words.trim(), |(first, _)| first).trim_end_matches('.');
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let query = parameters.filter(|parameter| parameter["in"] == "query");
            let query: Vec<_> = query.map(|one| format!("`{}`", one["name"].as_str().expect("a name"))).collect();
            let answers = operation["responses"].as_object().expect("answers").iter();
            let answers = answers.filter(|(status, _)| *status != "default");
            let answers: Vec<_> = answers.map(|(status, one)| format!("{status} {}", types(one))).collect();
            let (method, query, body) = (method.to_uppercase(), query.join(", "), types(&operation["requestBody"]));
            let answers = answers.join("; ");
            page += &format!("| `{method} {path}` | {} | {query} | {body} | {} |\n", about.trim(), answers.trim());
        }
    }
    page
}

#[test]
fn the_page_of_requests_is_true() {
    let page = page(&serde_json::from_str(&server::api_description()).expect("it is JSON"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/develop/http.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(path, &page).expect(path);
    }
    let written = std::fs::read_to_string(path).expect(path);
    assert!(written == page, "WRITE_DOCS=1 cargo test -p server --test all the_page_of_requests writes it again");
}
