import { createHash } from 'node:crypto';
import { escapeHtml } from '@inkwell/shared/escape';
import { htmlOf } from '@inkwell/shared/markdown/html';
import { isElement, type MarkdownElement, type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import { wordsOf } from '@inkwell/shared/markdown/words';
import { BUILT_NAME } from '@inkwell/shared/site';
import type { OpenApiDocument } from './document.ts';
import { curlExample } from './examples.ts';
import { referenceMarkdown } from './markdown.ts';

/** Sent before the rules for all calls. */
const ABOUT = `Every call of this site, generated from the contract of server and app. Tools read the same as [OpenAPI 3.1](/api/openapi.json).

The examples need \`SITE\`, the address of this site, and \`TOKEN\`, a token from \`/admin/tokens\`. Calls without a scope are closed to tokens;
their examples have \`ID_TOKEN\`, the Firebase ID token of a signed-in account.

`;

/** Colors with a contrast of at least 4.5:1 in both schemes. */
const STYLE = `
:root{color-scheme:light dark;--text:#1c2024;--muted:#5c646d;--line:#d9dde2;--back:#fff;--sunken:#f4f5f7;--link:#0b5cad}
@media (prefers-color-scheme:dark){:root{--text:#e8eaed;--muted:#a4acb6;--line:#353b43;--back:#15181c;--sunken:#1f242a;--link:#86bdf5}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;inset-inline-start:1rem;top:-4rem;padding:.5rem 1rem;background:var(--back)}
.skip:focus{top:.5rem}
nav,main,header{padding:0 1rem}
header{padding-block:1.5rem .5rem}
h1,h2,h3{line-height:1.25;scroll-margin-top:1rem}
h1{margin:0;font-size:1.75rem}
h2{margin:3rem 0 1rem;font-size:1.5rem}
h3{margin:2.5rem 0 .5rem;font:600 1rem/1.5 ui-monospace,monospace}
nav{font-size:.875rem}
nav ul{margin:0;padding-inline-start:1rem;list-style:none}
nav summary,nav a{display:inline-block;min-height:1.75rem;padding-block:.125rem}
nav summary{display:list-item;cursor:pointer}
code,pre{font:.875em/1.5 ui-monospace,monospace}
code{padding:.1em .3em;border-radius:4px;background:var(--sunken)}
pre{padding:.75rem 1rem;overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--sunken);overflow-wrap:normal}
pre code{padding:0;background:none;font:inherit}
main{max-width:52rem;padding-bottom:4rem}
@media (min-width:64rem){
body{display:grid;grid-template-columns:20rem minmax(0,1fr);column-gap:2rem;max-width:80rem;margin:auto}
header{grid-column:1/-1}
nav{position:sticky;top:0;max-height:100vh;padding-block:1rem;overflow-y:auto}
}
`;

/** The API reference as a page for people: contents, anchors and an example of each call, without scripts. */
export function referencePage(document: OpenApiDocument): { readonly html: string; readonly styleHash: string } {
  const { schemas } = document.components;
  const markdown = referenceMarkdown(document, (call) => curlExample(call, schemas));
  // The link leads to another document in the repository.
  const tree = markdownTree(ABOUT + markdown.replace(/\[(\w+)\]\(costs\.md[^)]*\)/g, '$1'));
  const title = `${escapeHtml(BUILT_NAME)} API reference`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#reference">Skip to the reference</a>
<header><h1>${title}</h1></header>
<nav aria-label="Contents">${contents(tree)}</nav>
<main id="reference" tabindex="-1">${htmlOf(tree)}</main>
</body>
</html>
`;
  return { html, styleHash: `sha256-${createHash('sha256').update(STYLE).digest('base64')}` };
}

/** The areas, each with its calls folded. */
function contents(tree: readonly MarkdownNode[]): string {
  const areas: { readonly heading: MarkdownElement; readonly calls: MarkdownElement[] }[] = [];
  for (const node of tree.filter(isElement)) {
    if (node.tag === 'h2') areas.push({ heading: node, calls: [] });
    if (node.tag === 'h3') areas.at(-1)?.calls.push(node);
  }
  const link = ({ attributes, children }: MarkdownElement) =>
    `<li><a href="#${attributes.id}">${escapeHtml(wordsOf(children))}</a></li>`;
  const areaOf = ({ heading, calls }: (typeof areas)[number]) =>
    `<details><summary>${escapeHtml(wordsOf(heading.children))}</summary><ul>${calls.map(link).join('')}</ul></details>`;
  return areas.map(areaOf).join('');
}
