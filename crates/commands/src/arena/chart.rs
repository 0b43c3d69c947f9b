//! Charts of strength against the cost of a decision, as SVG.

use std::f64::consts::LN_10;

use ::arena::{DecisionBudget, Interval, MatrixResults, Results};

use crate::svg::{LEFT, Svg};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 380.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;
/// The baseline of the labels below the horizontal axis.
const TICKS: f64 = HEIGHT - BOTTOM + 20.0;

struct Point {
    /// The cost of a decision.
    cost: f64,
    name: String,
    strength: Interval,
}

/// Draws the first bot's gain a deal, with its interval, against the bot's budgets. The axis of budgets is logarithmic.
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

/// Draws each bot's strength, with its interval, against the processor time of its median decision. The time axis is
/// logarithmic.
pub(super) fn field(results: &MatrixResults) -> String {
    let point = |standing: &::arena::BotStanding| {
        // The clock may measure 0. Such a cost counts as one microsecond, because a logarithmic scale has no 0.
        let cost = standing.microseconds?.median.max(1) as f64;
        Some(Point { cost, name: escaped(&standing.bot), strength: standing.strength })
    };
    let points: Vec<Point> = results.field.iter().filter_map(point).collect();
    let title = format!("{}: points a deal on the mean of the field", results.game);
    plot(&title, "processor time of a decision", &points, false)
}

/// Draws points with their intervals. If `joined`, the points are budgets: each label is below its point, and lines
/// join the points. Otherwise the points are bots: each name is beside its point, and the axis shows times in powers of
/// ten.
fn plot(title: &str, unit: &str, points: &[Point], joined: bool) -> String {
    let (left, right) = range(points.iter().map(|point| point.cost.ln()), 0.5);
    let strengths = points.iter().flat_map(|point| [point.strength.low, point.strength.high]).chain([0.0]);
    let (low, high) = range(strengths, 1.0);
    let x = |cost: f64| LEFT + 24.0 + (WIDTH - LEFT - RIGHT - 48.0) * (cost.ln() - left) / (right - left);
    let y = |gain: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - gain) / (high - low);
    let mut svg = Svg::new(WIDTH, HEIGHT, title);
    let step = step(high - low);
    for tick in (low / step).ceil() as i64..=(high / step).floor() as i64 {
        let gain = tick as f64 * step;
        let opacity = format!(r#"stroke-opacity="{}""#, if tick == 0 { ".6" } else { ".2" });
        svg.line(format_args!("M{LEFT} {:.1}H{}", y(gain), WIDTH - RIGHT), &opacity);
        svg.label(y(gain), gain.to_string().replace('-', "−"));
    }
    if joined {
        let path = points.iter().map(|point| format!("{:.1} {:.1}", x(point.cost), y(point.strength.estimate)));
        svg.line(format_args!("M{}", path.collect::<Vec<_>>().join("L")), r#"stroke-width="2""#);
    } else {
        for power in (left / LN_10).ceil() as i32..=(right / LN_10).floor() as i32 {
            svg.text(x(10f64.powi(power)), TICKS, "middle", time(power));
        }
    }
    for Point { cost, name, strength } in points {
        let (at, middle) = (x(*cost), y(strength.estimate));
        svg.line(format_args!("M{at:.1} {:.1}V{:.1}", y(strength.low), y(strength.high)), "");
        svg.circle(at, middle, 3.5);
        match joined {
            true => svg.text(at, TICKS, "middle", name),
            // The name is on the side of the point that has more room.
            false if at > WIDTH / 2.0 => svg.text(at - 8.0, middle + 4.0, "end", name),
            false => svg.text(at + 8.0, middle + 4.0, "start", name),
        }
    }
    svg.text(WIDTH / 2.0, HEIGHT - 12.0, "middle", unit);
    svg.finish()
}

/// Returns the words for a power of ten microseconds.
fn time(power: i32) -> String {
    let (unit, of) = match power {
        ..3 => ("µs", power),
        3..6 => ("ms", power - 3),
        _ => ("s", power - 6),
    };
    format!("{} {unit}", 10f64.powi(of))
}

/// Returns the size of a budget: its simulations, or its time in microseconds.
fn size(budget: &DecisionBudget) -> f64 {
    match budget {
        DecisionBudget::Simulations(simulations) => f64::from(simulations.get()),
        DecisionBudget::Time(time) => time.as_micros() as f64,
    }
}

/// Returns the range from the least to the greatest value. If it is narrower than `least`, it is widened to that width.
fn range(values: impl Iterator<Item = f64>, least: f64) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    if !low.is_finite() {
        return (0.0, least);
    }
    let more = ((least - (high - low)) / 2.0).max(0.0);
    (low - more, high + more)
}

/// Returns the distance between two lines of the grid: 1, 2 or 5 times a power of ten. There are about six lines.
fn step(range: f64) -> f64 {
    let rough = range / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|n| n * power >= rough).unwrap_or(10.0)
}

/// Escapes a name for SVG: names of external engines may contain any character.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
