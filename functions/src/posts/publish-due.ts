import type { Clock } from '../common/clock.ts';
import { describeError, type Log } from '../common/log.ts';
import type { PostWriter } from './post-writes.repository.ts';
import type { DuePost, ScheduledPostRepository } from './scheduled-posts.repository.ts';

/** How many posts are read at a time. */
const PAGE = 50;

interface Dependencies {
  readonly scheduled: ScheduledPostRepository;
  readonly writer: Pick<PostWriter, 'publishDue'>;
  /** Asked again for each post, so that a clock that was set back publishes nothing early. */
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Publishes the scheduled posts that are due, the longest due first. Safe to repeat and to run in parallel. Begins no further post after
 * `withinMs`: the next run goes on. A post that fails does not stop the others, and neither does one that stays unpublished because of
 * conflict markers.
 * @returns how many posts this run published
 * @throws AggregateError with the failures, after all others are done; those posts are still due
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
