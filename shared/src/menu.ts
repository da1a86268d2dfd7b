import * as z from 'zod/mini';
import { PATH_LIMIT } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { requiredText } from './fields.ts';
import { redirectTarget } from './redirects.ts';

/** The header has room for only a few. */
export const MENU_LIMITS = { header: 6, footer: 20, label: 40 } as const;

export const MENU_TEXTS = {
  label: 'Write what the link says',
  longLabel: `At most ${MENU_LIMITS.label} characters`,
  address: 'Write a path of this site, such as /about, an address with https:// or one with mailto:',
  header: `At most ${MENU_LIMITS.header} links in the header`,
  footer: `At most ${MENU_LIMITS.footer} links in the footer`,
} as const;

const MAIL = /^mailto:[^\s@?&#%<>"]+@[^\s@?&#%<>"]+\.[^\s@?&#%<>"]+$/i;

/** Script and other schemes are not link addresses. */
const isMenuAddress = (text: string): boolean => redirectTarget(text) !== null || MAIL.test(text);

export const MenuLink = z.object({
  label: requiredText(MENU_LIMITS.label, { required: MENU_TEXTS.label, tooLong: MENU_TEXTS.longLabel }),
  address: z
    .string()
    .check(z.trim(), z.maxLength(PATH_LIMIT, MENU_TEXTS.address), z.refine(isMenuAddress, MENU_TEXTS.address)),
});
export type MenuLink = z.infer<typeof MenuLink>;

/** Links that follow the product's own, in order. */
export const Menu = z.object({
  header: z.array(MenuLink).check(z.maxLength(MENU_LIMITS.header, MENU_TEXTS.header)),
  footer: z.array(MenuLink).check(z.maxLength(MENU_LIMITS.footer, MENU_TEXTS.footer)),
});
export type Menu = z.infer<typeof Menu>;

export const NO_MENU: Menu = { header: [], footer: [] };

export const menuApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/menu',
    access: 'public',
    scope: 'posts:read',
    summary: 'The links that admins added to header and footer, in order; at most 10 s old.',
    response: Menu,
    cacheable: true,
  }),
} as const;
