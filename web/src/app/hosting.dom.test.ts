import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import firebase from '../../../firebase.json' with { type: 'json' };
import { routes } from './router.tsx';

/*
 * Hosting answers 200 with the app for addresses of rewrites, and 404 with the app for all others, which then shows its
 * own screen. So the rewrites and the app's routes have to name the same addresses.
 */

/**
 * Rewrites to pages of the app, served with or without content. The other rewrites are files for machines, and
 * previews, in which the app does not run.
 */
const pages = firebase.hosting.rewrites.filter(
  ({ source, destination, function: target }) =>
    destination === '/app.html' ||
    (target?.functionId === 'page' && !/\.(?:txt|xml)$|^\/(?:feed|sitemap|preview)\//.test(source)),
);

const pathsOf = (list: readonly RouteObject[], parent = ''): string[] =>
  list.flatMap(({ path, index, children }) => {
    const address = path === undefined ? parent : `${parent}/${path}`;
    if (children) return pathsOf(children, address);
    return index ? ['/'] : address === '/*' ? [] : [address];
  });

/** An address that a route or a rewrite stands for. */
const exampleOf = (pattern: string): string => pattern.replace(/:\w+/g, 'x').replace('**', 'x');

const isRewritten = (address: string): boolean =>
  pages.some(({ source }) => (source.endsWith('/**') ? address.startsWith(source.slice(0, -2)) : source === address));

it.each(pathsOf(routes))('Hosting answers 200 for the route %s', (path) => {
  expect(isRewritten(exampleOf(path))).toBe(true);
});

it.each(pages.map(({ source }) => source))('the app has a route for the rewrite %s', (source) => {
  const last = matchRoutes(routes, exampleOf(source))?.at(-1)?.route;

  expect(last).toBeDefined();
  expect(last?.path).not.toBe('*');
});

it.each(['/no-such-page', '/admin/x', '/search/x', '/assets/gone.js', '/wp-login.php'])(
  'no rewrite takes %s, so that Hosting answers 404',
  (address) => {
    expect(firebase.hosting.rewrites.some(({ source }) => source === '**' || source.startsWith('!'))).toBe(false);
    expect(isRewritten(address)).toBe(false);
  },
);
