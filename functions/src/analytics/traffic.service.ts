import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { isOwnPost, isStaff, type Viewer } from '@inkwell/shared/permissions';
import type {
  IssueFigures,
  NowFigures,
  PageKind,
  Period,
  PostFigures,
  SpeedFigures,
  Traffic,
  TrafficGroup,
  TrafficQuery,
  TrafficRow,
  WonFigures,
} from '@inkwell/shared/traffic';
import { OTHER, PageKind as Pages, TRAFFIC_LIMITS } from '@inkwell/shared/traffic';
import type { CategoryCache } from '../categories/category-names.ts';
import type { Clock } from '../common/clock.ts';
import { documentsRead } from '../common/paging.ts';
import { authorIdsOf } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { TagCache } from '../tags/tag-names.ts';
import { addDays, dayIn, daysBetween } from '../traffic/days.ts';
import { MEASURES, type Measure, slowerSince, threeQuarters } from '../traffic/speed.ts';
import { type Figures, issueScope, type Kind, rowsOf, type Scope, SITE, sumFigures } from '../traffic/tally.ts';
import type { DayFigures, TrafficRepository } from '../traffic/traffic.repository.ts';
import { minuteOf } from '../traffic/traffic-counter.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';

export interface TrafficService {
  /** @throws AppError `forbidden` for people who are not staff, if no post is given or the post is not theirs; `not-found` for a deleted post */
  traffic(viewer: Viewer, query: TrafficQuery): Promise<Traffic>;
  /** @throws AppError like `traffic` */
  post(viewer: Viewer, postId: string, period: Period): Promise<PostFigures>;
  /** @throws AppError `forbidden` unless staff asks; `not-found` */
  issue(viewer: Viewer, issueId: string): Promise<IssueFigures>;
  /** @throws AppError `forbidden` unless staff asks */
  now(viewer: Viewer): Promise<NowFigures>;
  /** @throws AppError `forbidden` unless staff asks */
  won(viewer: Viewer, period: Period): Promise<WonFigures>;
  /** @throws AppError `forbidden` unless staff asks */
  speed(viewer: Viewer, period: Period): Promise<SpeedFigures>;
}

/** The fields of an issue for its figures. */
export interface IssueOfFigures {
  readonly subject: string;
  readonly submitted: number;
  readonly refused: number;
  /** Null if clicks were not counted. */
  readonly links: readonly string[] | null;
  readonly startedAt: Date | null;
}

const DEFAULT_DAYS = 30;
/** How long the clicks of an issue are counted after sending begins. Reading them costs no more afterwards. */
const ISSUE_DAYS = 366;

type Names = Readonly<Record<string, string>>;

export function createTrafficService({
  traffic,
  posts,
  findIssue,
  authors,
  tagNames,
  categoryNames,
  timeZone,
  clock,
}: {
  readonly traffic: Pick<TrafficRepository, 'read' | 'minutes'>;
  readonly posts: Pick<PostRepository, 'findCard' | 'findCards'>;
  readonly findIssue: (id: string) => Promise<IssueOfFigures | null>;
  readonly authors: AuthorCache;
  readonly tagNames: TagCache;
  readonly categoryNames: CategoryCache;
  readonly timeZone: () => Promise<string>;
  readonly clock: Clock;
}): TrafficService {
  const today = async () => dayIn(await timeZone(), clock.now());

  /** The requested period, which ends today at the latest. @throws AppError `bad-request` if it is too long */
  async function spanOf({ from, to }: Period): Promise<{ from: string; to: string }> {
    const last = await today();
    const end = to !== undefined && to < last ? to : last;
    const begin = from === undefined ? addDays(end, 1 - DEFAULT_DAYS) : from < end ? from : end;
    if (begin < addDays(end, 1 - TRAFFIC_LIMITS.days))
      throw new AppError('bad-request', `A period has at most ${TRAFFIC_LIMITS.days} days`);
    return { from: begin, to: end };
  }

  /** The figures of the site, a post or an issue in the requested period, by day and in total. */
  async function figuresOf(scope: Scope, period: Period) {
    const { from, to } = await spanOf(period);
    const figures = await traffic.read(scope, from, to);
    return { from, to, figures, sum: sumFigures(figures.values()) };
  }

  function checkStaff(viewer: Viewer): void {
    if (!isStaff(viewer)) throw new AppError('forbidden');
  }

  async function postFor(viewer: Viewer, postId: string) {
    const post = await posts.findCard(postId);
    if (post ? !isStaff(viewer) && !isOwnPost(viewer, { authorIds: authorIdsOf(post) }) : !isStaff(viewer))
      throw new AppError('forbidden');
    if (!post) throw new AppError('not-found');
    return post;
  }

  async function postNames(ids: readonly string[]): Promise<Names> {
    return Object.fromEntries((await posts.findCards(ids)).map(({ id, title }) => [id, title]));
  }

  /** Rows by author, from the current authors of the posts, because the stored figures contain no account ids. */
  async function authorRows(ofPosts: readonly TrafficRow[], figures: object): Promise<TrafficRow[]> {
    const cards = await posts.findCards(ofPosts.flatMap(({ key }) => (key === OTHER ? [] : [key])));
    documentsRead.set(figures, (documentsRead.get(figures) ?? 0) + ofPosts.length);
    const authorsOf = new Map(cards.map((card) => [card.id, authorIdsOf(card)]));
    const counts = new Map<string, [number, number]>();
    for (const { key, views, visitors } of ofPosts) {
      for (const id of authorsOf.get(key) ?? [OTHER]) {
        const [before, visitorsBefore] = counts.get(id) ?? [0, 0];
        counts.set(id, [before + views, visitorsBefore + visitors]);
      }
    }
    return rowsOf(counts, TRAFFIC_LIMITS.rows);
  }

  async function namesOf(group: TrafficGroup, rows: readonly TrafficRow[]): Promise<Names | undefined> {
    const ids = rows.flatMap(({ key }) => (key === OTHER ? [] : [key]));
    if (group === 'post') return postNames(ids);
    if (group === 'tag') return nameMap(await tagNames.getAll(ids), ({ name }) => name);
    if (group === 'category') return nameMap(await categoryNames.getAll(ids), ({ name }) => name);
    if (group === 'author')
      return nameMap(await authors.getAll(ids), (author, id) => personName(toAuthor(id, author, null)));
    return undefined;
  }

  const daysOf = (figures: DayFigures, from: string, to: string, ...of: [kind?: Kind, key?: string]): TrafficRow[] => {
    const months = [...figures.keys()].filter((day) => day.length === 7);
    const kept = daysBetween(from, to).filter((day) => !months.includes(day.slice(0, 7)));
    return [...months, ...kept].sort().map((day) => ({ key: day, ...totalOf(figures.get(day), ...of) }));
  };

  return {
    async traffic(viewer, { group, post, kind, key, ...period }) {
      if (post !== undefined) await postFor(viewer, post);
      else checkStaff(viewer);
      const { from, to, figures, sum } = await figuresOf(post ?? SITE, period);
      if (group === 'day') return costing({ from, to, rows: daysOf(figures, from, to, kind, key) }, figures);
      const ofPosts = () => (post === undefined ? rowsIn(sum, 'post') : [{ key: post, ...totalOf(sum) }]);
      const rows = group === 'author' ? await authorRows(ofPosts(), figures) : rowsIn(sum, group);
      const names = await namesOf(group, rows);
      return costing({ from, to, rows, ...(names && { names }) }, figures, names);
    },

    async post(viewer, postId, period) {
      const post = await postFor(viewer, postId);
      const { from, to, figures, sum } = await figuresOf(postId, period);
      const read = [0, 25, 50, 75, 100].map((percent) => viewsOf(sum, 'read', String(percent)));
      const atLeast = (place: number) => read.slice(place).reduce((all, visits) => all + visits, 0);
      const answer = {
        from,
        to,
        postId,
        title: post.title,
        ...totalOf(sum),
        days: daysOf(figures, from, to),
        sources: rowsIn(sum, 'source'),
        campaigns: rowsIn(sum, 'campaign'),
        readThrough: {
          visits: atLeast(0),
          quarter: atLeast(1),
          half: atLeast(2),
          threeQuarters: atLeast(3),
          whole: atLeast(4),
        },
        comments: post.commentsCount,
        ...wonIn(sum),
      };
      return costing(answer, figures);
    },

    async issue(viewer, issueId) {
      checkStaff(viewer);
      const issue = await findIssue(issueId);
      if (!issue) throw new AppError('not-found');
      const { subject, submitted, refused, links, startedAt } = issue;
      const last = await today();
      const from = startedAt ? addDays(startedAt.toISOString().slice(0, 10), -1) : last;
      const to = [addDays(from, ISSUE_DAYS), last].sort()[0] ?? last;
      const figures = await traffic.read(issueScope(issueId), from, to);
      const sum = sumFigures(figures.values());
      const clicks = links?.map((url, link) => ({ url, clicks: viewsOf(sum, 'click', String(link)) })) ?? null;
      return costing({ issueId, subject, submitted, refused, left: viewsOf(sum, 'left', ''), clicks }, figures);
    },

    async now(viewer) {
      checkStaff(viewer);
      const day = await today();
      const counted = await traffic.minutes(addDays(day, -1), day);
      const last = minuteOf(clock.now());
      const minutes = Array.from({ length: TRAFFIC_LIMITS.nowMinutes }, (_, n) => {
        return counted.get(String(last - TRAFFIC_LIMITS.nowMinutes + 1 + n)) ?? 0;
      });
      return costing({ views: minutes.reduce((sum, views) => sum + views, 0), minutes }, counted);
    },

    async won(viewer, period) {
      checkStaff(viewer);
      const { from, to, figures, sum } = await figuresOf(SITE, period);
      const ids = new Set(
        [...(sum.get('won-by')?.keys() ?? [])].filter((key) => key !== OTHER).map((key) => key.split(' ')[0] ?? ''),
      );
      const of = (id: string) => ({
        subscribers: viewsOf(sum, 'won-by', `${id} subscribers`),
        followers: viewsOf(sum, 'won-by', `${id} followers`),
      });
      const wonBy = [...ids].map((key) => ({ key, ...of(key) }));
      const all = (row: { subscribers: number; followers: number }) => row.subscribers + row.followers;
      const posts = wonBy.sort((a, b) => all(b) - all(a)).slice(0, TRAFFIC_LIMITS.rows);
      const names = await postNames(posts.map(({ key }) => key));
      const answer = {
        from,
        to,
        ...wonIn(sum),
        days: daysOf(figures, from, to).map(({ key }) => ({ key, ...wonIn(figures.get(key)) })),
        posts,
        names,
      };
      return costing(answer, figures, names);
    },

    async speed(viewer, period) {
      checkStaff(viewer);
      const { from, to, figures, sum } = await figuresOf(SITE, period);
      const pages = Pages.options.flatMap((page) => {
        const speed = speedIn(sum, page);
        if (speed.visits === 0) return [];
        const days = daysOf(figures, from, to).map(({ key }) => ({ key, ...speedIn(figures.get(key), page) }));
        return [{ page, ...speed, days, slowerSince: slowerSince(days) }];
      });
      return costing({ from, to, pages }, figures);
    },
  };
}

const nameMap = <T>(found: ReadonlyMap<string, T | null>, nameOf: (value: T, id: string) => string): Names =>
  Object.fromEntries([...found].flatMap(([id, value]) => (value === null ? [] : [[id, nameOf(value, id)]])));

/** Charges an answer for its figures, its names, and its post or issue. */
function costing<T extends object>(answer: T, figures: object, names: Names = {}): T {
  documentsRead.set(answer, (documentsRead.get(figures) ?? 0) + Object.keys(names).length + 1);
  return answer;
}

const viewsOf = (figures: Figures | undefined, kind: Kind, key: string): number =>
  figures?.get(kind)?.get(key)?.[0] ?? 0;

/** Of the whole site, or of one key. */
function totalOf(figures: Figures | undefined, kind: Kind = 'all', key = ''): { views: number; visitors: number } {
  const [views, visitors] = figures?.get(kind)?.get(key) ?? [0, 0];
  return { views, visitors };
}

const wonIn = (figures: Figures | undefined) => ({
  subscribers: viewsOf(figures, 'won', 'subscribers'),
  followers: viewsOf(figures, 'won', 'followers'),
});

const rowsIn = (figures: Figures, group: Exclude<TrafficGroup, 'day' | 'author'>): TrafficRow[] =>
  rowsOf(figures.get(group) ?? new Map(), TRAFFIC_LIMITS.rows);

/** How fast pages of one kind were, by the classes of their measured visits. */
function speedIn(figures: Figures | undefined, page: PageKind) {
  const classesOf = (measure: Measure) =>
    [...(figures?.get('speed') ?? [])].flatMap(([key, [visits]]): [number, number][] => {
      const [of, by, end] = key.split(' ');
      return of === page && by === measure ? [[Number(end), visits]] : [];
    });
  const visits = Math.max(...MEASURES.map((measure) => classesOf(measure).reduce((sum, [, some]) => sum + some, 0)));
  const [lcp = null, inp = null, cls = null] = MEASURES.map((measure) => threeQuarters(classesOf(measure)));
  return { visits, lcp, inp, cls };
}
