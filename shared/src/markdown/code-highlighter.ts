import type { LanguageFn } from 'highlight.js';
import { common, createLowlight } from 'lowlight';
import type { Highlighter } from './code-colors.ts';
import { MORE_GRAMMARS } from './code-grammars.ts';
import type { MarkdownNode } from './tree.ts';

/* Contains 52 kB of common grammars: import it only when there is code to color. */

/** The class names for parts of code, all of them in web/src/styles/article.css. */
const KINDS = {
  comment: ['comment', 'quote'],
  keyword: ['keyword', 'literal', 'name', 'selector-tag', 'template-tag', 'doctag', 'section'],
  string: ['string', 'regexp', 'char', 'link', 'code'],
  number: ['number', 'symbol', 'bullet'],
  title: ['title', 'class', 'function', 'selector-id', 'selector-class'],
  type: ['type', 'built_in', 'selector-pseudo', 'selector-attr'],
  attribute: ['attr', 'attribute', 'property', 'variable', 'template-variable'],
  meta: ['meta', 'tag', 'punctuation', 'operator'],
  // Code inside a string is not colored as a string.
  plain: ['subst'],
  added: ['addition'],
  removed: ['deletion'],
} as const;

const CLASS_BY_SCOPE: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([kind, scopes]) => scopes.map((scope): [string, string] => [scope, `code-${kind}`])),
);

/** The output of lowlight: a tree of texts and `span` elements. */
interface Scope {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Scope[];
}

/** The grammars of embedded languages. Without its grammar, an embedded language is colored as a string. */
const MARKUP = ['xml', 'css', 'javascript', 'graphql'];
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  javascript: MARKUP,
  typescript: MARKUP,
  xml: MARKUP,
  markdown: MARKUP,
  dockerfile: ['bash'],
  shell: ['bash'],
  'python-repl': ['python'],
};

const loaded = new Map<string, LanguageFn>(Object.entries(common));

/**
 * Loads missing grammars. If one cannot be loaded, its code stays uncolored, and the next text tries again.
 * @returns the loaded ones
 */
export async function loadGrammars(grammars: readonly string[]): Promise<string[]> {
  const missing = grammars.filter((name) => !loaded.has(name));
  await Promise.all(
    missing.map(async (name) => {
      const grammar = await MORE_GRAMMARS[name]?.().catch((error: unknown) =>
        console.warn('A grammar could not be loaded', error),
      );
      if (grammar) loaded.set(name, grammar.default);
    }),
  );
  return grammars.filter((name) => loaded.has(name));
}

/**
 * Creates a highlighter. A grammar is registered on first use, together with its embedded languages: registering all grammars would take a phone
 * longer than a frame. Code whose grammar `loadGrammars` has not loaded stays uncolored. Languages are not detected, because detection is slow and
 * often wrong.
 */
export function createHighlighter(): Highlighter {
  const prepared = new Map<string, ReturnType<typeof createLowlight>>();

  function prepare(grammar: string) {
    const names = new Set([grammar, ...(WITHIN[grammar] ?? [])]);
    const lowlight = createLowlight(Object.fromEntries([...loaded].filter(([name]) => names.has(name))));
    prepared.set(grammar, lowlight);
    return lowlight;
  }

  return (code, { grammar }) => {
    if (!loaded.has(grammar)) return [code];
    const lowlight = prepared.get(grammar) ?? prepare(grammar);
    return nodesOf(lowlight.highlight(grammar, code).children as readonly Scope[]);
  };
}

/** A grammar nests a scope for each bracket. Deeper scopes stay uncolored, so that no text overflows the stack. */
const MAX_DEPTH = 40;

/** Replaces lowlight's classes with the classes above. */
export function nodesOf(scopes: readonly Scope[], depth = 0): MarkdownNode[] {
  if (depth > MAX_DEPTH) return [textOf(scopes)];
  const nodes: MarkdownNode[] = [];
  for (const { value, properties, children = [] } of scopes) {
    const className = classOf(properties?.className);
    const inner = value === undefined ? nodesOf(children, depth + 1) : [value];
    for (const node of className ? [{ tag: 'span', attributes: { class: className }, children: inner }] : inner) {
      const last = nodes.at(-1);
      // Joined, so that both renderers produce the same.
      if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
      else nodes.push(node);
    }
  }
  return nodes;
}

function textOf(scopes: readonly Scope[]): string {
  let text = '';
  const rest = [...scopes].reverse();
  for (let scope = rest.pop(); scope; scope = rest.pop()) {
    text += scope.value ?? '';
    rest.push(...[...(scope.children ?? [])].reverse());
  }
  return text;
}

/** `['hljs-title', 'function_']` is a title. */
function classOf(names: unknown): string | undefined {
  const [scope] = Array.isArray(names) ? names : [];
  return typeof scope === 'string' ? CLASS_BY_SCOPE.get(scope.replace(/^hljs-/, '')) : undefined;
}
