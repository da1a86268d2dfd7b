import { EVERYBODY, ISSUE_LIMITS } from '@inkwell/shared/newsletter-issues';
import { cut } from '@inkwell/shared/plain-text';
import type { NewsletterSettings } from '@inkwell/shared/settings';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { Clock } from '../common/clock.ts';
import { DAY_MS, type DigestRepository, digestId, WEEK_MS } from './digest.repository.ts';
import { digestWeekAt } from './digest-week.ts';
import { NEW_ISSUE, type StoredProgress } from './newsletter-issues.converter.ts';
import { postTexts } from './post-text.ts';
import { sendJob } from './send.job.ts';

/** The maximum age of the last digest: one missed week, plus a day for a late digest and changes of clocks. */
const RECENT_MS = 2 * WEEK_MS + DAY_MS;

/** The number of posts in a digest. */
const BEST = 7;

export interface DigestService {
  /**
   * Starts sending the weekly digest when it is due: once for each week, and never without new posts. Safe to repeat and to run concurrently. Reads
   * nothing at other times. @returns the id of the started digest
   */
  sendDue(): Promise<string | null>;
  /** Marks a due digest as sent, because it may have been sent after the restored backup was made. Safe to repeat. */
  skipDue(): Promise<void>;
}

export function createDigestService({
  digests,
  settings,
  site,
  countsClicks,
  clock,
}: {
  readonly digests: DigestRepository;
  readonly settings: () => Promise<NewsletterSettings>;
  readonly site: () => Promise<SiteSettings>;
  readonly countsClicks: () => Promise<boolean>;
  readonly clock: Clock;
}): DigestService {
  /** The week whose digest is due at a time; null if none is. */
  async function dueWeek(at: Date): Promise<string | null> {
    const { digestIsOn, digestDay, digestHour } = await settings();
    if (!digestIsOn) return null;
    const { timeZone } = await site();
    return digestWeekAt(at, { day: digestDay, hour: digestHour, timeZone });
  }

  return {
    async skipDue() {
      const at = clock.now();
      const week = await dueWeek(at);
      if (week !== null) await digests.settle(week, null, at);
    },

    async sendDue() {
      const at = clock.now();
      const week = await dueWeek(at);
      if (week === null) return null;
      const { name } = await site();
      const last = await digests.last();
      if (last && last.week >= week) return null;
      // Starts where the last digest ended, so that no post is missed or repeated.
      const isRecent = last !== null && at.getTime() - last.at.getTime() < RECENT_MS;
      const from = isRecent ? last.at : new Date(at.getTime() - WEEK_MS);
      const posts = await digests.bestOf({ from, to: at }, BEST);
      if (posts.length === 0) {
        await digests.settle(week, null, at);
        return null;
      }
      const categories = posts.map(({ categoryId }) => categoryId);
      const isForAll = categories.includes(null);
      const fields = {
        ...NEW_ISSUE,
        // Leaves room for what `cut` adds.
        subject: cut(`The week at ${name}: ${posts[0]?.title ?? ''}`, ISSUE_LIMITS.subject - 3),
        previewText: null,
        content: postTexts(posts, false),
        // Subscribers who chose categories get the digests with posts in them.
        segment: {
          ...EVERYBODY,
          categories: isForAll ? null : [...new Set(categories.filter((id) => id !== null))],
        },
      };
      const id = digestId(week);
      const job = sendJob({ issueId: id, round: 1 }, { createdBy: 'system', about: fields.subject });
      const cancelJob = ({ id: issueId, round, subject }: StoredProgress) =>
        sendJob({ issueId, round: round + 1 }, { createdBy: 'system', about: subject });
      return (await digests.settle(week, { fields, countsClicks: await countsClicks(), job, cancelJob }, at))
        ? id
        : null;
    },
  };
}
