import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { decodeEntities } from './entities.ts';

/** Deeper nesting of quotes, lists and marks within lines is nobody's style; what lies deeper is shown as it was typed. */
const MAX_NESTING = 20;

/**
 * Of a text of 200,000 characters the lexer could make minutes of work: it may look from each mark to the end of its paragraph
 * for the one that closes it, goes over a long run of characters again and again in search of an address, and gives each row of
 * a table all columns of its head, and reads a quote anew for each line that goes on in it. So much of it is done for one text;
 * no real one comes near, and what stands behind that in one that does is shown as it was typed.
 */
const MAX_LOOKED_AT_CHARS = 10_000_000;
const MAX_TABLE_CELLS = 20_000;
const MAX_NESTED_CHARS = 2_000_000;

/** Lists and quotes are read again for lines that may go on in them: longer ones become several. */
const MAX_LINES = 300;
/** So much of a paragraph is read at once, because its rule looks ahead to the end of the text for each of its lines. */
const PARAGRAPH_LINES = 50;

/** What may begin something within a line. */
const MARKS = /[*_~`<[\]!@&\\:]/g;
/** What may be an address. */
const RUNS = /[!-~]{200,}/g;

const asTyped = (source: string): MarkedToken => ({ type: 'text', raw: source, text: source, escaped: true });

/** How many characters the lexer may look at to read what stands within the lines of `source`. */
function workOf(source: string): number {
  const marks = source.match(MARKS)?.length ?? 0;
  const runs = source.match(RUNS) ?? [];
  return runs.reduce((sum, run) => sum + run.length ** 2, marks * source.length);
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

/** A rule that sees no more than some lines of the text. What goes on behind them becomes one with what it found. */
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

  /** The parser knows no footnotes and takes `[^1]: word` for the address of a link. It is text for it, and so is `[^1]` (footnotes.ts). */
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
    // Looked for first, because the rule reads to the end of the text before it looks at the second line.
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

  /** What `lex` does, for more of the same text. */
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

/** Narrows to the tokens that the lexer makes without extensions, of which there are none here. */
const isStandard = (token: Token): token is MarkedToken => token.type !== 'generic';

export const standardTokens = (tokens: readonly Token[] | undefined): MarkedToken[] =>
  (tokens ?? []).filter(isStandard);

/** A text as its blocks, and a way to read what stands within some of them: of all of it no more is looked at than of one text. */
export interface MarkdownReading {
  readonly blocks: MarkedToken[];
  /** The blocks of a part of the text, which knows the definitions of links of all of it. */
  read(part: string): MarkedToken[];
}

/** Reads GitHub-flavoured Markdown, in a time that grows with its length and not with what stands in it. */
export function readMarkdown(source: string): MarkdownReading {
  const lexer = new BoundedLexer();
  return { blocks: standardTokens(lexer.lex(source)), read: (part) => standardTokens(lexer.lexPart(part)) };
}

export const parseMarkdown = (source: string): MarkedToken[] => readMarkdown(source).blocks;

/** What the tokens read like without their marks. */
export function textOf(tokens: readonly Token[] | undefined): string {
  return standardTokens(tokens)
    .map((token) => {
      if (token.type === 'text' && !token.tokens) return token.escaped ? token.text : decodeEntities(token.text);
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      return 'text' in token ? token.text : '';
    })
    .join('');
}
