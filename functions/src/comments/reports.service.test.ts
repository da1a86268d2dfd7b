import { describe, expect, it } from 'vitest';
import type { StoredPost } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { partOf } from '../testing/parts.ts';
import { codeOf } from '../testing/refusals.ts';
import { SAMPLED_AT as at, sampleComment, samplePost } from '../testing/samples.ts';
import type { Change } from './changes.ts';
import type { StoredComment, StoredReport } from './comments.converter.ts';
import type { CommentRepository } from './comments.repository.ts';
import { createReportService } from './reports.service.ts';

const BOB = { id: 'bob', role: 'user' } as const;
const POST = samplePost();
const COMMENT = sampleComment('c');

function serviceOf({
  comment = COMMENT as StoredComment | null,
  post = POST as StoredPost | null,
  kept = null as StoredReport | null,
} = {}) {
  const reports: StoredReport[] = [];
  const service = createReportService({
    comments: partOf<CommentRepository>({
      find: async () => comment,
      findReport: async () => kept,
      async change(_post, change: Change) {
        if (change.kind === 'report') reports.push(change.report);
        return comment && { before: kept ? comment : null, comment, moved: 0 };
      },
    }),
    posts: partOf<PostRepository>({ findCard: async () => post }),
    clock: { now: () => at },
  });
  return { service, reports };
}

describe('a report', () => {
  it.each([
    ['a comment', {}, 'done'],
    ['a missing comment', { comment: null }, 'not-found'],
    ['a comment on a deleted post', { post: null }, 'not-found'],
    ['a comment on an unpublished post', { post: { ...POST, isPublished: false } }, 'not-found'],
    ['an own comment', { comment: { ...COMMENT, authorId: 'bob' } }, 'forbidden'],
    ['a held comment', { comment: { ...COMMENT, state: 'held' as const } }, 'not-found'],
    ['an own hidden comment', { comment: { ...COMMENT, authorId: 'bob', state: 'hidden' as const } }, 'not-found'],
  ])('on %s is answered: %s', async (_, given, expected) => {
    const { service, reports } = serviceOf(given);
    expect(await codeOf(service.report(BOB, 'c', { reason: 'Spam' }))).toBe(expected);
    expect(reports).toHaveLength(expected === 'done' ? 1 : 0);
  });

  it('is one for each account and comment, and a repeat gets the first', async () => {
    const ids = async (actor: string, comment: string) => {
      const { service, reports } = serviceOf();
      await service.report({ id: actor, role: 'user' }, comment, { reason: 'Spam' });
      return reports[0]?.id;
    };
    expect(await ids('bob', 'c')).toBe(await ids('bob', 'c'));
    expect(await ids('bob', 'c')).not.toBe(await ids('cem', 'c'));
    expect(await ids('bob', 'c')).not.toBe(await ids('bob', 'd'));
    const { service, reports } = serviceOf();
    expect((await service.report(BOB, 'c', { reason: 'Spam' })).receivedAt).toBe(at.toISOString());
    expect(reports).toMatchObject([{ commentId: 'c', reporterId: 'bob', email: null, reason: 'Spam', createdAt: at }]);
    const kept = { ...(reports[0] as StoredReport), createdAt: new Date(0) };
    expect((await serviceOf({ kept }).service.report(BOB, 'c', { reason: 'Spam' })).receivedAt).toBe(
      new Date(0).toISOString(),
    );
  });

  it('of a visitor counts once for its text and key', async () => {
    const send = async (reason: string, key: string | null, email?: string) => {
      const { service, reports } = serviceOf();
      await service.legalReport('c', { reason, ...(email && { email }) }, key);
      return reports[0];
    };
    expect(await send('Law', 'k', 'a@example.com')).toMatchObject({
      reporterId: null,
      email: 'a@example.com',
      reason: 'Law',
    });
    expect((await send('Law', 'k'))?.id).toBe((await send('Law', 'k'))?.id);
    expect((await send('Law', 'k'))?.id).not.toBe((await send('Other', 'k'))?.id);
    expect((await send('Law', 'k'))?.id).not.toBe((await send('Law', 'l'))?.id);
    expect((await send('Law', null))?.id).not.toBe((await send('Law', null))?.id);
  });
});
