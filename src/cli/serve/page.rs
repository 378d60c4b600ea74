//! The files of the page, as they are in the binary.

/// A file and where it is served.
pub struct File {
    pub path: &'static str,
    pub media_type: &'static str,
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! file {
    ($path:literal, $media_type:expr, $name:literal) => {
        File { path: $path, media_type: $media_type, text: include_str!(concat!("page/", $name)) }
    };
}

/// All of them.
pub const FILES: [File; 10] = [
    file!("/", HTML, "index.html"),
    file!("/style.css", CSS, "style.css"),
    file!("/icon.svg", SVG, "icon.svg"),
    file!("/app.js", SCRIPT, "app.js"),
    file!("/answer.js", SCRIPT, "answer.js"),
    file!("/ask.js", SCRIPT, "ask.js"),
    file!("/board.js", SCRIPT, "board.js"),
    file!("/grid.js", SCRIPT, "grid.js"),
    file!("/rule.js", SCRIPT, "rule.js"),
    file!("/share.js", SCRIPT, "share.js"),
];
