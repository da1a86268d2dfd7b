import { textNodes, unwrap } from './dom.ts';

/** Code editors copy lines as `div` elements in a monospaced font. */
export function codeOfEditors(body: HTMLElement): void {
  for (const block of body.querySelectorAll<HTMLElement>('div[style*="white-space"]')) {
    const { whiteSpace, fontFamily } = block.style;
    if (!whiteSpace.startsWith('pre') || !/mono|consolas|courier|menlo/i.test(fontFamily)) continue;
    const lines = [...block.children].every(({ tagName }) => tagName === 'DIV' || tagName === 'BR')
      ? [...block.children].map(({ textContent }) => textContent ?? '').join('\n')
      : (block.textContent ?? '');
    const pre = body.ownerDocument.createElement('pre');
    pre.append(Object.assign(body.ownerDocument.createElement('code'), { textContent: lines }));
    block.replaceWith(pre);
  }
}

/** The code of a block, without the bar above it that shows the language and a copy button. */
function codeIn(pre: Element): Element {
  const [code, ...others] = pre.querySelectorAll('code');
  return code && others.length === 0 && code.parentElement !== pre && code.closest('pre div') ? code : pre;
}

export function codeBlocks(body: HTMLElement): void {
  for (const pre of body.querySelectorAll('pre')) {
    const marked =
      pre.closest('[class*="highlight-source-"], [class*="language-"]') ?? pre.querySelector('[class*="language-"]');
    const language = /(?:highlight-source|language)-([\w+#-]+)/.exec(marked?.className ?? '')?.[1];
    const code = body.ownerDocument.createElement('code');
    const source = codeIn(pre);
    for (const text of textNodes(source)) text.data = text.data.replaceAll('\u00a0', ' ');
    code.append(...source.childNodes);
    if (language) code.className = `language-${language}`;
    pre.replaceChildren(code);
  }
}

/** Formulas are copied in two or more forms: rendered, and as their TeX source, which is kept. */
export function formulas(body: HTMLElement): void {
  for (const math of body.querySelectorAll('math')) {
    const tex = math.querySelector('annotation[encoding*="tex" i]')?.textContent ?? math.getAttribute('alttext');
    if (!tex) continue;
    const code = Object.assign(body.ownerDocument.createElement('code'), { textContent: tex.trim() });
    const whole = math.closest('.katex, .mwe-math-element') ?? math;
    whole.replaceWith(code);
    if (code.parentElement?.matches('.katex-display')) unwrap(code.parentElement);
  }
}
