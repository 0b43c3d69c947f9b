//! Prints the description of the API, which the server has at `/openapi.json`: `cargo run -p server --example openapi`.

fn main() {
    println!("{}", server::api_description());
}
