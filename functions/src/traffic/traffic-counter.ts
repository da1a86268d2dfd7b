import type { TrafficSettings } from '@inkwell/shared/settings';
import { OTHER, type ViewInput, type VisitEnd } from '@inkwell/shared/traffic';
import type { Clock } from '../common/clock.ts';
import { withoutMeter } from '../common/meter.ts';
import { setNewest } from '../common/set-newest.ts';
import { dayIn } from './days.ts';
import type { TrafficRecorder } from './recorder.repository.ts';
import { speedChanges } from './speed.ts';
import { type Change, issueScope, type Kind, type Scope, SITE } from './tally.ts';
import type { TrafficRepository } from './traffic.repository.ts';
import { byAddress, campaignOf, searchedWords, sourceOf, type Visit, visitorHash, wordsHash } from './visits.ts';

/** The viewed post. */
export interface ViewedPost {
  readonly id: string;
  readonly categoryId: number | null;
  readonly tagIds: readonly string[];
}

/** Counts readers' actions as totals. Counts nothing while the setting is off. Never rejects. */
export interface TrafficCounter {
  /** A view of a published post by somebody who is neither staff nor its author. */
  view(visit: Visit, post: ViewedPost, from: ViewInput): Promise<void>;
  /** Counts what a visit reported when it ended. @param postId if the post is published and this visitor has not reported it yet */
  end(visit: Visit, end: VisitEnd, postId: string | null): Promise<void>;
  /** Whether anything is counted. If not, the post that a subscriber came from is not stored. */
  isOn(): Promise<boolean>;
  /**
   * Counts a subscription or a follower, and the post that the person came from, if any. Reads 1 document for a post.
   * @param by the account and what it joined, which an instance counts once a day
   */
  won(what: 'subscribers' | 'followers', postId: string | null, by?: string): Promise<void>;
  click(visit: Visit, issueId: string, link: number): Promise<void>;
  /** Counts an unsubscription with a link of an issue. */
  left(issueId: string): Promise<void>;
}

/** The dependencies of counting. */
export type CountingSettings = TrafficSettings & { readonly timeZone: string };

/** The number of accounts that an instance remembers. */
const MOST_JOINED = 10_000;

export function createTrafficCounter({
  traffic,
  recorder,
  settings,
  ownHosts,
  isPublished,
  clock,
  onError,
}: {
  readonly traffic: Pick<TrafficRepository, 'salt'>;
  readonly recorder: TrafficRecorder;
  readonly settings: () => Promise<CountingSettings>;
  readonly ownHosts: readonly string[];
  /** Whether the id is a published post's. Reads 1 document. */
  readonly isPublished: (postId: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): TrafficCounter {
  let known: { readonly day: string; readonly salt: Promise<Buffer> } | null = null;

  let joined = { day: '', by: new Map<string, true>() };

  function saltOf(day: string): Promise<Buffer> {
    if (known?.day === day) return known.salt;
    const read = { day, salt: withoutMeter(() => traffic.salt(day)) };
    known = read;
    read.salt.catch(() => {
      if (known === read) known = null;
    });
    return read.salt;
  }

  async function count(changesOf: (day: string, salt: () => Promise<Buffer>) => Promise<Change[]>): Promise<void> {
    try {
      const { isOn, timeZone } = await settings();
      if (!isOn) return;
      const day = dayIn(timeZone, clock.now());
      const changes = await changesOf(day, () => saltOf(day));
      if (changes.length > 0) await recorder.record(day, changes);
    } catch (error) {
      onError(error);
    }
  }

  return {
    view: (visit, post, { referrer, campaign }) =>
      count(async (_day, salt) => {
        if (!visit.isCounted) return [];
        const visitor = visitorHash(await salt(), visit.visitor);
        const from = { source: sourceOf(referrer, ownHosts), campaign: campaignOf(campaign) };
        const minute: Change = { scope: SITE, kind: 'minute', key: String(minuteOf(clock.now())) };
        return [...viewChanges(post, { ...visit, ...from, visitor }), minute];
      }),

    end: (visit, end, postId) =>
      count(async (_day, salt) => {
        if (!visit.isCounted) return [];
        const changes = endChanges(end, postId);
        const searches = end.searches ?? [];
        if (searches.length === 0) return changes;
        const daily = await salt();
        const visitor = visitorHash(daily, byAddress(visit.visitor));
        for (const { words, isFound } of searches) {
          const key = searchedWords(words);
          if (key === null) continue;
          const hash = key === OTHER ? {} : { hash: wordsHash(daily, key) };
          for (const kind of isFound ? (['search'] as const) : (['search', 'unfound'] as const)) {
            changes.push({ scope: SITE, kind, key, visitor, ...hash });
          }
        }
        return changes;
      }),

    isOn: async () => (await settings()).isOn,

    won: (what, postId, by) =>
      count(async (day) => {
        if (joined.day !== day) joined = { day, by: new Map() };
        if (by !== undefined && joined.by.has(by)) return [];
        if (by !== undefined) setNewest(joined.by, by, true, MOST_JOINED);
        const changes: Change[] = [{ scope: SITE, kind: 'won', key: what }];
        if (postId !== null && (await isPublished(postId))) {
          changes.push({ scope: SITE, kind: 'won-by', key: `${postId} ${what}` });
          changes.push({ scope: postId, kind: 'won', key: what });
        }
        return changes;
      }),

    click: (visit, issueId, link) =>
      count(async () => (visit.isCounted ? [{ scope: issueScope(issueId), kind: 'click', key: String(link) }] : [])),
    left: (issueId) => count(async () => [{ scope: issueScope(issueId), kind: 'left', key: '' }]),
  };
}

/** Minutes since 1970. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

/** The keys that count a view; null for unknown ones. */
export interface ViewKeys extends Pick<Visit, 'country' | 'device' | 'language'> {
  readonly source: string | null;
  readonly campaign: string | null;
  readonly visitor: number;
}

type Keys = readonly (readonly [Kind, string | null])[];

/** The changes that a view makes to the figures of the site and of its post. */
export function viewChanges(post: ViewedPost, { visitor, ...view }: ViewKeys): Change[] {
  const { source, campaign, country, device, language } = view;
  const keys: Keys = [
    ...([
      ['all', ''],
      ['source', source],
      ['campaign', campaign],
    ] as const),
    ...([
      ['country', country],
      ['device', device],
      ['language', language],
    ] as const),
  ];
  const ofSite: Keys = [
    ['category', post.categoryId === null ? null : String(post.categoryId)],
    ...post.tagIds.map((id) => ['tag', id] as const),
  ];
  const changesIn = (scope: Scope, pairs: Keys): Change[] =>
    pairs.flatMap(([kind, key]) => (key === null ? [] : [{ scope, kind, key, visitor }]));
  return [...changesIn(SITE, [...keys, ...ofSite]), ...changesIn(post.id, keys)];
}

/** The changes that the end of a visit makes, without its searches. */
export const endChanges = (end: VisitEnd, postId: string | null): Change[] => [
  ...speedChanges(end),
  ...(postId !== null && end.read !== undefined
    ? [{ scope: postId, kind: 'read', key: String(end.read) } as const]
    : []),
];
