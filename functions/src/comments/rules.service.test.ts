import { type CommentSettings, DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { describe, expect, it } from 'vitest';
import { partOf } from '../testing/parts.ts';
import type { CommentRepository } from './comments.repository.ts';
import { createCommentRules } from './rules.service.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-01-15T10:00:00.000Z');
const READER = { id: 'reader', role: 'user' } as const;
const STAFF = { id: 'mod', role: 'moderator' } as const;

function rulesOf(settings: Partial<CommentSettings>, { isVerified = false, visible = 0 } = {}) {
  return createCommentRules({
    settings: { ofComments: async () => ({ ...DEFAULT_SETTINGS.comments, ...settings }) },
    comments: partOf<CommentRepository>({ visibleOf: async (_, limit) => Math.min(visible, limit) }),
    isVerified: async () => isVerified,
    clock: { now: () => NOW },
  });
}

describe('who may comment', () => {
  it.each([
    ['off', null, 'off', 'off'],
    ['all', 'off', 'off', 'off'],
    ['off', 'all', null, null],
    ['all', null, null, null],
    ['verified', null, 'verified', null],
    ['all', 'verified', 'verified', null],
    ['all', 'nonsense', null, null],
  ] as const)(
    'if the publication says %s and the post %j: refused to readers for %j, to staff for %j',
    async (access, commentsAccess, reader, staff) => {
      const post = { commentsAccess, publishedAt: NOW };
      const rules = rulesOf({ access, closeAfterDays: null });
      expect(await rules.refusal(READER, post)).toBe(reader);
      expect(await rules.refusal(STAFF, post)).toBe(staff);
      expect(await rulesOf({ access, closeAfterDays: null }, { isVerified: true }).refusal(READER, post)).toBe(staff);
    },
  );

  it.each([
    ['at the end of its last day', 3 * DAY_MS, null],
    ['after it', 3 * DAY_MS + 1, 'closed'],
    ['before it is published', null, null],
  ])('on a post that closes after three days, %s', async (_, ageMs, refusal) => {
    const publishedAt = ageMs === null ? null : new Date(NOW.getTime() - ageMs);
    const ask = (closeAfterDays: number | null) =>
      rulesOf({ access: 'all', closeAfterDays }).refusal(READER, { commentsAccess: null, publishedAt });
    expect(await ask(3)).toBe(refusal);
    expect(await ask(null)).toBeNull();
  });
});

describe('which comments are held', () => {
  const FREE = { holdEverything: false, holdFirst: 0, holdLinksAbove: null, holdWords: [] };
  const LINKS = 'https://a.example https://b.example';

  it.each([
    ['nothing', {}, LINKS, null],
    ['everything', { holdEverything: true }, 'Words', 'everything'],
    ['those with a listed word', { holdWords: ['spam'] }, 'Buy spam!', 'words'],
    ['those without one', { holdWords: ['spam'] }, 'Buy bread!', null],
    ['as many links as are allowed', { holdLinksAbove: 2 }, LINKS, null],
    ['one link more', { holdLinksAbove: 1 }, LINKS, 'links'],
    ['the first of somebody', { holdFirst: 3 }, 'Words', 'first'],
  ])('%s', async (_, settings, content, rule) => {
    const rules = rulesOf({ ...FREE, ...settings }, { visible: 2 });
    expect(await rules.heldBy(READER, content)).toBe(rule);
    expect(await rules.heldBy(STAFF, content)).toBeNull();
  });

  it('ends with as many visible comments of somebody as are asked for', async () => {
    const first = (visible: number) => rulesOf({ ...FREE, holdFirst: 2 }, { visible }).heldBy(READER, 'Words');
    expect(await Promise.all([0, 1, 2, 3].map(first))).toEqual(['first', 'first', null, null]);
  });
});
