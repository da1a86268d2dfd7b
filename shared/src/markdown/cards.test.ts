import { describe, expect, it } from 'vitest';
import { withCard } from './cards.ts';
import { commentTree } from './comment-tree.ts';
import { markdownTree } from './tree.ts';

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';

const withCards = (source: string) => markdownTree(source).map(withCard);

const cardsIn = (source: string): number => {
  const plain = markdownTree(source);
  return withCards(source).filter((node, index) => JSON.stringify(node) !== JSON.stringify(plain[index])).length;
};

describe('an address in its own paragraph', () => {
  it.each([
    VIDEO,
    `<${VIDEO}>`,
    `  ${VIDEO}  `,
    `[${VIDEO}](${VIDEO})`,
    `# Title\n${VIDEO}\n## Title`,
    'https://example.org/a_b_c',
    'HTTP://Example.org',
    'https://münchen.example/straße',
  ])('becomes a card: %j', (source) => {
    expect(cardsIn(source)).toBe(1);
  });

  it('becomes a card each time it occurs', () => {
    expect(cardsIn(`${VIDEO}\n\n${VIDEO}\n\nhttps://example.org/`)).toBe(3);
  });

  it.each([
    `See ${VIDEO}`,
    `${VIDEO}.`,
    `${VIDEO}\n${VIDEO}`,
    `${VIDEO}\nand more`,
    `**${VIDEO}**`,
    `\`${VIDEO}\``,
    `    ${VIDEO}`,
    `- ${VIDEO}`,
    `- a\n\n  ${VIDEO}`,
    `> ${VIDEO}`,
    `# ${VIDEO}`,
    `|a|\n|-|\n|${VIDEO}|`,
    `[A video](${VIDEO})`,
    `[${VIDEO}](https://evil.example/)`,
    `[${VIDEO}](${VIDEO} "A video")`,
    `![${VIDEO}](${VIDEO})`,
    'www.youtube.com/watch?v=dQw4w9WgXcQ',
    'ada@example.org',
    '<mailto:ada@example.org>',
    '<javascript:alert(1)>',
    'ftp://example.org/',
    '/posts',
    'https://bank.example@evil.example/',
    `https://example.org/${'x'.repeat(2_000)}`,
    `<iframe src="${VIDEO}"></iframe>`,
  ])('does not become a card in %j', (source) => {
    expect(cardsIn(source)).toBe(0);
  });

  it('is not a card in comments or in texts outside the article', () => {
    for (const tree of [commentTree(VIDEO), markdownTree(VIDEO)]) {
      expect(JSON.stringify(tree)).toContain('"tag":"a"');
      expect(JSON.stringify(tree)).not.toMatch(/card|embed/);
    }
  });

  it('is shown decoded, unless that would hide characters', () => {
    const shown = (address: string) => JSON.stringify(withCards(`<${address}>`));

    expect(shown('https://example.org/%E6%9D%B1')).toContain('/東"');
    expect(shown('https://example.org/%E2%80%AEgro')).toContain('"/%E2%80%AEgro"');
    expect(shown('https://example.org/a%20b')).toContain('"/a%20b"');
    expect(shown('https://example.org/%FF')).toContain('"/%FF"');
    expect(shown('https://www.уoutube.com/')).toContain('"xn--outube-vrf.com"');
  });
});
