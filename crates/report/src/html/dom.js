// Elements, text and words. Text of the program becomes nodes of text here and nothing else: no function of
// the page makes markup out of a string.

/** The element with an id. */
const byId = (id) => document.getElementById(id);

/** An element. `attributes` may be null; children are elements or text, and null for none. */
function make(tag, attributes, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
function makeSvg(tag, attributes, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(element, attributes, children) {
  for (const name in attributes) {
    if (attributes[name] !== null && attributes[name] !== undefined)
      element.setAttribute(name, attributes[name]);
  }
  for (const child of children) {
    if (child === null || child === undefined) continue;
    element.append(typeof child === "object" ? child : visible(String(child)));
  }
  return element;
}

// The same list as in `escape.rs`: characters that nobody sees, or that turn the direction of writing.
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Text in which every character can be seen. */
function visible(text) {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** 12345 as 12,345. */
const number = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 step", "2 steps". */
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

/** A text that is not longer than this. */
const shortened = (text, length) => (text.length <= length ? text : text.slice(0, length - 1) + "…");

/** Signs for verdicts; `page.rs` has the same. */
const GLYPHS = { failed: "✗", unknown: "?", bounded: "≤", proved: "✓", unreachable: "∅" };

/** Verdicts, the worst first. */
const VERDICTS = ["failed", "unknown", "bounded", "proved", "unreachable"];

/** The first place in an ascending list (of `key(i)`, 0 ≤ i < length) that is not less than a number. */
function lowerBound(length, key, wanted) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
