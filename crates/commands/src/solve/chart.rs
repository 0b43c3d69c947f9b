//! A chart of a run as SVG: the times of the deals, and the beams that they needed.

use super::report::{SolveReport, quantile};
use crate::svg::{LEFT, Svg};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const TOP: f64 = 40.0;
const PANE: f64 = 210.0;

/// Draws two panes: the sorted times, on a logarithmic scale, and the number of deals that each beam won.
pub(super) fn chart(report: &SolveReport) -> String {
    let [first, last] = report.head.deals;
    let title = format!("{}, deals {first} to {last}: time a deal, and the beam that won", report.head.game);
    let mut svg = Svg::new(WIDTH, HEIGHT, title);
    times(&mut svg, &report.times());
    widths(&mut svg, report);
    svg.finish()
}

fn times(svg: &mut Svg, times: &[f64]) {
    if times.is_empty() {
        return;
    }
    let low = times[0].max(0.01).log10().floor();
    let high = times[times.len() - 1].max(0.1).log10().ceil().max(low + 1.0);
    let y = |ms: f64| TOP + PANE * (high - ms.max(0.01).log10().clamp(low, high)) / (high - low);
    let right = WIDTH - 24.0;
    for decade in low as i32..=high as i32 {
        let ms = 10f64.powi(decade);
        svg.line(format_args!("M{LEFT} {:.1}H{right}", y(ms)), r#"stroke-opacity=".2""#);
        svg.label(y(ms), format_args!("{ms} ms"));
    }
    let x = |part: f64| LEFT + (right - LEFT) * part;
    let points = (0..=200).map(|step| f64::from(step) / 200.0);
    let path = points.map(|part| format!("{:.1} {:.1}", x(part), y(quantile(times, part))));
    svg.line(format_args!("M{}", path.collect::<Vec<_>>().join("L")), r#"stroke-width="2""#);
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg.text(x(part), TOP + PANE + 18.0, "middle", format_args!("{} %", part * 100.0));
    }
}

fn widths(svg: &mut Svg, report: &SolveReport) {
    let widths = report.widths();
    let most = widths.values().copied().max().unwrap_or(0).max(1) as f64;
    let top = TOP + PANE + 50.0;
    let pane = HEIGHT - top - 34.0;
    let step = (WIDTH - LEFT - 24.0) / widths.len().max(1) as f64;
    for (i, (width, count)) in widths.into_iter().enumerate() {
        // The height is proportional to the square root of the number. So a few hard deals are visible beside thousands
        // of easy ones.
        let height = pane * (count as f64 / most).sqrt();
        let middle = LEFT + step * (i as f64 + 0.5);
        let name = if width == 0 { "exhaustive".to_owned() } else { format!("beam {width}") };
        svg.bar(middle, top + pane, step * 0.7, height);
        svg.text(middle, top + pane - height - 4.0, "middle", count);
        svg.text(middle, HEIGHT - 14.0, "middle", name);
    }
}
