/** Texts with addresses in separate paragraphs, and the HTML that both served pages and the app render for them. */
const link = (href: string, title: string, detail = ''): string =>
  `<a href="${href}" rel="noopener noreferrer"><span class="markdown-card-title">${title}</span>` +
  `${detail && ` <span class="markdown-card-detail">${detail}</span>`}</a>`;

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ?t=90';
const PEN = 'https://codepen.io/ada/pen/abCDeF';

export const EMBED_MARKUP: readonly (readonly [source: string, html: string])[] = [
  [
    `Look:\n\n${VIDEO}`,
    '<p>Look:</p><figure class="markdown-embed markdown-embed-wide" ' +
      `data-embed="${VIDEO}"><div class="markdown-embed-place">` +
      '<button type="button">Play video</button><p>Plays from YouTube, which then sees your visit.</p></div>' +
      `<figcaption class="markdown-card">${link(VIDEO, 'Video on YouTube', 'youtu.be/dQw4w9WgXcQ?t=90')}</figcaption></figure>`,
  ],
  [
    `<${PEN}>`,
    `<figure class="markdown-embed markdown-embed-pen" data-embed="${PEN}"><div class="markdown-embed-place">` +
      '<button type="button">Run pen</button>' +
      '<p>Comes from CodePen, which then sees your visit. It runs code of its author.</p></div>' +
      `<figcaption class="markdown-card">${link(PEN, 'Pen on CodePen', 'codepen.io/ada/pen/abCDeF')}</figcaption></figure>`,
  ],
  [
    'https://mastodon.social/@Ada/1?a=1&b=%E6%9D%B1',
    `<p class="markdown-card">${link('https://mastodon.social/@Ada/1?a=1&amp;b=%E6%9D%B1', 'mastodon.social', '/@Ada/1?a=1&amp;b=東')}</p>`,
  ],
  ['https://www.example.org', `<p class="markdown-card">${link('https://www.example.org/', 'example.org')}</p>`],
];
