import type { Position } from './ast.ts';
import { RulesSyntaxError } from './errors.ts';

export type TokenKind = 'name' | 'int' | 'float' | 'string' | 'punctuation' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** The characters of the token; for a string, its value with escapes resolved. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const PUNCTUATION = ['&&', '||', '==', '!=', '<=', '>=', ...'(){}[]<>=!+-*/%?:;,.$'];
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
// `2.` is a float, so `2.size()` does not parse: the official compiler also answers "Unexpected 'size'".
const NUMBER = /[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?/y;
const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
};

/** Splits a rules file into tokens on demand, because `/` begins a path in some places and divides in others. */
export class Lexer {
  private readonly lineStarts: number[] = [0];
  private lookahead: Token | undefined;
  private offset = 0;

  constructor(
    readonly source: string,
    readonly fileName: string,
  ) {
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.lineStarts.push(at + 1);
  }

  /** The next token, without consuming it. */
  peek(): Token {
    this.lookahead ??= this.scan();
    return this.lookahead;
  }

  next(): Token {
    const token = this.peek();
    this.lookahead = undefined;
    this.offset = token.end;
    return token;
  }

  /** Returns to `offset`, to read characters instead of tokens. */
  rewind(offset: number): void {
    this.lookahead = undefined;
    this.offset = offset;
  }

  /** Consumes the match of `pattern` (sticky) at the current character; null if there is none. */
  take(pattern: RegExp): string | null {
    this.lookahead = undefined;
    pattern.lastIndex = this.offset;
    const match = pattern.exec(this.source);
    if (!match) return null;
    this.offset += match[0].length;
    return match[0];
  }

  get here(): number {
    return this.offset;
  }

  positionOf(offset: number): Position {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 };
  }

  fail(offset: number, reason: string): never {
    this.failAt(this.positionOf(offset), reason);
  }

  failAt(at: Position, reason: string): never {
    throw new RulesSyntaxError(this.fileName, at.line, at.column, reason);
  }

  private scan(): Token {
    BLANK.lastIndex = this.offset;
    const blank = BLANK.exec(this.source);
    const start = this.offset + (blank?.[0].length ?? 0);
    const first = this.source[start];
    if (first === undefined) return { kind: 'end', text: 'the end of the file', start, end: start };
    if (first === "'" || first === '"') return this.scanString(start, first);
    const name = match(NAME, this.source, start);
    if (name !== null) return { kind: 'name', text: name, start, end: start + name.length };
    const number = match(NUMBER, this.source, start);
    if (number !== null) {
      const kind = /^[0-9]+$/.test(number) ? 'int' : 'float';
      return { kind, text: number, start, end: start + number.length };
    }
    const punctuation = PUNCTUATION.find((text) => this.source.startsWith(text, start));
    if (punctuation === undefined) this.fail(start, `Unexpected character '${first}'.`);
    if (punctuation === '/' && this.source[start + 1] === '*') this.fail(start, 'Comment is not closed.');
    return { kind: 'punctuation', text: punctuation, start, end: start + punctuation.length };
  }

  private scanString(start: number, quote: string): Token {
    const parts: string[] = [];
    let at = start + 1;
    for (;;) {
      const char = this.source[at];
      if (char === undefined || char === '\n') this.fail(start, 'String is not closed.');
      if (char === quote) return { kind: 'string', text: parts.join(''), start, end: at + 1 };
      if (char === '\\') {
        const [text, length] = this.scanEscape(at);
        parts.push(text);
        at += length;
      } else {
        parts.push(char);
        at += 1;
      }
    }
  }

  /**
   * The value of the escape at `at` and its length in the source. Production refuses unknown ones, such as `\\.` or
   * `\\d`.
   */
  private scanEscape(at: number): [string, number] {
    const letter = this.source[at + 1];
    if (letter === undefined) this.fail(at, 'String is not closed.');
    const digits = { u: 4, U: 8, x: 2, X: 2 }[letter];
    if (digits !== undefined) {
      const hex = this.source.slice(at + 2, at + 2 + digits);
      const code = Number.parseInt(hex, 16);
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length !== digits || code > 0x10ffff) {
        this.fail(at, `Invalid escape '\\${letter}${hex}'.`);
      }
      return [String.fromCodePoint(code), 2 + digits];
    }
    const octal = match(/[0-3][0-7]{2}/y, this.source, at + 1);
    if (octal !== null) return [String.fromCharCode(Number.parseInt(octal, 8)), 4];
    const value = ESCAPES[letter];
    if (value === undefined) this.fail(at, `Invalid escape '\\${letter}' (a backslash itself is written '\\\\').`);
    return [value, 2];
  }
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
