import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { decodeEntities } from './entities.ts';

/** More deeply nested quotes, lists and inline marks are shown as typed. */
const MAX_NESTING = 20;

/**
 * Limits against malicious texts, on which the lexer would work for minutes: for each delimiter it may scan to the end of the
 * paragraph, it scans long runs repeatedly for addresses, it pads each row of a table to the columns of the header, and it parses
 * a quote again for each of its lines. No real text comes near the limits; beyond them, the text is shown as typed.
 */
const MAX_LOOKED_AT_CHARS = 10_000_000;
const MAX_TABLE_CELLS = 20_000;
const MAX_NESTED_CHARS = 2_000_000;

/** The lexer parses lists and quotes repeatedly, so longer ones are split. */
const MAX_LINES = 300;
/** A paragraph is read in parts, because its rule looks ahead to the end of the text at each line. */
const PARAGRAPH_LINES = 50;

/** Characters that may begin an inline element. */
const DELIMITER_CHARS = /[*_~`<[\]!@&\\:]/g;
/** Runs that may be an address. */
const RUNS = /[!-~]{200,}/g;

const asTyped = (source: string): MarkedToken => ({ type: 'text', raw: source, text: source, escaped: true });

/** An upper bound for the characters that the lexer scans for the inline elements of `source`. */
function workOf(source: string): number {
  const delimiters = source.match(DELIMITER_CHARS)?.length ?? 0;
  const runs = source.match(RUNS) ?? [];
  return runs.reduce((sum, run) => sum + run.length ** 2, delimiters * source.length);
}

function firstLines(source: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    end = source.indexOf('\n', end + 1);
    if (end < 0) return source;
  }
  return source.slice(0, end + 1);
}

/** The second line of a table. */
const DELIMITERS = /^[^\n]*\n {0,3}[|:-][ |:-]*(?:\n|$)/;

/** A rule that sees only the first lines of the text. The lexer joins the parts of a longer paragraph. */
class LinewiseRule extends RegExp {
  override exec(source: string): RegExpExecArray | null {
    return super.exec(firstLines(source, PARAGRAPH_LINES));
  }
}

const { gfm } = Lexer.rules.block;
const PARAGRAPH = new LinewiseRule(gfm.paragraph);
const UNDERLINED_HEADING = new LinewiseRule(gfm.lheading);

const FOOTNOTE = /^ {0,3}\[\^/;
const LIST_BEGINS = /^ {0,3}(?:[*+-]|\d{1,9}[.)])/;
const QUOTE_BEGINS = /^ {0,3}>/;

class BoundedTokenizer extends Tokenizer {
  #cellsLeft = MAX_TABLE_CELLS;

  /** Footnotes stay text here (footnotes.ts); the parser would read `[^1]: word` as a link definition. */
  override def(source: string): Tokens.Def | undefined {
    return FOOTNOTE.test(source) ? undefined : super.def(source);
  }

  override list(source: string): Tokens.List | undefined {
    return LIST_BEGINS.test(source) ? super.list(firstLines(source, MAX_LINES)) : undefined;
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return QUOTE_BEGINS.test(source) ? super.blockquote(firstLines(source, MAX_LINES)) : undefined;
  }

  override table(source: string): Tokens.Table | undefined {
    // Checked first, because the table rule scans the whole text before it checks the second line.
    if (!DELIMITERS.test(source)) return undefined;
    const columns = (firstLines(source, 1).match(/\|/g)?.length ?? 0) + 1;
    const lines = Math.min(MAX_LINES, Math.floor(this.#cellsLeft / columns));
    const table = lines < 2 ? undefined : super.table(firstLines(source, lines));
    this.#cellsLeft -= table ? columns * (table.rows.length + 1) : 0;
    return table;
  }
}

class BoundedLexer extends Lexer {
  #blockDepth = 0;
  #inlineDepth = 0;
  #charsLeft = MAX_LOOKED_AT_CHARS;
  #nestedCharsLeft = MAX_NESTED_CHARS;

  constructor() {
    const tokenizer = new BoundedTokenizer();
    super({ gfm: true, tokenizer });
    const { block, ...rules } = tokenizer.rules;
    tokenizer.rules = { ...rules, block: { ...block, paragraph: PARAGRAPH, lheading: UNDERLINED_HEADING } };
  }

  /** Like `lex`, for another part of the same text. */
  lexPart(source: string): TokensList {
    const { links } = this.tokens;
    this.tokens = Object.assign([], { links });
    return this.lex(source);
  }

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.#blockDepth > 0) this.#nestedCharsLeft -= source.length;
    if (this.#blockDepth > MAX_NESTING || this.#nestedCharsLeft < 0) {
      if (source) tokens.push(asTyped(source));
      this.state.top = true;
      return tokens;
    }
    this.#blockDepth += 1;
    try {
      return super.blockTokens(source, tokens, lastParagraphClipped);
    } finally {
      this.#blockDepth -= 1;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const work = workOf(source);
    if (this.#inlineDepth > MAX_NESTING || work > this.#charsLeft) {
      if (source) tokens.push(asTyped(source));
      return tokens;
    }
    this.#charsLeft -= work;
    this.#inlineDepth += 1;
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.#inlineDepth -= 1;
    }
  }
}

/** Narrows to the tokens of a lexer without extensions. */
const isStandard = (token: Token): token is MarkedToken => token.type !== 'generic';

export const standardTokens = (tokens: readonly Token[] | undefined): MarkedToken[] =>
  (tokens ?? []).filter(isStandard);

/** The blocks of a text, and a function to parse parts of it within the same limits. */
export interface MarkdownReading {
  readonly blocks: MarkedToken[];
  /** Parses a part of the text, with the link definitions of the whole text. */
  read(part: string): MarkedToken[];
}

/** Parses GitHub-flavoured Markdown in a time that depends on the length only. */
export function readMarkdown(source: string): MarkdownReading {
  const lexer = new BoundedLexer();
  return { blocks: standardTokens(lexer.lex(source)), read: (part) => standardTokens(lexer.lexPart(part)) };
}

export const parseMarkdown = (source: string): MarkedToken[] => readMarkdown(source).blocks;

/** The plain text of tokens. */
export function textOf(tokens: readonly Token[] | undefined): string {
  return standardTokens(tokens)
    .map((token) => {
      if (token.type === 'text' && !token.tokens) return token.escaped ? token.text : decodeEntities(token.text);
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      return 'text' in token ? token.text : '';
    })
    .join('');
}
