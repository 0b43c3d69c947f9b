//! Strength against budget as an SVG.

use std::fmt::Write as _;

use ::arena::{DecisionBudget, Interval, Results};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;

/// The first bot's gain a deal for each of its budgets, on a logarithmic scale, with intervals.
pub(super) fn chart(all: &[Results], budgets: &[DecisionBudget]) -> String {
    let points: Vec<(f64, &DecisionBudget, Interval)> = all
        .iter()
        .zip(budgets)
        .filter_map(|(results, budget)| Some((size(budget).ln(), budget, results.entrants[0].gain_per_deal?)))
        .collect();
    let (left, right) = range(points.iter().map(|(x, ..)| *x), 0.5);
    let gains = points.iter().flat_map(|(.., gain)| [gain.low, gain.high]).chain([0.0]);
    let (low, high) = range(gains, 1.0);
    let x = |at: f64| LEFT + 24.0 + (WIDTH - LEFT - RIGHT - 48.0) * (at - left) / (right - left);
    let y = |gain: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - gain) / (high - low);
    let mut svg = String::new();
    let mut line = |words: String| writeln!(svg, "{words}").expect("a string grows");
    line(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12" fill="currentColor">"#
    ));
    let name = |name: &str| escaped(name.split_once('@').map_or(name, |(name, _)| name));
    let others: Vec<String> = all[0].lineup[1..].iter().map(|other| escaped(other)).collect();
    line(format!(
        r#"<text x="{LEFT}" y="22" font-size="15">{}: {} against {}, points gained a deal</text>"#,
        all[0].game,
        name(&all[0].lineup[0]),
        others.join(", ")
    ));
    let step = step(high - low);
    for tick in (low / step).ceil() as i64..=(high / step).floor() as i64 {
        let gain = tick as f64 * step;
        let opacity = if tick == 0 { ".6" } else { ".2" };
        line(format!(
            r#"<path d="M{LEFT} {0:.1}H{1}" stroke="currentColor" stroke-opacity="{opacity}"/><text x="{2}" y="{0:.1}" dy="4" text-anchor="end">{3}</text>"#,
            y(gain),
            WIDTH - RIGHT,
            LEFT - 6.0,
            gain.to_string().replace('-', "−")
        ));
    }
    let path: Vec<String> =
        points.iter().map(|(at, _, gain)| format!("{:.1} {:.1}", x(*at), y(gain.estimate))).collect();
    line(format!(r#"<path d="M{}" fill="none" stroke="currentColor" stroke-width="2"/>"#, path.join("L")));
    for (at, budget, gain) in &points {
        line(format!(
            r#"<path d="M{0:.1} {1:.1}V{2:.1}" stroke="currentColor"/><circle cx="{0:.1}" cy="{3:.1}" r="3.5"/><text x="{0:.1}" y="{4}" text-anchor="middle">{budget}</text>"#,
            x(*at),
            y(gain.low),
            y(gain.high),
            y(gain.estimate),
            HEIGHT - BOTTOM + 20.0
        ));
    }
    let unit = match budgets.first() {
        Some(DecisionBudget::Time(_)) => "time a decision",
        _ => "simulations a decision",
    };
    line(format!(r#"<text x="{}" y="{}" text-anchor="middle">{unit}</text>"#, WIDTH / 2.0, HEIGHT - 12.0));
    svg.push_str("</svg>");
    svg
}

/// Simulations, or microseconds.
fn size(budget: &DecisionBudget) -> f64 {
    match budget {
        DecisionBudget::Simulations(simulations) => f64::from(simulations.get()),
        DecisionBudget::Time(time) => time.as_micros() as f64,
    }
}

/// From least to most, and at least so wide.
fn range(values: impl Iterator<Item = f64>, least: f64) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    if !low.is_finite() {
        return (0.0, least);
    }
    let more = ((least - (high - low)) / 2.0).max(0.0);
    (low - more, high + more)
}

/// 1, 2 or 5 of a power of ten: about six lines.
fn step(range: f64) -> f64 {
    let rough = range / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|n| n * power >= rough).unwrap_or(10.0)
}

/// Names of outside engines may hold anything.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
