//! Prints the description of the API, the same as `/openapi.json`: `cargo run -p server --example openapi`.

fn main() {
    println!("{}", server::api_description());
}
