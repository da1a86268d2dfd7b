import { Hooks, Lexer, type MarkedToken, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { type Budget, createBudget } from './budget.ts';
import { decodeEntities } from './entities.ts';
import { formulaAt, formulaBlockAt, formulaBlockIndex, MAX_FORMULA, withoutFormulas } from './formula-syntax.ts';

/** More deeply nested quotes, lists and inline marks are shown as typed. */
const MAX_NESTING = 20;

/**
 * The maximum work for a text, in steps of a few microseconds. Each token is a step, and so is each character that the lexer reads for it: it scans
 * to the end of the paragraph for some delimiters, scans long runs repeatedly for addresses, parses lists and quotes again at each depth, and copies
 * a paragraph for each part that it adds. A text of 200,000 characters with a mark in every tenth takes half of the steps. Text after the last step
 * is shown as typed.
 */
export const MAX_STEPS = 30_000;
const STEP_CHARS = { scanned: 500, nested: 100, copied: 1_000 } as const;

/** The lexer parses lists and quotes repeatedly, so longer ones are split. */
const MAX_LINES = 300;
/** A paragraph is read in parts, because its rule looks ahead to the end of the text at each line. */
const PARAGRAPH_LINES = 50;

/** Characters that may begin an inline element. */
const DELIMITER_CHARS = /[*_~`<[\]!@&\\:]/g;
/** Runs that may be an address. */
const RUNS = /[!-~]{200,}/g;

const asTyped = (source: string): MarkedToken => ({ type: 'text', raw: source, text: source, escaped: true });

/** An upper bound for the characters that are scanned for the ends of formulas. */
const scannedForFormulas = (source: string): number =>
  (source.match(/\$/g)?.length ?? 0) * Math.min(source.length, MAX_FORMULA);

/** An upper bound for the characters that the lexer scans for the inline elements of `source`. */
function scannedChars(source: string): number {
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

/** The first two lines of a table. */
const DELIMITERS = /^[^\n]*\n {0,3}(?=[ -]*[|:])[ |:-]+(?:\n|$)/;

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
/** Where a line of a paragraph begins a note (footnotes.ts). */
const NOTE_LINES = /(?<=\n)(?= {0,3}\[\^[^\s[\]]+\]:)/;
const LIST_BEGINS = /^ {0,3}(?:[*+-]|\d{1,9}[.)])/;
const QUOTE_BEGINS = /^ {0,3}>/;

class BoundedTokenizer extends Tokenizer {
  readonly #steps: Budget;

  constructor(steps: Budget) {
    super();
    this.#steps = steps;
  }

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
    // Each row has all columns of the header.
    const lines = Math.min(MAX_LINES, Math.floor(this.#steps.left / columns));
    const table = lines < 2 ? undefined : super.table(firstLines(source, lines));
    this.#steps.take(table ? columns * (table.rows.length + 1) : 0);
    return table;
  }
}

class BoundedLexer extends Lexer {
  #blockDepth = 0;
  #inlineDepth = 0;
  readonly #steps: Budget;
  readonly #hasMath: boolean;

  constructor(steps: Budget, { math = false }: ReadingOptions) {
    const tokenizer = new BoundedTokenizer(steps);
    // Extensions are tried before each token of the lexer.
    const block = (source: string, tokens: readonly Token[]) => {
      const last = tokens.at(-1);
      const copied = last?.type === 'paragraph' || last?.type === 'text' ? last.raw.length : 0;
      if (!steps.take(1 + copied / STEP_CHARS.copied)) return asTyped(source);
      return math ? formulaBlockAt(source) : undefined;
    };
    const inline = (source: string, tokens: readonly Token[]) => {
      if (!steps.take(1)) return asTyped(source);
      return math ? formulaAt(source, tokens.at(-1)?.raw) : undefined;
    };
    const starts = math && {
      startBlock: [(source: string) => formulaBlockIndex(firstLines(source, PARAGRAPH_LINES))],
      startInline: [(source: string) => source.indexOf('$')],
    };
    super({
      gfm: true,
      tokenizer,
      extensions: { renderers: {}, childTokens: {}, block: [block], inline: [inline], ...starts },
      ...(math && { hooks: Object.assign(new Hooks(), { emStrongMask: withoutFormulas }) }),
    });
    this.#steps = steps;
    this.#hasMath = math;
    const { block: rules, ...others } = tokenizer.rules;
    tokenizer.rules = { ...others, block: { ...rules, paragraph: PARAGRAPH, lheading: UNDERLINED_HEADING } };
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
    const steps = this.#blockDepth > 0 ? 1 + source.length / STEP_CHARS.nested : 0;
    if (this.#blockDepth > MAX_NESTING || !this.#steps.take(steps)) {
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

  /** Spends the steps for the inline elements of `source`; false if there are too few. */
  #canScan(source: string): boolean {
    if (!this.#hasMath) return this.#steps.take(scannedChars(source) / STEP_CHARS.scanned);
    if (scannedForFormulas(source) / STEP_CHARS.scanned > this.#steps.left) return false;
    // Each formula is read once, whatever its content.
    const rest = withoutFormulas(source);
    return this.#steps.take((scannedChars(rest) + scannedForFormulas(rest)) / STEP_CHARS.scanned);
  }

  /** Each note is parsed separately. Marks do not extend beyond a note, and a paragraph of hundreds of notes would use up all steps. */
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    for (const part of source.split(NOTE_LINES)) this.#inlineTokensOf(part, tokens);
    return tokens;
  }

  #inlineTokensOf(source: string, tokens: Token[]): Token[] {
    if (this.#inlineDepth > MAX_NESTING || !this.#canScan(source)) {
      if (source) tokens.push(asTyped(source));
      return tokens;
    }
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
  /** The steps so far. */
  readonly steps: number;
}

export interface ReadingOptions {
  /** Whether TeX between dollar signs is a formula (formula-syntax.ts). */
  readonly math?: boolean;
}

/** Parses GitHub-flavoured Markdown in a time that depends only on the length. */
export function readMarkdown(source: string, options: ReadingOptions = {}): MarkdownReading {
  const steps = createBudget(MAX_STEPS);
  const lexer = new BoundedLexer(steps, options);
  return {
    blocks: standardTokens(lexer.lex(source)),
    read: (part) => standardTokens(lexer.lexPart(part)),
    get steps() {
      return MAX_STEPS - steps.left;
    },
  };
}

export const parseMarkdown = (source: string, options?: ReadingOptions): MarkedToken[] =>
  readMarkdown(source, options).blocks;

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
