// Light colouring of C, C++ and Rust: comments, strings, numbers, keywords, directives. Each character is
// looked at once, and what is not understood is plain text; the text itself is never changed.

const WORDS = {
  c: `auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    _Alignas _Alignof _Atomic _Bool _Complex _Generic _Noreturn _Static_assert _Thread_local alignas alignof bool
    constexpr false nullptr static_assert thread_local true typeof NULL`,
  cpp: `asm catch char8_t char16_t char32_t class co_await co_return co_yield concept const_cast consteval constinit
    decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept operator override
    private protected public reinterpret_cast requires static_cast template this throw try typeid typename using
    virtual wchar_t`,
  rust: `as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for i8 i16 i32
    i64 i128 if impl in isize let loop match mod move mut pub ref return Self self static str struct super trait
    true type u8 u16 u32 u64 u128 union unsafe use usize where while`,
};

const KEYWORDS = Object.fromEntries(
  Object.entries(WORDS).map(([name, words]) => [name, new Set(words.split(/\s+/))]),
);
for (const word of KEYWORDS.c) KEYWORDS.cpp.add(word);

/** The language of a file, by its name. */
function languageOf(name) {
  if (/\.rs$/.test(name)) return "rust";
  return /\.[chi]$/.test(name) ? "c" : "cpp";
}

/** The lines of a text, each a list of pairs: a class (or null) and a piece of the text. */
function coloured(original, language) {
  const text = original.replace(/\r\n?/g, "\n");
  const lines = [[]];
  const scanner = new Scanner(text, language);
  while (scanner.at < text.length) {
    const start = scanner.at;
    const kind = scanner.next();
    const pieces = text.slice(start, scanner.at).split("\n");
    pieces.forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece === "") return;
      const line = lines[lines.length - 1];
      const last = line[line.length - 1];
      if (last !== undefined && last[0] === kind) last[1] += piece;
      else line.push([kind, piece]);
    });
  }
  if (lines.length > 1 && lines[lines.length - 1].length === 0) lines.pop();
  return lines;
}

const isDigit = (c) => c >= "0" && c <= "9";
const isWord = (c) =>
  c < "\x80"
    ? (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || isDigit(c) || c === "_" || c === "$"
    : /[\p{L}\p{N}]/u.test(c);

/** Moves over one piece after another; every call of `next` moves at least one character on. */
class Scanner {
  constructor(text, language) {
    this.text = text;
    this.rust = language === "rust";
    this.keywords = KEYWORDS[language];
    this.at = 0;
    this.lineBegins = true;
  }

  next() {
    const c = this.text[this.at];
    if (c === "\n" || c === " " || c === "\t") return this.space();
    const begins = this.lineBegins;
    this.lineBegins = false;
    if (c === "/" && this.text[this.at + 1] === "/") return this.to(this.endOfLine(), "comment");
    if (c === "/" && this.text[this.at + 1] === "*") return this.to(this.endOfComment(), "comment");
    if (c === '"') return this.to(this.endOfString('"', this.rust), "string");
    if (c === "'") return this.quote();
    if (isDigit(c) || (c === "." && isDigit(this.text[this.at + 1] ?? ""))) return this.number();
    if (c === "#" && !this.rust && begins) return this.directive();
    if (isWord(c)) return this.word();
    return this.to(this.at + 1, null);
  }

  to(end, kind) {
    this.at = Math.min(end, this.text.length);
    return kind;
  }

  space() {
    let end = this.at;
    while (end < this.text.length && " \t\n".includes(this.text[end])) {
      if (this.text[end] === "\n") this.lineBegins = true;
      end++;
    }
    return this.to(end, null);
  }

  find(what, from) {
    const found = this.text.indexOf(what, from);
    return found < 0 ? this.text.length : found + what.length;
  }

  endOfLine(from = this.at) {
    const end = this.text.indexOf("\n", from);
    return end < 0 ? this.text.length : end;
  }

  /** Comments of Rust nest. */
  endOfComment() {
    if (!this.rust) return this.find("*/", this.at + 2);
    let depth = 1;
    let end = this.at + 2;
    while (end < this.text.length && depth > 0) {
      if (this.text.startsWith("*/", end)) (depth--, (end += 2));
      else if (this.text.startsWith("/*", end)) (depth++, (end += 2));
      else end++;
    }
    return end;
  }

  endOfString(quote, manyLines) {
    let end = this.at + 1;
    while (end < this.text.length) {
      const c = this.text[end];
      if (c === "\\") end += 2;
      else if (c === quote) return end + 1;
      else if (c === "\n" && !manyLines) return end;
      else end++;
    }
    return end;
  }

  /** A character; in Rust perhaps a lifetime. */
  quote() {
    if (this.rust && this.text[this.at + 1] !== "\\") {
      const character = String.fromCodePoint(this.text.codePointAt(this.at + 1) ?? 0x27);
      if (this.text[this.at + 1 + character.length] !== "'") {
        let end = this.at + 1;
        while (end < this.text.length && isWord(this.text[end])) end++;
        return this.to(end, "label");
      }
    }
    return this.to(this.endOfString("'", false), "string");
  }

  number() {
    let end = this.at;
    while (end < this.text.length) {
      const c = this.text[end];
      const next = this.text[end + 1] ?? "";
      if (/[0-9A-Za-z_]/.test(c)) end++;
      else if (c === "." && !(this.rust && !isDigit(next))) end++;
      else if (c === "'" && !this.rust && /[0-9A-Za-z]/.test(next)) end++;
      else if ((c === "+" || c === "-") && this.isExponent(end - 1)) end++;
      else break;
    }
    return this.to(end, "numeral");
  }

  isExponent(at) {
    const hexadecimal = /^0[xX]/.test(this.text.slice(this.at, this.at + 2));
    return at > this.at && (hexadecimal ? "pP" : "eE").includes(this.text[at]);
  }

  directive() {
    let end = this.at + 1;
    while (end < this.text.length && " \t".includes(this.text[end])) end++;
    const word = end;
    while (end < this.text.length && isWord(this.text[end])) end++;
    const isInclude = this.text.slice(word, end) === "include";
    if (isInclude && /^[ \t]*</.test(this.text.slice(end, end + 80)))
      end = Math.min(this.find(">", end), this.endOfLine(end));
    return this.to(end, "directive");
  }

  word() {
    let end = this.at;
    while (end < this.text.length && isWord(this.text[end])) end++;
    const word = this.text.slice(this.at, end);
    const raw = this.rawString(word, end);
    if (raw !== null) return this.to(raw, "string");
    return this.to(end, this.keywords.has(word) ? "keyword" : null);
  }

  /** Where a raw string ends that has this prefix, or null. */
  rawString(prefix, at) {
    if (this.rust && /^(r|br|cr)$/.test(prefix)) {
      let open = at;
      while (this.text[open] === "#") open++;
      return this.text[open] === '"' ? this.find('"' + "#".repeat(open - at), open + 1) : null;
    }
    if (!this.rust && /^(u8|u|U|L)?R$/.test(prefix) && this.text[at] === '"') {
      const delimiter = /^"([^\s()\\]{0,16})\(/.exec(this.text.slice(at, at + 20));
      return delimiter ? this.find(`)${delimiter[1]}"`, at + delimiter[0].length) : null;
    }
    return null;
  }
}
