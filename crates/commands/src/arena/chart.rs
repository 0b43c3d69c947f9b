//! Strength against what a decision costs, as an SVG.

use std::f64::consts::LN_10;
use std::fmt::Write as _;

use ::arena::{DecisionBudget, Interval, MatrixResults, Results};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;
/// The line of the texts below the axis.
const TICKS: f64 = HEIGHT - BOTTOM + 20.0;

struct Point {
    /// The cost of a decision.
    cost: f64,
    /// Its label.
    name: String,
    strength: Interval,
}

/// The first bot's gain a deal for each of its budgets, on a logarithmic scale, with intervals.
pub(super) fn sweep(all: &[Results], budgets: &[DecisionBudget]) -> String {
    let point = |(results, budget): (&Results, &DecisionBudget)| {
        let strength = results.entrants[0].gain_per_deal?;
        Some(Point { cost: size(budget), name: budget.to_string(), strength })
    };
    let points: Vec<Point> = all.iter().zip(budgets).filter_map(point).collect();
    let name = |name: &str| escaped(name.split_once('@').map_or(name, |(name, _)| name));
    let others: Vec<String> = all[0].lineup[1..].iter().map(|other| escaped(other)).collect();
    let title =
        format!("{}: {} against {}, points gained a deal", all[0].game, name(&all[0].lineup[0]), others.join(", "));
    let unit = match budgets.first() {
        Some(DecisionBudget::Time(_)) => "time a decision",
        _ => "simulations a decision",
    };
    plot(&title, unit, &points, true)
}

/// Each bot's strength and the processor time of its median decision, on a logarithmic scale, with intervals.
pub(super) fn field(results: &MatrixResults) -> String {
    let point = |standing: &::arena::BotStanding| {
        // A cost below the clock's resolution is drawn at one microsecond.
        let cost = standing.microseconds?.median.max(1) as f64;
        Some(Point { cost, name: escaped(&standing.bot), strength: standing.strength })
    };
    let points: Vec<Point> = results.field.iter().filter_map(point).collect();
    let title = format!("{}: points a deal on the mean of the field", results.game);
    plot(&title, "processor time of a decision", &points, false)
}

/// A chart of points with their intervals. A budget stands below its point, joined with the next; a bot stands beside it, above its
/// time in powers of ten.
fn plot(title: &str, unit: &str, points: &[Point], joined: bool) -> String {
    let (left, right) = range(points.iter().map(|point| point.cost.ln()), 0.5);
    let strengths = points.iter().flat_map(|point| [point.strength.low, point.strength.high]).chain([0.0]);
    let (low, high) = range(strengths, 1.0);
    let x = |cost: f64| LEFT + 24.0 + (WIDTH - LEFT - RIGHT - 48.0) * (cost.ln() - left) / (right - left);
    let y = |gain: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - gain) / (high - low);
    let mut svg = String::new();
    let mut line = |words: String| writeln!(svg, "{words}").expect("a string grows");
    line(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12" fill="currentColor">"#
    ));
    line(format!(r#"<text x="{LEFT}" y="22" font-size="15">{title}</text>"#));
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
    if joined {
        let path: Vec<String> =
            points.iter().map(|point| format!("{:.1} {:.1}", x(point.cost), y(point.strength.estimate))).collect();
        line(format!(r#"<path d="M{}" fill="none" stroke="currentColor" stroke-width="2"/>"#, path.join("L")));
    } else {
        for power in (left / LN_10).ceil() as i32..=(right / LN_10).floor() as i32 {
            let at = x(10f64.powi(power));
            line(format!(r#"<text x="{at:.1}" y="{}" text-anchor="middle">{}</text>"#, TICKS, time(power)));
        }
    }
    for Point { cost, name, strength } in points {
        let (at, middle) = (x(*cost), y(strength.estimate));
        line(format!(
            r#"<path d="M{at:.1} {:.1}V{:.1}" stroke="currentColor"/><circle cx="{at:.1}" cy="{middle:.1}" r="3.5"/>"#,
            y(strength.low),
            y(strength.high)
        ));
        line(if joined {
            format!(r#"<text x="{at:.1}" y="{TICKS}" text-anchor="middle">{name}</text>"#)
        } else {
            // To the side on which there is more room.
            let (side, anchor) = if at > WIDTH / 2.0 { (-8.0, "end") } else { (8.0, "start") };
            format!(r#"<text x="{:.1}" y="{middle:.1}" dy="4" text-anchor="{anchor}">{name}</text>"#, at + side)
        });
    }
    line(format!(r#"<text x="{}" y="{}" text-anchor="middle">{unit}</text>"#, WIDTH / 2.0, HEIGHT - 12.0));
    svg.push_str("</svg>");
    svg
}

/// A power of ten microseconds in words.
fn time(power: i32) -> String {
    let (unit, of) = match power {
        ..3 => ("µs", power),
        3..6 => ("ms", power - 3),
        _ => ("s", power - 6),
    };
    format!("{} {unit}", 10f64.powi(of))
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

/// Names of external engines may hold anything.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
