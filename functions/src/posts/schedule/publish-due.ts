import type { Clock } from '../../common/clock.ts';
import { describeError, type Log } from '../../common/log.ts';
import type { PostWriter } from '../saving/post-writes.repository.ts';
import type { DuePost, ScheduledPostRepository } from './scheduled-posts.repository.ts';

const PAGE = 50;

interface Dependencies {
  readonly scheduled: ScheduledPostRepository;
  readonly writer: Pick<PostWriter, 'publishDue'>;
  /** Read again for each post, so that nothing is published early if the clock is set back. */
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Publishes scheduled posts that are due, longest due first. Safe to repeat and to run in parallel. Starts no post after `withinMs`. Failures, and
 * posts with conflict markers, do not stop the others.
 * @returns the number of posts published by this run
 * @throws AggregateError with the failures after all others are done; those posts are still due
 */
export async function publishDue(
  { scheduled, writer, clock, log }: Dependencies,
  withinMs: number,
): Promise<{ published: number }> {
  const endMs = performance.now() + withinMs;
  const failures: unknown[] = [];
  let published = 0;
  let after: DuePost | null = null;
  while (performance.now() < endMs) {
    const page: DuePost[] = await scheduled.due(clock.now(), after, PAGE);
    for (const post of page) {
      if (performance.now() >= endMs) break;
      try {
        const outcome = await writer.publishDue(post.id, clock.now());
        if (outcome === 'published') published += 1;
        if (outcome === 'withheld')
          log('WARNING', 'a scheduled post stays a draft: its text has conflict markers', { post: post.id });
      } catch (error) {
        log('ERROR', 'a scheduled post was not published', { post: post.id, error: describeError(error) });
        failures.push(error);
      }
    }
    after = page.at(-1) ?? null;
    if (page.length < PAGE) break;
  }
  if (published > 0) log('INFO', 'scheduled posts published', { published });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} scheduled posts were not published`);
  return { published };
}
