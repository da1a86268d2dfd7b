import type { Content } from '@inkwell/functions/src/compose/content.ts';
import { addDays, dayIn } from '@inkwell/functions/src/traffic/days.ts';
import {
  apply,
  type Change,
  type Figures,
  figuresOf,
  type Scope,
  SITE,
  type Tally,
  withPosts,
} from '@inkwell/functions/src/traffic/tally.ts';
import { endChanges, type ViewedPost, viewChanges } from '@inkwell/functions/src/traffic/traffic-counter.ts';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import type { PageKind, VisitEnd } from '@inkwell/shared/traffic';
import type { Publication } from '../content/publication.ts';
import { mapLimited } from '../map-limited.ts';
import { type Random, randomFrom } from '../random.ts';
import { postIdOf } from './posts.ts';

const DAYS = 90;
const VISITS = { first: 40, last: 80 } as const;
/** The share of views on each day; weekends are quieter. */
const WEEKEND = 0.7;
/** The share of visits by somebody who was there before on the same day. */
const AGAIN = 0.25;
const PARALLEL = 8;

/** Properties of visits, with their frequencies. */
const SOURCES = {
  'google.com': 30,
  direct: 26,
  'news.ycombinator.com': 8,
  'mastodon.social': 7,
  'bing.com': 5,
  'duckduckgo.com': 5,
  newsletter: 9,
  'reddit.com': 4,
  'lobste.rs': 2,
  'bsky.app': 4,
};
const COUNTRIES = { DE: 28, US: 24, GB: 14, FR: 8, NL: 7, AT: 6, CH: 5, CA: 4, IN: 4 };
const DEVICES = { desktop: 55, mobile: 40, tablet: 5 } as const;
const LANGUAGES = { en: 58, de: 30, fr: 7, nl: 5 };
const READ = { 0: 18, 25: 17, 50: 17, 75: 18, 100: 30 } as const;
const PAGES = { post: 70, home: 15, list: 10, search: 5 } as const;
const SEARCHES = { sourdough: 6, 'remote work': 5, cache: 4, lens: 3 };
const UNFOUND = { kombucha: 3, podcast: 2 };

/** Draws a key according to its frequency. */
function pick<K extends string | number>(random: Random, weights: { readonly [Key in K]: number }): K {
  const entries = Object.entries<number>(weights);
  let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    left -= weight;
    if (left < 0) return key as K;
  }
  return entries[0]?.[0] as K;
}

function endOf(random: Random): VisitEnd {
  const page: PageKind = pick(random, PAGES);
  const read = page === 'post' ? { read: Number(pick(random, READ)) as 0 } : {};
  return {
    page,
    ...read,
    lcp: random.between(600, 2_600),
    inp: random.between(20, 260),
    cls: random.between(0, 0.12),
  };
}

/** The events of one visit to a post. */
function visitChanges(random: Random, post: ViewedPost, visitor: number): Change[] {
  const source = pick(random, SOURCES);
  const keys = { visitor, source, campaign: source === 'newsletter' ? 'weekly digest' : null };
  const end = random.next() < 0.7 ? endOf(random) : null;
  const search = (kind: 'search' | 'unfound', weights: Readonly<Record<string, number>>): Change[] =>
    random.next() < 0.05 ? [{ scope: SITE, kind, key: pick(random, weights), visitor }] : [];
  const what = random.next() < 0.6 ? 'subscribers' : 'followers';
  const isWon = random.next() < 0.015;
  return [
    ...viewChanges(post, {
      ...keys,
      country: pick(random, COUNTRIES),
      device: pick(random, DEVICES),
      language: pick(random, LANGUAGES),
    }),
    ...(end ? endChanges(end, post.id) : []),
    ...search('search', SEARCHES),
    ...search('unfound', UNFOUND),
    ...(isWon
      ? ([
          { scope: SITE, kind: 'won', key: what },
          { scope: SITE, kind: 'won-by', key: `${post.id} ${what}` },
          { scope: post.id, kind: 'won', key: what },
        ] as const)
      : []),
  ];
}

/** Stores the figures of visits in the last days, counted by the same code as readers' visits. Safe to repeat. */
export async function loadTraffic(
  publication: Publication,
  { content, now }: { readonly content: Pick<Content, 'stored' | 'storedTraffic'>; readonly now: Date },
): Promise<void> {
  const random = randomFrom('visits');
  const today = dayIn(DEFAULT_SITE.timeZone, now);
  const cards = await content.stored.findCards(publication.posts.map(postIdOf));
  const posts = cards
    .filter(({ isPublished }) => isPublished)
    .map((card) => ({
      post: card,
      from: dayIn(DEFAULT_SITE.timeZone, card.publishedAt ?? card.createdAt),
      views: card.views,
    }));
  const figures = new Map<Scope, Map<string, Figures>>();
  for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
    const day = addDays(today, -ago);
    const weights = Object.fromEntries(
      posts.flatMap(({ from, views }, n) => (from <= day ? [[String(n), Math.sqrt(views + 1)]] : [])),
    );
    if (Object.keys(weights).length === 0) continue;
    const share = 1 - ago / DAYS;
    const isWeekend = new Date(day).getUTCDay() % 6 === 0;
    const usual = VISITS.first + share * (VISITS.last - VISITS.first);
    const tallies = new Map<Scope, Tally>();
    const visitors: number[] = [];
    for (let visits = usual * (isWeekend ? WEEKEND : 1) * random.between(0.85, 1.2); visits > 0; visits -= 1) {
      const chosen = posts[Number(pick(random, weights))];
      const before = random.next() < AGAIN ? visitors[Math.floor(random.next() * visitors.length)] : undefined;
      const visitor = before ?? Math.floor(random.next() * 2 ** 32);
      visitors.push(visitor);
      for (const change of chosen ? visitChanges(random, chosen.post, visitor) : []) {
        const tally = tallies.get(change.scope) ?? new Map();
        tallies.set(change.scope, tally);
        apply(tally, change);
      }
    }
    for (const [scope, tally] of withPosts(tallies)) {
      const days = figures.get(scope) ?? new Map<string, Figures>();
      figures.set(scope, days.set(day, figuresOf(tally)));
    }
  }
  await mapLimited([...figures], PARALLEL, ([scope, days]) => content.storedTraffic.write(scope, days));
}
