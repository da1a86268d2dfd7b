import { LOGO_SIZES } from '@inkwell/shared/images';
import { lineMenu, lineMoon, lineSearch, lineSun } from '@inkwell/shared/line-icons';
import type { Menu } from '@inkwell/shared/menu';
import { newsletterWords } from '@inkwell/shared/newsletter-words';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { ShownSettings } from '@inkwell/shared/settings';
import { SITE_MARK, SOCIAL_LINKS } from '@inkwell/shared/site';
import { escapeHtml } from '../../html/escape.ts';
import { imageMarkup } from '../../html/markdown-html.ts';
import { lineMarkup } from './icons.ts';

/* The frame of every page as the app's layout draws it for visitors: header.tsx, header-search.tsx, footer.tsx. */

const MARK_HEIGHT_EM = 0.9;
const MARK =
  `<svg viewBox="0 0 ${SITE_MARK.width} ${SITE_MARK.height}" width="${(MARK_HEIGHT_EM * SITE_MARK.width) / SITE_MARK.height}em" height="${MARK_HEIGHT_EM}em" ` +
  `fill="currentColor" aria-hidden="true" focusable="false"><path d="${SITE_MARK.path}"/></svg>`;

const brand = ({ name, logo }: ShownSettings): string =>
  `<span class="brand_brand">${logo === null ? MARK : imageMarkup(logo, { alt: '', sizes: LOGO_SIZES, attributes: 'class="brand_logo" loading="lazy" fetchpriority="auto"' })}<span>${escapeHtml(name)}</span></span>`;

const PLACES = [
  ['/', 'Home'],
  ['/posts', 'Posts'],
  ['/categories', 'Categories'],
] as const;

/** The address in the navigation to which a page belongs. */
export type Place = (typeof PLACES)[number][0];

interface Frame {
  /** Null for a page that belongs to none. */
  readonly place: Place | null;
  /** Whether the app takes over. On a page without it, the app's buttons would never do anything. */
  readonly hasApp: boolean;
  readonly hasFooter: boolean;
}

/** What is known of a page only when it is asked for. */
export interface Asked {
  /** Name, words and look, as admins set them. */
  readonly site: ShownSettings;
  /** The links that admins added to header and footer. */
  readonly menu: Menu;
  /** The path of its address, encoded; null for a page that is no place to lead to. */
  readonly path: string | null;
}

/** A page's markup, rendered when it is asked for. */
export type Framed = (asked: Asked) => string | Promise<string>;

/** @param content that of `main`, as markup; rendered when it is asked for, unless it is short */
export const framed =
  (content: string | (() => Promise<string>), frame: Frame): Framed =>
  async (asked) =>
    markupOf(typeof content === 'string' ? content : await content(), frame, asked);

const markupOf = (main: string, { place, hasApp, hasFooter }: Frame, { site, menu, path }: Asked): string =>
  `<div class="layout_shell served-page"><a class="layout_skip" href="#main">Skip to content</a>` +
  `<header class="header_header"><div class="container header_bar"><a class="header_brand" href="/" aria-label="${escapeHtml(site.name)}, home">${brand(site)}</a>` +
  `<nav class="header_nav" aria-label="Main">${places(place)}${linksOf(menu.header, ' class="header_item header_added"', path)}</nav>${hasApp ? CONTROLS : ''}</div></header>` +
  `<main id="main" class="layout_main" tabindex="-1">${main}</main>${hasFooter ? footer(site, menu, path) : ''}</div>`;

const places = (current: Place | null): string =>
  PLACES.map(([path, label]) => `<a class="header_item" href="${path}"${marked(path === current)}>${label}</a>`).join(
    '',
  );

const marked = (isCurrent: boolean): string => (isCurrent ? ' aria-current="page"' : '');

/** Whether a link leads to the page itself. Those with a query or to a part of a page do not (web/src/app/layout/menu-links.tsx). */
const leadsTo = (address: string, path: string | null): boolean =>
  path !== null &&
  /^\/[^?#]*$/.test(address) &&
  new URL(address, 'http://localhost').pathname.toLowerCase() === path.toLowerCase();

const linksOf = (links: Menu['header'], attributes: string, path: string | null): string =>
  links
    .map(({ label, address }) => {
      const current = marked(leadsTo(address, path));
      return `<a${attributes} href="${escapeHtml(address)}" dir="auto"${current}>${escapeHtml(label)}</a>`;
    })
    .join('');

/** Returning readers have a place for their account instead of the buttons, and dark ones a sun (web/src/styles/served.css). */
const CONTROLS =
  `<div class="header_controls"><div class="header_search"><form class="header-search_form" action="/search" aria-label="Search all posts">` +
  `<label class="visually-hidden" for="served-search">Search all posts</label><span class="header-search_icon">${lineMarkup(lineSearch)}</span>` +
  `<input id="served-search" class="header-search_input" type="search" name="q" placeholder="Search posts" maxlength="${POST_LIMITS.query}"></form></div>` +
  `<button type="button" class="button_icon" title="Colors" aria-label="Colors">${lineMarkup(lineMoon, 'served-light')}${lineMarkup(lineSun, 'served-dark')}</button>` +
  `<a class="button_button button_quiet button_small served-visitor" href="/">Sign In</a><a class="button_button button_primary button_small served-visitor" href="/">Join</a>` +
  `<span class="skeleton_skeleton served-reader" aria-hidden="true"></span>` +
  `<button type="button" class="button_icon header_burger" title="Open menu" aria-label="Open menu">${lineMarkup(lineMenu)}</button></div>`;

function footer(site: ShownSettings, menu: Menu, path: string | null): string {
  const { contact, postalAddress } = site;
  const { places, consent } = newsletterWords(site.name, site.newsletter);
  const { title, text } = places.footer;
  const links = [
    ...PLACES.map(([to, label]) => `<a href="${to}"${marked(leadsTo(to, path))}>${label}</a>`),
    '<a href="/feed.xml">RSS feed</a>',
    ...SOCIAL_LINKS.map(({ label, url }) => `<a href="${escapeHtml(url)}" rel="me">${escapeHtml(label)}</a>`),
    ...(contact === null ? [] : [`<a href="mailto:${escapeHtml(contact)}">Contact</a>`]),
    linksOf(menu.footer, '', path),
  ];
  return (
    `<footer class="footer_footer"><div class="container footer_columns"><div class="footer_about">${brand(site)}<p>${escapeHtml(site.footer.about)}</p></div>` +
    `<nav aria-label="Footer" class="footer_links">${links.join('')}</nav>` +
    `<section class="newsletter-signup_box" data-variant="footer"><h2 class="newsletter-signup_title">${escapeHtml(title)}</h2>` +
    `<p class="newsletter-signup_text">${escapeHtml(text)}</p><div class="newsletter-signup_form">` +
    `<input class="newsletter-signup_input" id="served-newsletter-email" type="text" inputmode="email" name="newsletter-email" autocomplete="email" aria-label="Email address" placeholder="Enter your email">` +
    `<button type="button" class="button_button button_primary button_medium">Subscribe</button></div>` +
    `<p class="newsletter-signup_consent">By subscribing you say: ${escapeHtml(consent)}</p></section></div>` +
    `<p class="container footer_legal">© ${new Date().getFullYear()} ${escapeHtml(site.name)}. ${escapeHtml(site.footer.note)}` +
    `${postalAddress === null ? '' : escapeHtml(` · ${postalAddress}`)}</p></footer>`
  );
}
