import { leavingOf, PERSONAL_DATA_LIMITS } from '@inkwell/shared/personal-data';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { partOf } from '../testing/parts.ts';
import { decodeUserData, type StoredUser } from '../users/users.converter.ts';
import type { CopyRepository, StoredCopy } from './copies.repository.ts';
import { createPersonalDataService } from './personal-data.service.ts';

const DAY_MS = 86_400_000;
const NOW = new Date(Date.UTC(2026, 0, 15));
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const ADMIN = { id: 'admin', role: 'admin' } as const;
const ME = { id: 'me', role: 'user' } as const;
const ACCOUNT: StoredUser = {
  ...decodeUserData('me', documentOf('me', { role: 'user', createdAt: NOW }).data() ?? {}),
  leaving: { key: 'k', requestedAt: NOW, at: inDays(7), comments: 'keep', wasBlocked: false },
};
const COPY = partOf<StoredCopy>({ requestedAt: NOW, readyAt: null, url: null, expireAt: inDays(1) });

interface Given {
  readonly copy?: StoredCopy | null;
  /** Whether a copy is already being made. */
  readonly isMaking?: boolean;
  readonly kept?: StoredUser | null;
}

function serviceOf({ copy = null, isMaking = false, kept = null }: Given = {}) {
  const calls: unknown[][] = [];
  const service = createPersonalDataService({
    users: {
      async leave({ id, actorId, comments, leavesAt, job }) {
        calls.push(['leave', id, actorId, comments, leavesAt, job.notBefore]);
        return { user: ACCOUNT } as never;
      },
      keep: async () => kept,
    },
    copies: partOf<CopyRepository>({
      find: async () => copy,
      begin: async (_, copyId) => partOf({ copyId: isMaking ? 'earlier' : copyId }),
    }),
    beginJob: async () => void calls.push(['begin']),
    sitePages: partOf({
      async create(_actor: unknown, _id: string, input: { slug?: string; isPublished: boolean; content: string }) {
        calls.push(['create', input.slug, input.isPublished, input.content.includes('Our Paper')]);
        return partOf({});
      },
    } as never),
    siteName: async () => 'Our Paper',
    secret: 'secret',
    clock: { now: () => NOW },
  });
  return { service, calls };
}

describe('the copy of a person’s data', () => {
  const at = NOW.toISOString();
  it.each([
    ['none', null, { state: 'none', requestedAt: null, url: null, expiresAt: null }],
    ['one under way', COPY, { state: 'making', requestedAt: at, url: null, expiresAt: null }],
    [
      'one that is ready',
      { ...COPY, readyAt: NOW, url: '/c' },
      { state: 'ready', requestedAt: at, url: '/c', expiresAt: inDays(1).toISOString() },
    ],
    [
      'one that has expired',
      { ...COPY, readyAt: NOW, url: '/c', expireAt: NOW },
      { state: 'none', requestedAt: null, url: null, expiresAt: null },
    ],
  ])('is shown: %s', async (_, copy, shown) => {
    expect(await serviceOf({ copy }).service.copy(ME)).toEqual(shown);
  });

  it('is made only once at a time', async () => {
    const [first, second] = [serviceOf({ copy: COPY }), serviceOf({ copy: COPY, isMaking: true })];
    expect((await first.service.makeCopy(ME)).state).toBe('making');
    await second.service.makeCopy(ME);
    expect([first.calls, second.calls]).toEqual([[['begin']], []]);
  });
});

describe('an account', () => {
  const later = inDays(PERSONAL_DATA_LIMITS.leavingDays);

  it('is deleted some days after its owner or an admin asks, or immediately if its sign-in provider has deleted it', async () => {
    const { service, calls } = serviceOf();
    expect(await service.leave(ME, 'remove')).toEqual(leavingOf({ at: inDays(7), comments: 'keep' }));
    await service.remove(ADMIN, 'me', 'keep');
    await service.removeGone('me');
    expect(calls).toEqual([
      ['leave', 'me', 'me', 'remove', later, later],
      ['leave', 'me', 'admin', 'keep', later, later],
      ['leave', 'me', 'system', 'keep', NOW, NOW],
    ]);
    await expect(service.remove(ADMIN, 'admin', 'keep')).rejects.toMatchObject({ code: 'forbidden' });
    expect(calls).toHaveLength(3);
  });

  it('can be kept until its deletion is due', async () => {
    const kept = { ...ACCOUNT, leaving: null };
    expect(await serviceOf({ kept }).service.keep(ME)).toMatchObject({ id: 'me', leavesAt: null });
    await expect(serviceOf({ kept: ACCOUNT }).service.keep(ME)).rejects.toMatchObject({ code: 'leaving' });
    await expect(serviceOf().service.keep(ME)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('of an admin creates an unpublished page about privacy', async () => {
    const { service, calls } = serviceOf();
    await service.privacyPage(ADMIN);
    expect(calls).toEqual([['create', 'privacy', false, true]]);
  });
});
