import { setTimeout } from 'node:timers/promises';
import { AppError } from '@inkwell/shared/errors';
import { setNewest } from '../common/set-newest.ts';
import type { TrafficCounter } from '../traffic/traffic-counter.ts';
import type { Visit } from '../traffic/visits.ts';
import { linksOf } from './issue-links.ts';
import type { StoredIssue } from './newsletter-issues.converter.ts';

export interface IssueClickService {
  /**
   * Adds a click to the total of its link. Reads 1 document for an issue, which is then cached. @returns the target of the link
   * @throws AppError `not-found` unless it is a link of an issue that counts clicks
   */
  follow(visit: Visit, issueId: string, link: number): Promise<string>;
}

/** How long a request waits until the click is counted, which may happen later. */
const CLICK_WAIT_MS = 1_000;
/** The number of issues whose links are cached. */
const KNOWN = 20;

export function createIssueClickService({
  find,
  traffic,
  siteUrl,
}: {
  readonly find: (id: string) => Promise<StoredIssue | null>;
  readonly traffic: Pick<TrafficCounter, 'click'>;
  readonly siteUrl: string;
}): IssueClickService {
  /** Links do not change after sending has begun. */
  const known = new Map<string, readonly string[]>();

  async function links(issueId: string): Promise<readonly string[]> {
    const before = known.get(issueId);
    if (before) return before;
    const issue = await find(issueId);
    if (!issue?.countsClicks || issue.startedAt === null) return [];
    const found = linksOf(issue.content, siteUrl);
    setNewest(known, issueId, found, KNOWN);
    return found;
  }

  return {
    async follow(visit, issueId, link) {
      const url = (await links(issueId))[link];
      if (url === undefined) throw new AppError('not-found');
      // Counting never rejects, and the reader does not wait for a slow database.
      await Promise.race([traffic.click(visit, issueId, link), setTimeout(CLICK_WAIT_MS, undefined, { ref: false })]);
      return url;
    },
  };
}
