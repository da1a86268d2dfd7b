import { REDIRECT_TEXTS } from '@inkwell/shared/redirects';
import { describe, expect, it } from 'vitest';
import { partOf } from '../testing/parts.ts';
import type { NewRedirect, RedirectChange, RedirectRepository } from './redirects.repository.ts';
import { createRedirectService } from './redirects.service.ts';

const ADMIN = { id: 'admin', role: 'admin' } as const;

function serviceOf() {
  const stored: NewRedirect[] = [];
  const changes: unknown[] = [];
  const forgotten: string[] = [];
  const answer = (redirect: object) => ({ kind: 'done', redirect }) as RedirectChange;
  const service = createRedirectService({
    redirects: partOf<RedirectRepository>({
      count: async () => 0,
      async create(redirects) {
        stored.push(...redirects);
        return redirects.map((one) => (one.from === '/taken' ? { kind: 'taken' } : answer(one)));
      },
      async change(id, change) {
        changes.push([id, change]);
        return answer({ from: '/old', ...change });
      },
    }),
    addresses: { forget: (path) => void forgotten.push(path) },
    clock: { now: () => new Date(0) },
    siteUrl: 'https://site.example',
  });
  return { service, stored, changes, forgotten };
}

describe('a redirect', () => {
  it.each([
    ['/new', '/new'],
    ['https://other.example/a', 'https://other.example/a'],
    ['https://site.example', '/'],
    ['https://site.example/', '/'],
    ['https://site.example/new?x=1', '/new?x=1'],
    ['https://site.example.org/new', 'https://site.example.org/new'],
  ])("to %s is stored as %s: the site's own address becomes a path", async (to, target) => {
    const { service, stored, changes, forgotten } = serviceOf();
    await service.create(ADMIN, { from: '/old', to, status: 301 });
    expect(stored).toEqual([{ from: '/old', to: target, status: 301 }]);
    expect(forgotten).toEqual(['/old']);
    await service.change(ADMIN, 'id', { to });
    expect(changes).toEqual([['id', { to: target }]]);
  });

  it('is imported row by row, and each refusal is for its own row', async () => {
    const { service, stored, forgotten } = serviceOf();
    const rows = [
      { from: '/a', to: '/new', status: '' },
      { from: 'nonsense', to: '/new' },
      { from: '/taken', to: '/new' },
      { from: '/b', to: 'https://site.example', status: '302' },
      { from: '/c', to: 'nowhere' },
    ];
    expect(await service.importRows(ADMIN, rows)).toEqual({
      added: 2,
      refused: [
        { row: 1, reason: REDIRECT_TEXTS.from },
        { row: 2, reason: REDIRECT_TEXTS.taken },
        { row: 4, reason: REDIRECT_TEXTS.to },
      ],
    });
    expect(stored).toEqual([
      { from: '/a', to: '/new', status: 301 },
      { from: '/taken', to: '/new', status: 301 },
      { from: '/b', to: '/', status: 302 },
    ]);
    expect(forgotten).toEqual(['/a', '/b']);
  });
});
