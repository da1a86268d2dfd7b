import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams } from './fields.ts';

/*
 * Figures of a period. Days are in the publication's time zone at that time, `YYYY-MM-DD`; months, `YYYY-MM`, replace days that are no longer kept.
 */

export const TRAFFIC_LIMITS = {
  /** The longest period of one call. */
  days: 800,
  /** How long days are kept before they are replaced by the month's totals. */
  months: 25,
  /** The number of keys stored for each kind and day; the rest is `other`. */
  top: 50,
  /** The number of rows in an answer, without `other`. */
  rows: 100,
  /** The maximum lengths of a referrer's address and of a campaign. */
  referrer: 2_048,
  campaign: 200,
  /** The number of a day's visitors who must have searched for words before these are stored. */
  searchers: 3,
  /** The maximum number of searches per visit. */
  searches: 10,
  words: 100,
  nowMinutes: 30,
  /** The maximum error of daily visitors, in percent. */
  errorPercent: 3,
} as const;

/** The key for everything beyond a day's top 50. */
export const OTHER = 'other';
/** The source of visits without a referrer. */
export const DIRECT = 'direct';

const Day = z.string().check(
  z.regex(/^2\d{3}-\d{2}-\d{2}$/, 'Write days as YYYY-MM-DD'),
  z.refine((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day), 'No such day'),
);

const DAY_MS = 86_400_000;

const periodOf = { from: z.optional(Day), to: z.optional(Day) };
const inOrder = z.refine<{ from?: string | undefined; to?: string | undefined }>(({ from, to }) => {
  if (from === undefined || to === undefined) return true;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return days >= 0 && days < TRAFFIC_LIMITS.days;
}, `from and to must be at most ${TRAFFIC_LIMITS.days} days apart, in this order`);

/** From the first day to the last one; the last 30 days by default. */
export const Period = z.object(periodOf).check(inOrder);
export type Period = z.infer<typeof Period>;

/**
 * The groups of views, with their keys: a day; a host, `utm_source` or `direct`; a campaign; a country (ISO 3166, two letters); a class of devices; a
 * language (ISO 639); the id of a post, tag, category or author; the words of searches, and of searches without results.
 */
export const TrafficGroup = z.enum([
  ...(['day', 'source', 'campaign', 'country', 'device', 'language'] as const),
  ...(['post', 'tag', 'category', 'author', 'search', 'unfound'] as const),
]);
export type TrafficGroup = z.infer<typeof TrafficGroup>;

export const Device = z.enum(['mobile', 'tablet', 'desktop']);
export type Device = z.infer<typeof Device>;

/** `views`: for searches, the number of searches. `visitors`: the sum of daily visitors, which are estimates. */
export const TrafficRow = z.object({ key: z.string(), views: z.int(), visitors: z.int() });
export type TrafficRow = z.infer<typeof TrafficRow>;

const answered = { from: Day, to: Day };

/** The names for keys that are ids, without deleted ones. */
const names = z.record(z.string(), z.string());

/** Every day of the period; for other groups, the most viewed ones first, then `other`. */
export const Traffic = z.object({ ...answered, rows: z.array(TrafficRow), names: z.optional(names) });
export type Traffic = z.infer<typeof Traffic>;

/** Groups whose keys have their own trend. */
export const TrendKind = z.enum(['source', 'campaign', 'country']);
export type TrendKind = z.infer<typeof TrendKind>;

export const TrafficQuery = z
  .object({
    ...periodOf,
    group: TrafficGroup,
    post: z.optional(DocumentId),
    /** Only the views of this source, campaign or country, by day. */
    kind: z.optional(TrendKind),
    key: z.optional(z.string().check(z.maxLength(TRAFFIC_LIMITS.campaign))),
  })
  .check(
    inOrder,
    z.refine(({ group, kind, key }) => {
      return kind === undefined ? key === undefined : Boolean(key) && group === 'day';
    }, 'kind and key go together, with group=day'),
  );
export type TrafficQuery = z.infer<typeof TrafficQuery>;

/** New newsletter subscribers, and new followers of authors and topics. */
const won = { subscribers: z.int(), followers: z.int() };

/** The number of visits that read at least this much of the post. */
export const ReadThrough = z.object({
  /** The number of visits that reported how much they read. */
  visits: z.int(),
  quarter: z.int(),
  half: z.int(),
  threeQuarters: z.int(),
  whole: z.int(),
});
export type ReadThrough = z.infer<typeof ReadThrough>;

export const PostFigures = z.object({
  ...answered,
  postId: z.string(),
  title: z.string(),
  views: z.int(),
  visitors: z.int(),
  days: z.array(TrafficRow),
  sources: z.array(TrafficRow),
  campaigns: z.array(TrafficRow),
  readThrough: ReadThrough,
  /** Since the post's publication. */
  comments: z.int(),
  ...won,
});
export type PostFigures = z.infer<typeof PostFigures>;

export const IssueFigures = z.object({
  issueId: z.string(),
  subject: z.string(),
  /** Emails that the mail server accepted and refused. */
  submitted: z.int(),
  refused: z.int(),
  /** People who unsubscribed with a link of this issue. */
  left: z.int(),
  /** By link, in the order of the text; null if clicks were not counted. */
  clicks: z.nullable(z.array(z.object({ url: z.string(), clicks: z.int() }))),
});
export type IssueFigures = z.infer<typeof IssueFigures>;

/** The views of the last minutes, oldest minute first. */
export const NowFigures = z.object({ views: z.int(), minutes: z.array(z.int()) });
export type NowFigures = z.infer<typeof NowFigures>;

/** New subscribers and followers by day, and by the post that they came from, most first. */
export const WonFigures = z.object({
  ...answered,
  ...won,
  days: z.array(z.object({ key: z.string(), ...won })),
  posts: z.array(z.object({ key: z.string(), ...won })),
  names,
});
export type WonFigures = z.infer<typeof WonFigures>;

/** A kind of page in the figures about speed. */
export const PageKind = z.enum(['home', 'post', 'list', 'search', 'page']);
export type PageKind = z.infer<typeof PageKind>;

/** The 75th percentile: LCP and INP in milliseconds, CLS in thousandths. Null without visits. */
const speeds = { lcp: z.nullable(z.int()), inp: z.nullable(z.int()), cls: z.nullable(z.int()) };

export const SpeedFigures = z.object({
  ...answered,
  pages: z.array(
    z.object({
      page: PageKind,
      /** The number of measured visits. */
      visits: z.int(),
      ...speeds,
      days: z.array(z.object({ key: z.string(), visits: z.int(), ...speeds })),
      /** The day since which a measure has been a fifth worse than before; null if none is. */
      slowerSince: z.nullable(Day),
    }),
  ),
});
export type SpeedFigures = z.infer<typeof SpeedFigures>;

/** Where a view came from. Invalid values are dropped, because the view counts without them. */
export const ViewInput = z.object({
  /** The address that the document was opened from, or its `utm_source`. For a view from another page of the site, that page's address. */
  referrer: z.catch(z.optional(z.string().check(z.maxLength(TRAFFIC_LIMITS.referrer))), undefined),
  /** `utm_campaign`. */
  campaign: z.catch(z.optional(z.string().check(z.maxLength(TRAFFIC_LIMITS.campaign))), undefined),
});
export type ViewInput = z.infer<typeof ViewInput>;

const milliseconds = z.optional(z.number().check(z.minimum(0), z.maximum(600_000)));

/**
 * Sent once when a visitor leaves (`pagehide`), without a sign-in. Therefore the browsers of staff, and of authors on their own posts, send
 * nothing.
 */
export const VisitEnd = z.object({
  page: PageKind,
  /** For a post: its id, and the percentage that was read. */
  postId: z.optional(DocumentId),
  read: z.optional(z.literal([0, 25, 50, 75, 100])),
  /** The searches of this visit, as sent. */
  searches: z.optional(
    z
      .array(z.object({ words: z.string().check(z.maxLength(TRAFFIC_LIMITS.words)), isFound: z.boolean() }))
      .check(z.maxLength(TRAFFIC_LIMITS.searches)),
  ),
  /** For sampled visits: LCP and INP in milliseconds, and CLS itself. */
  lcp: milliseconds,
  inp: milliseconds,
  cls: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
});
export type VisitEnd = z.infer<typeof VisitEnd>;

const path = '/api/admin/analytics';
const read = { method: 'GET', scope: 'analytics:read' } as const;

export const trafficApi = {
  traffic: endpoint({
    ...read,
    path: `${path}/traffic`,
    access: 'writer',
    summary:
      'Views and daily visitors of the site or of one post in a period, grouped by one kind of key. Visitors of a period are the sum of daily estimates. Writers who are not staff must name one of their posts. With `kind` and `key`, days have the views of one source, campaign or country; on days when it was not among the top 50, these count as `other`.',
    query: TrafficQuery,
    response: Traffic,
  }),
  post: endpoint({
    ...read,
    path: `${path}/posts/:id`,
    access: 'writer',
    summary:
      "A post's figures of a period, for staff and its authors: trend, sources, read-through, and the subscribers and followers it gained.",
    params: IdParams,
    query: Period,
    response: PostFigures,
  }),
  issue: endpoint({
    ...read,
    path: `${path}/issues/:id`,
    access: 'staff',
    summary: 'Totals of a newsletter issue: emails, unsubscribes and clicks.',
    params: IdParams,
    response: IssueFigures,
  }),
  now: endpoint({
    ...read,
    path: `${path}/now`,
    access: 'staff',
    summary: `The views of the last ${TRAFFIC_LIMITS.nowMinutes} minutes, by minute.`,
    response: NowFigures,
  }),
  won: endpoint({
    ...read,
    path: `${path}/won`,
    access: 'staff',
    summary: 'Subscribers and followers gained in a period, by day and by the post that they came from.',
    query: Period,
    response: WonFigures,
  }),
  speed: endpoint({
    ...read,
    path: `${path}/speed`,
    access: 'staff',
    summary: 'How fast kinds of pages were for readers in a period, by sampled visits.',
    query: Period,
    response: SpeedFigures,
  }),
  end: endpoint({
    method: 'POST',
    // Blockers know the usual names.
    path: '/api/reading/end',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'Sent once when a visitor leaves: how far a post was read, searches, and how fast the page was. Stored in totals only. An instance counts the same search, the speed of a kind of page and the reading of a post once an hour for each visitor. Nothing is counted for robots, nor with `DNT` or `Sec-GPC`.',
    body: VisitEnd,
    // Some browsers send beacons as plain text only.
    bodyType: 'text',
    bodyLimitBytes: 4_096,
    rate: { bucket: 'visit-end', by: 'address', perMinute: 300, scope: 'instance' },
  }),
  click: endpoint({
    method: 'GET',
    path: '/api/newsletter/go/:id/:link',
    access: 'public',
    summary:
      'Redirects to a link of an issue, by its position in the text, and adds to the total of that link. 404 without such a link.',
    params: z.object({ id: DocumentId, link: z.string().check(z.regex(/^\d{1,3}$/)) }),
    status: 302,
    rate: { bucket: 'newsletter-go', by: 'address', perMinute: 300, scope: 'instance' },
  }),
} as const;
