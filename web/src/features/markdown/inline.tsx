import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { fragmentId } from '@inkwell/shared/markdown/heading-ids';
import { standardTokens, textOf } from '@inkwell/shared/markdown/tokens';
import { safeLink } from '@inkwell/shared/markdown/urls';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { ContentImage } from './content-image.tsx';

/** Deeper nesting than this is nobody's style; it is shown without its marks, so that rendering cannot overflow. */
export const MAX_DEPTH = 40;

/** Puts children side by side. They never move within one text, so they need no keys. */
export const group = (children: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...children);

function link(token: Tokens.Link, depth: number): ReactNode {
  const target = safeLink(token.href);
  const children = inline(token.tokens, depth + 1);
  if (!target) return <span>{children}</span>;

  const title = token.title ? { title: decodeEntities(token.title) } : {};
  if (target.kind === 'fragment') {
    return (
      <a href={`#${fragmentId(target.fragment)}`} {...title}>
        {children}
      </a>
    );
  }
  if (target.kind === 'internal') {
    return (
      <Link to={target.path} {...title}>
        {children}
      </Link>
    );
  }
  return (
    <a href={target.href} rel="noopener noreferrer" {...title}>
      {children}
    </a>
  );
}

function node(token: MarkedToken, depth: number): ReactNode {
  switch (token.type) {
    case 'text':
      if (token.tokens) return inline(token.tokens, depth + 1);
      return token.escaped ? token.text : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'html':
      // Raw HTML is text like any other: React escapes it.
      return token.text;
    case 'strong':
      return <strong>{inline(token.tokens, depth + 1)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, depth + 1)}</em>;
    case 'del':
      return <del>{inline(token.tokens, depth + 1)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link(token, depth);
    case 'image':
      return <ContentImage token={token} />;
    case 'checkbox':
      return <TaskMark isDone={token.checked} />;
    default:
      return 'text' in token ? token.text : null;
  }
}

function TaskMark({ isDone }: { isDone: boolean }) {
  return (
    <span role="img" aria-label={isDone ? 'Done' : 'To do'}>
      {isDone ? '☑ ' : '☐ '}
    </span>
  );
}

/** Renders what stands within a line. */
export function inline(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return textOf(tokens);
  return group(standardTokens(tokens).map((token) => node(token, depth)));
}
