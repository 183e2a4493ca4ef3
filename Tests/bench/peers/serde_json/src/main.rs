//! The peer of our JSON in Rust: `(decode | encode) FILE`. Each line of standard input says how often, and is answered by
//! how many nanoseconds that took.

use std::hint::black_box;
use std::io::BufRead;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, part, path] = arguments.as_slice() else { return Err("(decode | encode) FILE".into()) };
    let text = std::fs::read(path)?;
    let value: serde_json::Value = serde_json::from_slice(&text)?;
    for line in std::io::stdin().lock().lines() {
        let count: u64 = line?.parse()?;
        let began = Instant::now();
        for _ in 0..count {
            if part == "decode" {
                black_box(serde_json::from_slice::<serde_json::Value>(black_box(&text))?);
            } else {
                black_box(serde_json::to_vec(black_box(&value))?);
            }
        }
        println!("{}", began.elapsed().as_nanos());
    }
    Ok(())
}
