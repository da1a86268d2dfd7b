import { ISSUE_LIMITS } from '@inkwell/shared/newsletter-issues';
import { describe, expect, it } from 'vitest';
import type { StoredPost } from '../posts/posts.converter.ts';
import { partOf } from '../testing/parts.ts';
import type { NewDigest } from './digest.repository.ts';
import { createDigestService } from './digest.service.ts';
import { sendJob } from './send.job.ts';

const DAY_MS = 86_400_000;
/** A Thursday, in week 3. */
const NOW = new Date(Date.UTC(2026, 0, 15, 9));
const WEEK = '2026-W03';
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const post = (id: string, categoryId: number | null, title = `Title ${id}`) =>
  partOf<StoredPost>({
    id,
    title,
    categoryId,
    excerpt: '',
    content: '',
    slug: id,
    imageUrl: null,
    authorIds: [],
  } as never);

interface Given {
  readonly isOn?: boolean;
  readonly hour?: number;
  readonly last?: { week: string; at: Date } | null;
  readonly posts?: readonly StoredPost[];
  readonly isSettled?: boolean;
}

function digestOf({
  isOn = true,
  hour = 9,
  last = null,
  posts = [post('a', 3), post('b', 3)],
  isSettled = true,
}: Given) {
  const calls: unknown[][] = [];
  let digest: NewDigest | null = null;
  const service = createDigestService({
    digests: {
      last: async () => last,
      async bestOf(span, limit) {
        calls.push(['bestOf', span, limit]);
        return [...posts];
      },
      async settle(week, made, at) {
        calls.push(['settle', week, made !== null, at]);
        digest = made;
        return isSettled;
      },
    },
    settings: async () => partOf({ digestIsOn: isOn, digestDay: 4, digestHour: hour } as never),
    site: async () => partOf({ name: 'Inkwell', timeZone: 'UTC' }),
    countsClicks: async () => false,
    clock: { now: () => NOW },
  });
  return { service, calls, made: () => digest as NewDigest | null };
}

describe('a digest', () => {
  it.each([
    ['is off', { isOn: false }],
    ['is due at another hour', { hour: 10 }],
    ['was sent this week', { last: { week: WEEK, at: ago(0) } }],
    ['was sent for a later week', { last: { week: '2026-W04', at: ago(0) } }],
  ])('is not sent if it %s', async (_, given) => {
    const { service, calls } = digestOf(given);
    expect(await service.sendDue()).toBeNull();
    expect(calls).toEqual([]);
  });

  it.each([
    ['the last week, the first time', null, 7 * DAY_MS],
    ['where the last one ended', 7 * DAY_MS, 7 * DAY_MS],
    ['where the last one ended, also after a missed week', 15 * DAY_MS - 1, 15 * DAY_MS - 1],
    ['the last week after a longer pause', 15 * DAY_MS, 7 * DAY_MS],
  ])('contains the best posts since %s', async (_, lastMs, fromMs) => {
    const { service, calls } = digestOf({ last: lastMs === null ? null : { week: '2025-W52', at: ago(lastMs) } });
    expect(await service.sendDue()).toBe(`digest-${WEEK}`);
    expect(calls).toEqual([
      ['bestOf', { from: ago(fromMs), to: NOW }, 7],
      ['settle', WEEK, true, NOW],
    ]);
  });

  it('is skipped in a week without posts, which counts as handled', async () => {
    const { service, calls } = digestOf({ posts: [] });
    expect(await service.sendDue()).toBeNull();
    expect(calls.at(-1)).toEqual(['settle', WEEK, false, NOW]);
  });

  it('is sent once if two instances start it', async () => {
    expect(await digestOf({ isSettled: false }).service.sendDue()).toBeNull();
  });

  it('is an issue named after its best post, with a job that sends it', async () => {
    const { service, made } = digestOf({});
    await service.sendDue();
    const subject = 'The week at Inkwell: Title a';
    expect(made()?.fields).toMatchObject({ subject, previewText: null, mailsPerHour: null });
    expect(made()?.fields.content).toMatch(/Title a[\s\S]*Title b/);
    const createdBy = 'system';
    expect(made()?.job).toEqual(sendJob({ issueId: `digest-${WEEK}`, round: 1 }, { createdBy, about: subject }));
    const before = made()?.cancelJob(partOf({ id: 'digest-before', round: 4, subject: 'Before' }));
    expect(before).toEqual(sendJob({ issueId: 'digest-before', round: 5 }, { createdBy, about: 'Before' }));
  });

  it('has a subject within the maximum length', async () => {
    const { service, made } = digestOf({ posts: [post('a', 3, 'x'.repeat(400))] });
    await service.sendDue();
    expect(made()?.fields.subject).toHaveLength(ISSUE_LIMITS.subject);
  });

  it.each([
    ['subscribers who chose one of its categories', [post('a', 3), post('b', 5), post('c', 3)], [3, 5]],
    ['all subscribers if a post has no category', [post('a', 3), post('b', null)], null],
  ])('is for %s', async (_, posts, categories) => {
    const { service, made } = digestOf({ posts });
    await service.sendDue();
    expect(made()?.fields.segment.categories).toEqual(categories);
  });

  it('counts as sent after data was lost, if it was due', async () => {
    const due = digestOf({});
    await due.service.skipDue();
    expect(due.calls).toEqual([['settle', WEEK, false, NOW]]);
    const off = digestOf({ isOn: false });
    await off.service.skipDue();
    expect(off.calls).toEqual([]);
  });
});
