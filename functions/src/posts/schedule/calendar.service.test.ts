import { CALENDAR_LIMITS } from '@inkwell/shared/calendar';
import { describe, expect, it } from 'vitest';
import { cacheOf, partOf } from '../../testing/parts.ts';
import type { AuthorNames } from '../../users/authors.ts';
import { createCalendarService } from './calendar.service.ts';
import type { PlannedPost } from './scheduled-posts.repository.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 15, hour));
const STAFF = { id: 'mod', role: 'moderator' } as const;
const post = (id: string, changes: Partial<PlannedPost> = {}): PlannedPost => ({
  id,
  title: `T${id}`,
  authorId: 'ada',
  createdAt: at(1),
  publishedAt: null,
  publishAt: null,
  ...changes,
});
type Found = Readonly<Partial<Record<'scheduled' | 'published', PlannedPost[]>>>;

function calendarOf(posts: Found = {}, pages: Found = {}) {
  const asked: unknown[] = [];
  const sourceOf = ({ scheduled = [], published = [] }: Found) => ({
    async scheduledBetween(...args: unknown[]) {
      asked.push(args);
      return scheduled;
    },
    publishedBetween: async () => published,
  });
  const service = createCalendarService({
    scheduled: { posts: sourceOf(posts), pages: sourceOf(pages) },
    authors: cacheOf({ ada: partOf<AuthorNames>({ displayName: 'Ada' }) }),
  });
  return { between: () => service.between(STAFF, at(0), at(23)), service, asked };
}

describe('the calendar', () => {
  it('contains posts and pages in order of time: their due times or first publications', async () => {
    const published = [post('a', { publishedAt: at(9), publishAt: at(12) }), post('old')];
    const { between, asked } = calendarOf(
      { scheduled: [post('c', { publishAt: at(10) })], published },
      { scheduled: [post('b', { publishAt: at(10) })] },
    );
    const { entries, isCut } = await between();
    expect(entries.map(({ kind, id, status, at: time }) => [kind, id, status, time])).toEqual([
      ['post', 'old', 'published', at(1).toISOString()],
      ['post', 'a', 'published', at(9).toISOString()],
      ['page', 'b', 'scheduled', at(10).toISOString()],
      ['post', 'c', 'scheduled', at(10).toISOString()],
    ]);
    expect(entries[0]).toMatchObject({ title: 'Told', authorName: 'Ada' });
    expect(isCut).toBe(false);
    expect(asked).toEqual([
      [at(0), at(23), CALENDAR_LIMITS.posts],
      [at(0), at(23), CALENDAR_LIMITS.pages],
    ]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => post(`p${n}`));
  it.each<[string, Found, Found, boolean]>([
    ['scheduled posts', { scheduled: many(CALENDAR_LIMITS.posts) }, {}, true],
    ['published posts', { published: many(CALENDAR_LIMITS.posts) }, {}, true],
    ['published pages', {}, { published: many(CALENDAR_LIMITS.pages) }, true],
    ['none', { scheduled: many(CALENDAR_LIMITS.posts - 1) }, {}, false],
  ])('says whether it lacks some: %s', async (_, posts, pages, isCut) => {
    expect((await calendarOf(posts, pages).between()).isCut).toBe(isCut);
  });

  it('is for staff', async () => {
    const work = calendarOf().service.between({ id: 'ada', role: 'user', writing: 'author' }, at(0), at(1));
    await expect(work).rejects.toMatchObject({ code: 'forbidden' });
  });
});
