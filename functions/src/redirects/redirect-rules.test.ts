import { REDIRECT_LIMITS, type Redirect } from '@inkwell/shared/redirects';
import { expect, it } from 'vitest';
import type { RedirectPattern } from '../addresses/redirect-patterns.ts';
import { addTo, idOf, refusalOf, type Surroundings } from './redirect-rules.ts';

const redirect = (from: string, to: string): Redirect => ({
  id: idOf(from),
  from,
  to,
  status: 301,
  createdAt: '2026-01-15T10:00:00.000Z',
});

/** The stored data: these redirects, and a page or post at `/page`. */
function around(...redirects: readonly [from: string, to: string][]): Surroundings {
  const found: Surroundings = { patterns: [], at: new Map([[idOf('/page'), 'other']]), followers: [] };
  for (const [from, to] of redirects) addTo(found, redirect(from, to));
  return found;
}
const FULL = around(
  ...Array.from({ length: REDIRECT_LIMITS.patterns }, (_, n): [string, string] => [`/p${n}/*`, '/page']),
);

it.each<[string, Surroundings, [from: string, to: string], replaced: string | null, string | null]>([
  ['stands alone', around(), ['/a', '/b'], null, null],
  ['leads to a page', around(), ['/a', '/page'], null, null],
  ['leads elsewhere', around(['/b', '/c']), ['/a', 'https://example.com/b'], null, null],
  ['takes the address of a page', around(), ['/page', '/b'], null, 'taken'],
  ['takes that of another one', around(['/a', '/b']), ['/a', '/c'], null, 'taken'],
  ['is changed', around(['/a', '/b']), ['/a', '/c'], '/a', null],
  ['leads to itself', around(), ['/a', '/A/'], null, 'toItself'],
  ['leads to another one', around(['/b', '/c']), ['/a', '/b'], null, 'chain'],
  ['leads to where it was', around(['/b', '/c']), ['/a', '/b'], '/b', null],
  ['is led to', around(['/b', '/a']), ['/a', '/c'], null, 'follower'],
  ['was led to by what it was', around(['/b', '/a']), ['/a', '/c'], '/b', null],
  ['leads into a pattern', around(['/old/*', '/c']), ['/a', '/old/x'], null, 'chain'],
  ['is led to by a pattern', around(['/old/*', '/a']), ['/a', '/c'], null, 'follower'],
  ['leads into a pattern that it was', around(['/old/*', '/c']), ['/a', '/old/x'], '/old/*', null],
  ['is a pattern that leads into itself', around(), ['/old/*', '/old/x'], null, 'toItself'],
  ['is a pattern that is led to', around(['/a', '/old/x']), ['/old/*', '/c'], null, 'follower'],
  ['is a pattern that another leads to', around(['/older/*', '/old/x']), ['/old/*', '/c'], null, 'follower'],
  ['is one pattern too many', FULL, ['/old/*', '/c'], null, 'fullPatterns'],
  ['is a pattern that is changed', FULL, ['/p0/*', '/c'], '/p0/*', null],
  ['is a pattern in place of another', FULL, ['/old/*', '/c'], '/p0/*', null],
  ['carries a rest that there is not', around(), ['/a', '/b/:splat'], null, 'rest'],
])('a redirect that %s', (_, stored, [from, to], replaced, refusal) => {
  expect(refusalOf(stored, { from, to }, replaced === null ? null : idOf(replaced))).toBe(refusal);
});

it('an accepted redirect replaces the pattern with its id', () => {
  const stored = around(['/old/*', '/a'], ['/old/*', '/b']);
  expect(stored.patterns.map(({ to }: RedirectPattern) => to)).toEqual(['/b']);
});
