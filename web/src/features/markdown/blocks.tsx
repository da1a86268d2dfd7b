import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { standardTokens, textOf } from '@inkwell/shared/markdown/tokens';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, type ReactNode } from 'react';
import { ContentImage } from './content-image.tsx';
import { group, inline, MAX_DEPTH } from './inline.tsx';
import classes from './markdown.module.css';

/** What holds for a whole text while it is rendered. */
export interface RenderContext {
  /** How many levels headings move down; 1 makes `#` an `h2`. */
  readonly headingOffset: number;
  /** Gives the next heading its id. Called once per heading, in order. */
  readonly headingId: (text: string) => string;
}

function heading(token: Tokens.Heading, context: RenderContext): ReactNode {
  const level = Math.min(6, token.depth + context.headingOffset);
  return createElement(`h${level}`, { id: context.headingId(textOf(token.tokens)) }, inline(token.tokens, 0));
}

function paragraph(token: Tokens.Paragraph): ReactNode {
  const [only, ...others] = standardTokens(token.tokens);
  if (only?.type !== 'image' || others.length > 0) return <p>{inline(token.tokens, 0)}</p>;
  return (
    <figure>
      <ContentImage token={only} />
      {only.title && <figcaption>{decodeEntities(only.title)}</figcaption>}
    </figure>
  );
}

function list(token: Tokens.List, context: RenderContext, depth: number): ReactNode {
  const items = token.items.map((item) =>
    createElement('li', item.task ? { className: classes.task } : null, blocks(item.tokens, context, depth + 1)),
  );
  if (!token.ordered) return createElement('ul', null, ...items);
  return createElement('ol', token.start === 1 || token.start === '' ? null : { start: token.start }, ...items);
}

function cell(tag: 'th' | 'td', token: Tokens.TableCell): ReactNode {
  return createElement(
    tag,
    {
      ...(tag === 'th' ? { scope: 'col' } : {}),
      ...(token.align ? { style: { textAlign: token.align } } : {}),
    },
    inline(token.tokens, 0),
  );
}

/** Wide tables scroll by themselves, with the keyboard too, instead of widening the page. */
function table(token: Tokens.Table): ReactNode {
  const head = createElement('tr', null, ...token.header.map((entry) => cell('th', entry)));
  const rows = token.rows.map((row) => createElement('tr', null, ...row.map((entry) => cell('td', entry))));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.scroller} aria-label="Table" tabIndex={0}>
      <table>
        <thead>{head}</thead>
        {createElement('tbody', null, ...rows)}
      </table>
    </section>
  );
}

function code(token: Tokens.Code): ReactNode {
  const language = /^[\w+#-]{1,30}/.exec(token.lang ?? '')?.[0];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard (WCAG 2.1.1)
    <pre tabIndex={0}>
      <code {...(language ? { className: `language-${language}` } : {})}>{token.text}</code>
    </pre>
  );
}

function block(token: MarkedToken, context: RenderContext, depth: number): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return heading(token, context);
    case 'paragraph':
      return paragraph(token);
    case 'list':
      return list(token, context, depth);
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, context, depth + 1)}</blockquote>;
    case 'table':
      return table(token);
    case 'code':
      return code(token);
    case 'hr':
      return <hr />;
    case 'html':
      // Raw HTML is shown, never run.
      return <p className={classes.rawHtml}>{token.text.trim()}</p>;
    default:
      return inline([token], depth);
  }
}

/** Renders blocks one below the other. */
export function blocks(tokens: readonly Token[], context: RenderContext, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return tokens.map((token) => token.raw).join('');
  return group(standardTokens(tokens).map((token) => block(token, context, depth)));
}
