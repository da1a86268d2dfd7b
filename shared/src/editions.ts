import type { Site } from './site-data.ts';
import { accentStyle } from './site-look.ts';

/** The layout of lists and articles: that of the style sheets, or text first with small square covers. */
export const EDITIONS = ['paper', 'journal'] as const;
export type Edition = (typeof EDITIONS)[number];

/**
 * Journal's changes to the markup of every page, unconditional and conditional ones. Class names have the prefixes of the style sheets of cards,
 * lists, heads and articles (web/src), because their suffixes differ between builds, and a page may be from another build than the app. No rule
 * contains `<`.
 */
const JOURNAL: readonly (readonly [condition: string, rules: string])[] = [
  [
    '',
    `
--radius:2px;
--radius-large:2px;
& .container>[class^=head_]:not(article>*){padding-bottom:1.25rem;border-bottom:3px double var(--line-strong)}
& .card-grid:is(ul,ol,div){
  grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));
  gap:1.75rem clamp(2rem,5vw,4rem);
  &>*{padding-bottom:1.75rem;border-bottom:1px solid var(--line);container-type:inline-size}
  &>:has([data-lead]){grid-column:1/-1}
  & [class^=card_]{flex-direction:row-reverse;gap:1.75rem}
  & [class^=body_]{gap:.5rem}
  & [class^=cover_]{flex:none;align-self:start;width:clamp(5.5rem,24%,8.5rem);aspect-ratio:1}
  & [class^=labels_]{justify-content:start}
  & [class^=badge_]{padding-inline:0;background:none}
  & [class^=title_]{font-size:clamp(1.375rem,1.2rem + .6vw,1.625rem);line-height:1.15}
  & [class^=preview_]{font-family:var(--font-serif);font-size:1.0625rem;line-height:1.45;-webkit-line-clamp:2}
  & [class^=meta_]{margin:0;padding:0}
  & [class^=foot_]{padding:0;border:0}
}
& [class^=grid_] [data-theme-color]{padding-inline:0 1rem;border-top:3px solid var(--tone);background:none}
& article.container{
  &>header{max-width:46rem;text-align:center}
  &>header>*{justify-content:center}
  & [class^=byline_]{text-align:start}
  &>[class^=figure_]{width:min(46rem,100%)}
}`,
  ],
  [
    '@container(max-width:30rem)',
    `
& .card-grid:is(ul,ol,div){
  & [class^=card_]{display:grid;grid-template:auto 1fr/minmax(0,1fr) 5.5rem;gap:.5rem 1rem;align-content:start}
  & [class^=body_]{display:contents}
  & [class^=body_]>*{grid-column:1/-1}
  & [class^=body_]>:nth-child(-n+2){grid-column:1}
  & [class^=cover_]{grid-area:1/2/span 2;width:auto}
  & [class^=acts_]{inset:auto 0 -.375rem auto}
  & [class^=acts_] button{background:none;box-shadow:none}
  & :has([class^=acts_]) [class^=foot_]{padding-inline-end:3.25rem}
  & :has(button+button) [class^=foot_]{padding-inline-end:6.25rem}
}`,
  ],
  [
    '@media(min-width:64rem)',
    `
& .card-grid article[data-lead]{
  gap:4rem;
  & [class^=body_]{justify-content:center}
  & [class^=cover_]{width:38%}
  & [class^=title_]{font-size:3rem;line-height:1.05}
  & [class^=preview_]{font-size:1.25rem;-webkit-line-clamp:5}
  & [class^=acts_]{right:.5rem}
}`,
  ],
  [
    '@supports(initial-letter:3) or (-webkit-initial-letter:3)',
    `
& article.container .markdown>:is(p:first-child,.markdown-contents+p):dir(ltr)::first-letter{
  -webkit-initial-letter:3;
  initial-letter:3;
  margin-inline-end:.08em;
  font-weight:550
}`,
  ],
];

/**
 * The rules of an edition below `root`; none for Paper. Staff pages, where editions are chosen, always look like Paper.
 * @param root a selector; by default that of documents for readers
 */
export function editionStyle(edition: Edition, root = ':root:not([data-staff])'): string {
  if (edition === 'paper') return '';
  return JOURNAL.map(([condition, rules]) => {
    const part = `${root}{${rules.replace(/\n */g, '')}}`;
    return condition === '' ? part : `${condition}{${part}}`;
  }).join('');
}

/** The style that gives a document the look of the settings; empty if they equal publication.config.ts, which the style sheets contain. */
export const lookStyle = ({
  edition,
  ...accents
}: Pick<Site, 'accentLight' | 'accentDark'> & { readonly edition: Edition }): string =>
  accentStyle(accents) + editionStyle(edition);
