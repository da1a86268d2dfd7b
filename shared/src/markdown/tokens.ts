import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked';
import { decodeEntities } from './entities.ts';

/**
 * The lexer looks at every pair of emphasis marks of a paragraph: 40,000 of them freeze a tab for 40 s, 1,000 take 30 ms.
 * No real paragraph comes near; one that does is shown as it was typed.
 */
const MAX_EMPHASIS_MARKS = 1_000;

class BoundedLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const marks = source.match(/[*_~]/g)?.length ?? 0;
    if (marks <= MAX_EMPHASIS_MARKS) return super.inlineTokens(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source, escaped: true });
    return tokens;
  }
}

const FOOTNOTE = /^ {0,3}\[\^/;

/** Markdown knows no footnotes and takes `[^1]: word` for the address of a link. It is text here, and so is `[^1]`. */
class WithoutFootnotes extends Tokenizer {
  override def(source: string): Tokens.Def | undefined {
    return FOOTNOTE.test(source) ? undefined : super.def(source);
  }
}

/** Narrows to the tokens that the lexer makes without extensions, of which there are none here. */
const isStandard = (token: Token): token is MarkedToken => token.type !== 'generic';

export const standardTokens = (tokens: readonly Token[] | undefined): MarkedToken[] =>
  (tokens ?? []).filter(isStandard);

/** Reads GitHub-flavoured Markdown. Text nested too deeply to be read becomes one plain paragraph. */
export function parseMarkdown(source: string): MarkedToken[] {
  try {
    return standardTokens(new BoundedLexer({ gfm: true, tokenizer: new WithoutFootnotes() }).lex(source));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const text: MarkedToken = { type: 'text', raw: source, text: source, escaped: true };
    return [{ type: 'paragraph', raw: source, text: source, tokens: [text] }];
  }
}

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
