//! Plots, as SVG that any browser shows.
//!
//! Colours are those of Okabe and Ito, which people with colour-blindness tell apart; tools differ in shape
//! too.

mod quantile;
mod scatter;

use std::fmt::Write;

pub use quantile::quantile;
pub use scatter::scatter;

/// One colour a tool, over and over if there are more.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"];

const INK: &str = "#222222";
const SOFT: &str = "#6b6b6b";
const GRID: &str = "#e4e4e4";
const MINOR_GRID: &str = "#f3f3f3";

/// A name for files: `fathom --unwind 8` becomes `fathom-unwind-8`.
pub fn slug(label: &str) -> String {
    let plain: String =
        label.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Times on a logarithmic axis, from one power of ten to some time.
#[derive(Clone, Copy, Debug)]
struct LogScale {
    low: f64,
    high: f64,
    /// Where `low` and `high` are, in pixels.
    from: f64,
    to: f64,
}

impl LogScale {
    /// The least power of ten that is not above any of the times, but some hundredths of a second at least.
    fn low(times: impl Iterator<Item = f64>) -> f64 {
        let least = times.fold(1.0, f64::min).max(0.01);
        10_f64.powf((least.log10() + 1e-9).floor())
    }

    /// The place of a time, inside the axis.
    fn at(self, time: f64) -> f64 {
        let part = |time: f64| (time / self.low).log10();
        self.from + (self.to - self.from) * part(time.clamp(self.low, self.high)) / part(self.high)
    }

    /// The powers of ten.
    fn decades(self) -> impl Iterator<Item = f64> {
        (-2..9).map(|exponent| 10_f64.powi(exponent)).filter(move |&time| self.has(time))
    }

    /// What is between them.
    fn minors(self) -> impl Iterator<Item = f64> {
        let between = |exponent| (2..10).map(move |digit| f64::from(digit) * 10_f64.powi(exponent));
        (-2..9).flat_map(between).filter(move |&time| self.has(time))
    }

    fn has(self, time: f64) -> bool {
        time >= self.low * (1.0 - 1e-9) && time <= self.high * (1.0 + 1e-9)
    }
}

/// A time for a label.
fn seconds(time: f64) -> String {
    // As many digits as it needs, and no noise.
    format!("{}", (time * 1000.0).round() / 1000.0)
}

/// How a text stands to its place.
#[derive(Clone, Copy, Debug)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture.
struct Svg {
    text: String,
}

impl Svg {
    fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Self { text: String::new() };
        let _ = writeln!(
            svg.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"system-ui, 'Helvetica Neue', Helvetica, Arial, sans-serif\" \
             font-size=\"13\" role=\"img\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" \
             fill=\"#ffffff\"/>",
            escape(title)
        );
        svg
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64, dashes: &str) {
        let dashes =
            if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
        let _ = writeln!(
            self.text,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"{dashes}/>",
            from.0, from.1, to.0, to.1
        );
    }

    fn polyline(&mut self, points: &[(f64, f64)], colour: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-linejoin=\"round\"/>",
            points.join(" ")
        );
    }

    fn words(&mut self, at: (f64, f64), anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" {style}>{}</text>",
            at.0,
            at.1,
            escape(text)
        );
    }

    /// A text that is read from below.
    fn upright(&mut self, at: (f64, f64), text: &str) {
        let style = format!("fill=\"{INK}\" transform=\"rotate(-90 {:.1} {:.1})\"", at.0, at.1);
        self.words(at, Anchor::Middle, &style, text);
    }

    /// A mark; the number chooses its shape.
    fn mark(&mut self, (x, y): (f64, f64), shape: usize, colour: &str, size: f64) {
        let polygon = |points: &[(f64, f64)]| {
            let points: Vec<String> =
                points.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx * size, y + dy * size)).collect();
            format!("<polygon points=\"{}\"", points.join(" "))
        };
        let shape = match shape % 5 {
            0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size}\""),
            1 => polygon(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]),
            2 => polygon(&[(0.0, -1.3), (1.2, 0.9), (-1.2, 0.9)]),
            3 => polygon(&[(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)]),
            _ => polygon(&[(0.0, 1.3), (1.2, -0.9), (-1.2, -0.9)]),
        };
        let _ = writeln!(self.text, "{shape} fill=\"{colour}\" stroke=\"#ffffff\" stroke-width=\"0.7\"/>");
    }

    fn end(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }
}

/// Text inside an element.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            // Other control characters are not allowed in XML at all.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The name of a tool, short enough for a plot.
fn short(label: &str) -> String {
    const MOST: usize = 24;
    if label.chars().count() > MOST {
        label.chars().take(MOST - 1).chain(['…']).collect()
    } else {
        label.into()
    }
}

/// Title and lines below it.
fn title(svg: &mut Svg, left: f64, text: &str, below: &[&str]) {
    svg.words(
        (left, 30.0),
        Anchor::Start,
        &format!("font-size=\"17\" font-weight=\"600\" fill=\"{INK}\""),
        text,
    );
    for (index, line) in below.iter().enumerate() {
        let y = 51.0 + 19.0 * index as f64;
        svg.words((left, y), Anchor::Start, &format!("fill=\"{SOFT}\""), line);
    }
}

#[cfg(test)]
mod testing {
    //! Checks that a text is XML, as far as our pictures go.

    /// Panics if elements are not nested, attributes not quoted or characters not escaped.
    pub fn well_formed(text: &str) {
        let mut open = vec![];
        for (index, piece) in text.split('<').enumerate() {
            if index == 0 {
                assert!(piece.trim().is_empty(), "{piece}");
                continue;
            }
            let (tag, behind) = piece.split_once('>').expect("a tag without its end");
            assert!(!behind.contains('>'), "{piece}");
            for entity in behind.split('&').skip(1) {
                assert!(["amp;", "lt;", "gt;"].iter().any(|name| entity.starts_with(name)), "{piece}");
            }
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
            let name = tag.split_whitespace().next().unwrap();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
                None if tag.ends_with('/') => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    #[should_panic]
    fn a_broken_picture_is_found() {
        well_formed("<svg><g></svg></g>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales() {
        assert_eq!(LogScale::low([0.3, 4.0].into_iter()), 0.1);
        assert_eq!(LogScale::low([0.0].into_iter()), 0.01);
        assert_eq!(LogScale::low([].into_iter()), 1.0);
        let scale = LogScale { low: 0.1, high: 1000.0, from: 0.0, to: 400.0 };
        assert_eq!((scale.at(0.1), scale.at(1.0).round(), scale.at(1e9)), (0.0, 100.0, 400.0));
        assert_eq!(scale.at(0.0), 0.0);
        assert_eq!(scale.decades().map(seconds).collect::<Vec<_>>(), ["0.1", "1", "10", "100", "1000"]);
    }

    #[test]
    fn names_of_files() {
        assert_eq!(slug("fathom --solver=z3 (/A/b)"), "fathom-solver-z3-a-b");
    }

    #[test]
    fn every_character_can_be_shown() {
        assert_eq!(escape("a<b>&\u{1}\n"), "a&lt;b&gt;&amp;  ");
    }
}
