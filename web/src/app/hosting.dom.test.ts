import { APP_PATHS, FALLBACK_ADDRESSES, isReservedPath } from '@inkwell/shared/addresses';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import firebase from '../../../firebase.json' with { type: 'json' };
import { routes } from './router.tsx';

/*
 * Hosting answers 200 with the app for addresses that a rewrite names, and sends all others to the function `page`, which answers 404 unless the
 * address has a page or redirect. So the rewrites and the app's routes must name the same addresses, and no page or redirect may take one of them.
 */

/** Rewrites to pages of the app, served with or without content. The other rewrites are for files and for previews, in which the app does not run. */
const rest = firebase.hosting.rewrites.at(-1);
const pages = firebase.hosting.rewrites
  .slice(0, -1)
  .filter(
    ({ source, function: target }) =>
      target.functionId === 'page' && !/\.[a-z]+$|^\/(?:feed|rss|sitemap|preview)(?:\/|$)/.test(source),
  );

const pathsOf = (list: readonly RouteObject[], parent = ''): string[] =>
  list.flatMap(({ path, index, children }) => {
    const address = path === undefined ? parent : `${parent}/${path}`;
    if (children) return pathsOf(children, address);
    return index ? ['/'] : address === '/*' ? [] : [address];
  });

/** An example address of a route or rewrite. */
const exampleOf = (pattern: string): string => pattern.replace(/:\w+/g, 'x').replace('**', 'x');

const isRewritten = (address: string): boolean =>
  pages.some(({ source }) => (source.endsWith('/**') ? address.startsWith(source.slice(0, -2)) : source === address));

/** The last rewrite: site pages and unknown addresses. */
const OF_SITE = '/:slug';

it.each(pathsOf(routes).filter((path) => path !== OF_SITE))('Hosting answers 200 for the route %s', (path) => {
  expect(isRewritten(exampleOf(path))).toBe(true);
});

it.each(pages.map(({ source }) => source))('the app has a route for the rewrite %s', (source) => {
  const last = matchRoutes(routes, exampleOf(source))?.at(-1)?.route;

  expect(last).toBeDefined();
  expect([last?.path]).not.toContain('*');
  expect(['*', ':slug']).not.toContain(last?.path);
});

it.each(['/no-such-page', '/admin/x', '/search/x', '/assets/gone.js', '/wp-login.php'])(
  'only the last rewrite matches %s',
  (address) => {
    expect(firebase.hosting.rewrites.findIndex(({ source }) => source === '**' || source.startsWith('!'))).toBe(
      firebase.hosting.rewrites.length - 1,
    );
    expect(rest?.function.functionId).toBe('page');
    expect(isRewritten(address)).toBe(false);
  },
);

it('the function `page` answers all of them, and knows which ones have no content', () => {
  const sources = firebase.hosting.rewrites.map(({ source }) => source);

  expect(APP_PATHS.filter((path) => !sources.includes(path))).toEqual([]);
  const others = pages.filter(({ source }) => !APP_PATHS.includes(source)).map(({ source }) => source);
  expect(
    others.filter((source) => !/^\/$|^\/(?:posts|categories|tags|series|authors|newsletter)(?:\/\*\*)?$/.test(source)),
  ).toEqual([]);
});

it('no page or redirect can take an address of the app, of Hosting, or a reserved one', () => {
  const sources = firebase.hosting.rewrites.slice(0, -1).map(({ source }) => source);
  const left = rest?.source.match(/[\w-]+/g)?.map((name) => `/${name}`) ?? [];
  const later = ['new', 'tags', 'authors', 'series', 'newsletter', 'reading-list', 'mcp', 'llms.txt', '.well-known'];

  for (const path of [...pathsOf(routes), ...sources, ...left, ...later.map((name) => `/${name}`)]) {
    if (!path.startsWith('/:') && !(path in FALLBACK_ADDRESSES))
      expect([path, isReservedPath(path)]).toEqual([path, true]);
  }
});
