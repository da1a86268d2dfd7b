import { randomFrom } from '../random.ts';
import type { Person, SeedPost } from './publication.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The moment `days` days before `now`. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** When a post was written, at varying minutes of the day, never in the future. */
export function postTime(now: Date, { slug, daysAgo }: Pick<SeedPost, 'slug' | 'daysAgo'>): Date {
  const earlier = randomFrom(`hour-${slug}`).between(3, 11) * HOUR_MS;
  return new Date(daysBefore(now, daysAgo).getTime() - Math.round(earlier / MINUTE_MS) * MINUTE_MS);
}

/** When a comment was written, a number of hours after the post, never in the future. */
export function commentTime(now: Date, postedAt: Date, comment: { hoursAfter: number; content: string }): Date {
  const minutes = randomFrom(comment.content).between(0, 40) * MINUTE_MS;
  return new Date(Math.min(postedAt.getTime() + comment.hoursAfter * HOUR_MS + minutes, now.getTime() - MINUTE_MS));
}

/** The people who like a post, in a random order with the time of each; `first` come first. */
export function likesOf(
  now: Date,
  post: SeedPost,
  people: readonly Person[],
  first: readonly string[],
): { by: string; at: Date }[] {
  const random = randomFrom(`likes-${post.slug}`);
  const postedAt = postTime(now, post).getTime();
  return people
    .filter((person) => person.key !== post.author && !person.isBlocked)
    .map((person) => ({ person, rank: first.includes(person.key) ? -1 : random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, post.likes)
    .map(({ person }) => {
      const from = Math.max(postedAt, daysBefore(now, person.joinedDaysAgo).getTime());
      return { by: person.key, at: new Date(from + (now.getTime() - from) * random.next() ** 3) };
    });
}
