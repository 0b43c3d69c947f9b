//! A chart of the reliability of forecasts, as SVG.

use ::arena::Calibration;

use crate::svg::{LEFT, Svg};
use crate::words::counted;

const SIDE: f64 = 360.0;
const TOP: f64 = 44.0;

/// Draws observed against predicted frequencies, with intervals. Perfect forecasts lie on the diagonal. The area of a
/// dot is proportional to the number of forecasts.
pub(super) fn plot(foretold: &Calibration) -> String {
    let (x, y) = (|share: f64| LEFT + SIDE * share, |share: f64| TOP + SIDE * (1.0 - share));
    let Calibration { game, mark, deals, .. } = foretold;
    let title = format!("{game}: {mark}, {}", counted(*deals, "deal"));
    let mut svg = Svg::new(LEFT + SIDE + 24.0, TOP + SIDE + 52.0, title);
    for percent in [0, 25, 50, 75, 100] {
        let share = f64::from(percent) / 100.0;
        svg.line(format_args!("M{LEFT} {:.1}h{SIDE}M{:.1} {TOP}v{SIDE}", y(share), x(share)), r#"stroke-opacity=".2""#);
        svg.label(y(share), format_args!("{percent} %"));
        svg.text(x(share), TOP + SIDE + 18.0, "middle", format_args!("{percent} %"));
    }
    svg.line(
        format_args!("M{LEFT} {:.1}L{:.1} {TOP}", y(0.0), x(1.0)),
        r#"stroke-opacity=".5" stroke-dasharray="4 4""#,
    );
    let most = foretold.bins.iter().map(|bin| bin.forecasts).max().unwrap_or(0).max(1);
    for bin in &foretold.bins {
        let Some(happened) = bin.happened else { continue };
        svg.line(format_args!("M{:.1} {:.1}V{:.1}", x(bin.mean), y(happened.low), y(happened.high)), "");
        svg.circle(x(bin.mean), y(happened.estimate), 2.0 + 8.0 * (bin.forecasts as f64 / most as f64).sqrt());
    }
    svg.text(LEFT + SIDE / 2.0, TOP + SIDE + 42.0, "middle", "foretold");
    svg.upright(14.0, TOP + SIDE / 2.0, "happened");
    svg.finish()
}
