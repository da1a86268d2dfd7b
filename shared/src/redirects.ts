import * as z from 'zod/mini';
import { decodedPath, isSharedPath, PATH_LIMIT } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { hasUnseen, IdParams, Instant, PageQuery, UNSEEN_IN_NAME } from './fields.ts';
import { LOOK_ALIKE_TEXT, looksReserved, mixesScripts } from './look-alikes.ts';

export const REDIRECT_LIMITS = { byHand: 5_000, patterns: 100, pattern: 350, imported: 100 } as const;

export const REDIRECT_TEXTS = {
  from: 'Write the old address as a path of this site, such as /about-us or /blog/*',
  reserved: 'This address belongs to the site itself',
  to: 'Write the new address as a path of this site or as https://...',
  taken: 'Something is at this address already',
  toItself: 'The redirect would lead back to itself',
  chain: 'The new address is redirected itself. Enter the address where that ends',
  follower: 'Another redirect leads to this address. Change that one first',
  rest: 'Only an old address that ends in * can carry the rest along, with :splat at the end of the new one: /blog/* to /posts/:splat',
  full: `There are ${REDIRECT_LIMITS.byHand} redirects already. Import further ones as CSV`,
  fullPatterns: `There are ${REDIRECT_LIMITS.patterns} patterns already`,
} as const;

/** Old queries of posts, which are looked up before `/` is served. */
const OLD_QUERY = /^\/\?(?:p|page_id)=\d{1,12}$/;

/** The old query for which the server looks up a request for `/`: `/?p=12` of `?x=1&%70=12`; null for none. */
export function oldQueryIn(search: string): string | null {
  const query = new URLSearchParams(search);
  const name = query.has('p') ? 'p' : 'page_id';
  const [id, ...others] = query.getAll(name);
  const path = `/?${name}=${id}`;
  return others.length === 0 && OLD_QUERY.test(path) ? path : null;
}

/** The old address of a redirect in normalized form: a decoded path, an old query, or the beginning of paths. */
interface RedirectedAddress {
  readonly path: string;
  readonly isPattern: boolean;
}

/** Parses an admin's input. A `*` at the end makes a pattern. Null for an address that no request can have. */
export function redirectedAddress(text: string): RedirectedAddress | null {
  if (OLD_QUERY.test(text)) return { path: text, isPattern: false };
  const isPattern = text.endsWith('*');
  const written = isPattern ? text.slice(0, -1) : text;
  if (/[?#*]/.test(written) || (isPattern && text.length > REDIRECT_LIMITS.pattern)) return null;
  const path = decodedPath(written);
  return path === null || (isPattern && path === '/') ? null : { path, isPattern };
}

/** At the end of the new address, stands for the part that matched the `*`, as in the redirects of Netlify and Cloudflare. */
export const REST = ':splat';

/** Whether a pattern's target gets the rest of the path appended. */
export const carriesRest = (to: string): boolean => to.endsWith(`/${REST}`);

/** Whether the rest is appended only where that is safe: as segments, at the end of a path, so that it can never change the host. */
export function isRestPlaced({ from, to }: { readonly from: string; readonly to: string }): boolean {
  if (!to.includes(REST)) return !(from.endsWith('*') && to.endsWith('*'));
  return from.endsWith('*') && carriesRest(to) && to.indexOf(REST) === to.length - REST.length && !/[?#]/.test(to);
}

/** Characters that deceive in an address, or that browsers interpret differently. */
const UNSAFE = /[\s\p{Cc}\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const urlOf = (text: string, base?: string): URL | null => (URL.canParse(text, base) ? new URL(text, base) : null);

/** The encoded target: a path of this site with its query, or an https address. Null for anything else. */
export function redirectTarget(text: string): string | null {
  if (UNSAFE.test(text)) return null;
  if (text.startsWith('/')) {
    const url = decodedPath(text.split(/[?#]/)[0] ?? '') === null ? null : urlOf(text, 'https://site.invalid');
    return url?.host === 'site.invalid' ? `${url.pathname}${url.search}${url.hash}` : null;
  }
  const url = /^https:\/\//i.test(text) ? urlOf(text) : null;
  return url && url.username === '' && url.password === '' && url.hostname.includes('.') ? url.href : null;
}

const redirectFrom = (isFree: (address: RedirectedAddress) => boolean) =>
  z.string().check(
    z.trim(),
    z.maxLength(PATH_LIMIT, REDIRECT_TEXTS.from),
    z.refine((text) => redirectedAddress(text) !== null, REDIRECT_TEXTS.from),
    z.refine((text) => {
      const address = redirectedAddress(text);
      return address === null || OLD_QUERY.test(address.path) || isFree(address);
    }, REDIRECT_TEXTS.reserved),
    z.refine((text) => !hasUnseen(redirectedAddress(text)?.path ?? ''), UNSEEN_IN_NAME),
    z.refine((text) => !wordsIn(redirectedAddress(text)?.path ?? '').some(mixesScripts), LOOK_ALIKE_TEXT),
  );

/** Sites in other scripts also have Latin words in their addresses. */
const wordsIn = (path: string): string[] => path.split(/[^\p{L}\p{M}\p{N}]+/u);

const RedirectFrom = redirectFrom(({ path }) => !looksReserved(path));

const RedirectTo = z.string().check(
  z.trim(),
  z.maxLength(PATH_LIMIT, REDIRECT_TEXTS.to),
  z.refine((text) => redirectTarget(text) !== null, REDIRECT_TEXTS.to),
);

/** 301 for permanent, 302 for temporary redirects. */
const RedirectStatus = z.union([z.literal(301), z.literal(302)]);

export const RedirectInput = z.object({ from: RedirectFrom, to: RedirectTo, status: z._default(RedirectStatus, 301) });
export type RedirectInput = z.infer<typeof RedirectInput>;

/** A redirect from imported texts, whose addresses may be inside sections of the product. */
export const ImportedRedirect = z.extend(RedirectInput, {
  from: redirectFrom(({ path, isPattern }) => !looksReserved(path) || (!isPattern && isSharedPath(path))),
});

/** Absent fields do not change. Another old address gives the redirect another id. */
export const RedirectPatch = z.partial(z.object({ from: RedirectFrom, to: RedirectTo, status: RedirectStatus }));
export type RedirectPatch = z.infer<typeof RedirectPatch>;

export const Redirect = z.object({
  id: z.string(),
  /** As typed. With a `*` at its end, it matches every address with this beginning. */
  from: z.string(),
  /** With `:splat` at its end, the part that matched the `*` is appended. */
  to: z.string(),
  status: RedirectStatus,
  createdAt: Instant,
});
export type Redirect = z.infer<typeof Redirect>;

/** The results for the rows of an import. */
export const RedirectImport = z.object({
  added: z.int(),
  /** Refused rows, by their index in the request. */
  refused: z.array(z.object({ row: z.int(), reason: z.string() })),
});
export type RedirectImport = z.infer<typeof RedirectImport>;

export const redirectApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/redirects',
    access: 'admin',
    summary: 'Redirects of single addresses, sorted by address. `q` filters by the beginning of the address.',
    query: z.extend(PageQuery, { q: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
    response: z.array(Redirect),
    paged: true,
  }),
  patterns: endpoint({
    method: 'GET',
    path: '/api/admin/redirects/patterns',
    access: 'admin',
    summary: `Redirects of all addresses with the same beginning; at most ${REDIRECT_LIMITS.patterns}. The longest match decides. The part that matches the \`*\` is appended if \`to\` ends in \`/:splat\`.`,
    response: z.array(Redirect),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/redirects',
    access: 'admin',
    summary:
      'Redirects an address that no page answers. A pattern takes effect within 10 s. Addresses of the product, loops and chains answer 400, taken addresses 409. Safe to repeat.',
    body: RedirectInput,
    response: Redirect,
    status: 201,
    mayConflict: true,
    invalidates: 'nothing',
  }),
  importRows: endpoint({
    method: 'POST',
    path: '/api/admin/redirects/import',
    access: 'admin',
    summary: `Adds up to ${REDIRECT_LIMITS.imported} redirects, by the same rules as a single one but without the limit of their number. Safe to repeat.`,
    body: z.object({
      rows: z
        .array(z.object({ from: z.string(), to: z.string(), status: z.optional(z.union([z.int(), z.string()])) }))
        .check(z.minLength(1), z.maxLength(REDIRECT_LIMITS.imported)),
    }),
    response: RedirectImport,
    invalidates: 'nothing',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/redirects/:id',
    access: 'admin',
    summary: 'Changes a redirect. Absent fields do not change; another old address gives it another id.',
    params: IdParams,
    body: RedirectPatch,
    response: Redirect,
    invalidates: 'nothing',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/redirects/:id',
    access: 'admin',
    summary: 'Deletes a redirect. Safe to repeat.',
    params: IdParams,
    invalidates: 'nothing',
  }),
} as const;
