//! A drawing as SVG, built element by element. The page that shows the drawing sets its colour.

use std::fmt::{Arguments, Display, Write as _};

/// The left edge of the plot. The labels of the vertical axis are left of this edge.
pub(crate) const LEFT: f64 = 64.0;

pub(crate) struct Svg(String);

impl Svg {
    pub(crate) fn new(width: f64, height: f64, title: impl Display) -> Svg {
        let mut svg = Svg(String::new());
        svg.add(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="currentColor">"#
        ));
        svg.add(format_args!(r#"<text x="{LEFT}" y="22" font-size="15">{title}</text>"#));
        svg
    }

    fn add(&mut self, element: Arguments<'_>) {
        writeln!(self.0, "{element}").expect("a string grows");
    }

    /// Draws a line along a path. `style` contains more attributes of the line.
    pub(crate) fn line(&mut self, path: Arguments<'_>, style: &str) {
        self.add(format_args!(r#"<path d="{path}" fill="none" stroke="currentColor" {style}/>"#));
    }

    pub(crate) fn circle(&mut self, x: f64, y: f64, radius: f64) {
        self.add(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}"/>"#));
    }

    pub(crate) fn bar(&mut self, middle: f64, bottom: f64, width: f64, height: f64) {
        let (x, y) = (middle - width / 2.0, bottom - height);
        let size = format_args!(r#"width="{width:.1}" height="{height:.1}""#);
        self.add(format_args!(r#"<rect x="{x:.1}" y="{y:.1}" {size} fill-opacity=".6"/>"#));
    }

    /// Draws words. `anchor` names the part of the words that is at `x`: `start`, `middle` or `end`.
    pub(crate) fn text(&mut self, x: f64, y: f64, anchor: &str, words: impl Display) {
        self.add(format_args!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{words}</text>"#));
    }

    /// Draws a label of the vertical axis.
    pub(crate) fn label(&mut self, y: f64, words: impl Display) {
        self.text(LEFT - 6.0, y + 4.0, "end", words);
    }

    /// Draws words from bottom to top.
    pub(crate) fn upright(&mut self, x: f64, y: f64, words: &str) {
        let place = format_args!(r#"transform="translate({x} {y}) rotate(-90)""#);
        self.add(format_args!(r#"<text {place} text-anchor="middle">{words}</text>"#));
    }

    pub(crate) fn finish(self) -> String {
        self.0 + "</svg>"
    }
}
