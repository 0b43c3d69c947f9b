//! Time and beam width as an SVG: how many deals took how long, and which beam they needed.

use std::fmt::Write as _;

use super::report::{SolveReport, quantile};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 40.0;
const PANE: f64 = 210.0;

/// Two panes: the times, sorted, on a logarithmic scale; and the deals that each beam won.
pub(super) fn chart(report: &SolveReport) -> String {
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12" fill="currentColor">"#
    );
    let [first, last] = report.head.deals;
    let _ = writeln!(
        svg,
        r#"<text x="{LEFT}" y="20" font-size="15">{}, deals {first} to {last}: time a deal, and the beam that won</text>"#,
        report.head.game
    );
    times(&mut svg, &report.times());
    widths(&mut svg, report);
    svg.push_str("</svg>\n");
    svg
}

fn times(svg: &mut String, times: &[f64]) {
    if times.is_empty() {
        return;
    }
    let low = times[0].max(0.01).log10().floor();
    let high = times[times.len() - 1].max(0.1).log10().ceil().max(low + 1.0);
    let y = |ms: f64| TOP + PANE * (high - ms.max(0.01).log10().clamp(low, high)) / (high - low);
    let right = WIDTH - 24.0;
    for decade in low as i32..=high as i32 {
        let ms = 10f64.powi(decade);
        let _ = writeln!(
            svg,
            r#"<path d="M{LEFT} {0:.1}H{right}" stroke="currentColor" stroke-opacity=".2"/><text x="{1}" y="{0:.1}" dy="4" text-anchor="end">{ms} ms</text>"#,
            y(ms),
            LEFT - 6.0
        );
    }
    let mut path = String::new();
    for step in 0..=200 {
        let part = f64::from(step) / 200.0;
        let x = LEFT + (right - LEFT) * part;
        let _ = write!(path, "{}{x:.1} {:.1}", if step == 0 { 'M' } else { 'L' }, y(quantile(times, part)));
    }
    let _ = writeln!(svg, r#"<path d="{path}" fill="none" stroke="currentColor" stroke-width="2"/>"#);
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let x = LEFT + (right - LEFT) * part;
        let _ = writeln!(
            svg,
            r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{} %</text>"#,
            TOP + PANE + 18.0,
            part * 100.0
        );
    }
}

fn widths(svg: &mut String, report: &SolveReport) {
    let widths = report.widths();
    let most = widths.values().copied().max().unwrap_or(0).max(1) as f64;
    let top = TOP + PANE + 50.0;
    let pane = HEIGHT - top - 34.0;
    let step = (WIDTH - LEFT - 24.0) / widths.len().max(1) as f64;
    for (i, (width, count)) in widths.into_iter().enumerate() {
        // A root, so that a handful of hard deals can be seen beside thousands of easy ones.
        let height = pane * (count as f64 / most).sqrt();
        let x = LEFT + step * i as f64;
        let name = if width == 0 { "exhaustive".to_owned() } else { format!("beam {width}") };
        let _ = writeln!(
            svg,
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{height:.1}" fill-opacity=".6"/><text x="{:.1}" y="{:.1}" text-anchor="middle">{count}</text><text x="{:.1}" y="{:.1}" text-anchor="middle">{name}</text>"#,
            x + step * 0.15,
            top + pane - height,
            step * 0.7,
            x + step * 0.5,
            top + pane - height - 4.0,
            x + step * 0.5,
            HEIGHT - 14.0
        );
    }
}
