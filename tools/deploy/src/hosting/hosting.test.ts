import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import firebase from '../../../../firebase.json' with { type: 'json' };
import { forFilesThatExist } from './assets.ts';
import { type HeaderRule, headersOf, type Matcher } from './headers.ts';
import { productionMatcher } from './patterns.ts';

/** The matcher of the Hosting emulator. */
const superstatic = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'))(
  'superstatic/lib/utils/patterns',
) as { configMatcher(path: string, rule: { source: string }): boolean };
const emulatorMatcher: Matcher = (source) => (path) => superstatic.configMatcher(path, { source });

const MATCHERS: readonly [string, Matcher][] = [
  ['in the emulator', emulatorMatcher],
  ['in production, as far as it is known', productionMatcher],
];

const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';
/** No rule, because functions set the caching of their answers. */
const THEIRS = undefined;

const PATHS: readonly [path: string, cacheControl: string | undefined][] = [
  ['/', THEIRS],
  ['/posts', THEIRS],
  ['/posts/abc', THEIRS],
  ['/posts/abc/a-title', THEIRS],
  ['/categories', THEIRS],
  ['/search', THEIRS],
  ['/reading-list', 'no-cache'],
  ['/following', 'no-cache'],
  ['/api/posts', THEIRS],
  ['/api/auth/user', THEIRS],
  ['/feed.xml', THEIRS],
  ['/feed/design.xml', THEIRS],
  ['/sitemap.xml', THEIRS],
  ['/sitemap/2026-11.xml', THEIRS],
  ['/app.html', 'no-cache'],
  ['/assets.json', 'no-cache'],
  ['/sw.js', 'no-cache'],
  ['/create-post', 'no-cache'],
  ['/drafts', 'no-cache'],
  ['/revisions', 'no-cache'],
  ['/create-category', 'no-cache'],
  ['/admin', 'no-cache'],
  ['/forgot-password', 'no-cache'],
  ['/reset-password', 'no-cache'],
  ['/auth/action', 'no-cache'],
  ['/newsletter/confirm', 'no-cache'],
  ['/newsletter/unsubscribe', 'no-cache'],
  ['/assets/app-Bx3_k-1f.js', YEAR],
  ['/assets/style.css', YEAR],
  ['/favicon.ico', THEIRS],
  ['/icon-512.png', THEIRS],
  ['/manifest.webmanifest', THEIRS],
  ['/robots.txt', THEIRS],
  ['/shell.html', 'no-cache'],
  ['/social-card.png', HOUR],
];

describe.each(MATCHERS)('the header rules of firebase.json %s', (_where, matcher) => {
  const rules: readonly HeaderRule[] = firebase.hosting.headers;

  it.each(PATHS)('cache %s correctly', (path, cacheControl) => {
    expect(headersOf(rules, path, matcher).get('cache-control')).toBe(cacheControl);
  });

  it.each(PATHS)('protect %s', (path) => {
    const headers = headersOf(rules, path, matcher);

    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  it('revalidate every page of the app, so that a deployment takes effect immediately', () => {
    // Hosting itself answers requests below /__.
    const pages = firebase.hosting.rewrites.flatMap(({ source }) =>
      /^\/(?:admin|auth\/|newsletter\/\w|reading-list|following|create-|drafts|revisions|\w+-password)/.test(source)
        ? [source]
        : [],
    );

    expect(pages.filter((path) => headersOf(rules, path, matcher).get('cache-control') !== 'no-cache')).toEqual([]);
    expect(pages.length).toBeGreaterThan(10);
  });

  it('skip the pages of the sign-in provider, because our policy would block their scripts', () => {
    expect([...headersOf(rules, '/__/auth/handler', matcher)]).toEqual([]);
  });

  it('of a deployment cache files for a year, but never missing files', () => {
    const deployed = forFilesThatExist(rules, ['app-Bx3_k-1f.js', 'style.css']);
    const cacheOf = (path: string) => headersOf(deployed, path, matcher).get('cache-control');

    expect(PATHS.map(([path]) => [path, cacheOf(path)])).toEqual(PATHS);
    expect(cacheOf('/assets/app-0lder000.js')).toBe('no-cache');
    expect(cacheOf('/assets/app-Bx3_k-1fXjs')).toBe('no-cache');
    expect(cacheOf('/assets/deeper/style.css')).toBe('no-cache');
  });

  it('of a deployment can name hundreds of files', () => {
    const names = Array.from({ length: 300 }, (_, index) => `chunk-${index}.js`);
    const deployed = forFilesThatExist(rules, names);

    expect(names.every((name) => headersOf(deployed, `/assets/${name}`, matcher).get('cache-control') === YEAR)).toBe(
      true,
    );
    expect(Math.max(...deployed.map(({ source }) => source.length))).toBeLessThan(2_000);
  });
});

describe('the rewrites of firebase.json', () => {
  const paths = [
    '/',
    '/posts',
    '/posts/abc',
    '/api/posts',
    '/admin',
    '/auth/action',
    '/assets/x.js',
    '/assets',
    '/nowhere/at/all',
  ];

  it.each(paths)('send %s to the same place in the emulator and in production', (path) => {
    const target = (matcher: Matcher) => firebase.hosting.rewrites.find(({ source }) => matcher(source)(path));

    expect(target(productionMatcher)).toBe(target(emulatorMatcher));
  });
});

describe('the model of production', () => {
  it.each(['!{/assets/**,/api/**}', '/{a,b}/**', '/posts/:id', '/[ab]', '/a?', '!(/assets/**)', 'assets/**'])(
    'refuses %s, which is untested in production',
    (pattern) => {
      expect(() => productionMatcher(pattern)).toThrow('not of a form');
    },
  );
});

describe('files of a deployment', () => {
  it('are refused if their names have a special meaning in a pattern', () => {
    expect(() => forFilesThatExist(firebase.hosting.headers, ['a|b.js'])).toThrow('/assets/a|b.js cannot be named');
    expect(() => forFilesThatExist([], [])).toThrow('no header rule');
  });
});
