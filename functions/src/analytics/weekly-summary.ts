import { counted } from '@inkwell/shared/format';
import { DIRECT, OTHER } from '@inkwell/shared/traffic';
import type { Clock } from '../common/clock.ts';
import type { PersonMailService } from '../personal-notifications/person-mails.service.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { addDays, dayIn } from '../traffic/days.ts';
import { type Figures, rowsOf, SITE, sumFigures } from '../traffic/tally.ts';
import type { TrafficRepository } from '../traffic/traffic.repository.ts';
import type { CountingSettings } from '../traffic/traffic-counter.ts';

const HOUR_MS = 60 * 60_000;
/** The hour on Mondays, in the publication's time zone, at which emails start. */
const FROM_HOUR = 7;
const WEEK = 7;
/** The number of posts and of sources in a summary. */
const NAMED = 3;

/**
 * Emails the week's figures each Monday to staff who chose them. Safe to repeat and to run concurrently. Reads nothing at other times, or after this
 * instance has sent them.
 */
export function createWeeklySummary({
  traffic,
  posts,
  mails,
  settings,
  siteName,
  clock,
}: {
  readonly traffic: Pick<TrafficRepository, 'read'>;
  readonly posts: Pick<PostRepository, 'findCards'>;
  readonly mails: Pick<PersonMailService, 'mailFigures'>;
  readonly settings: () => Promise<CountingSettings>;
  readonly siteName: () => Promise<string>;
  readonly clock: Clock;
}): () => Promise<void> {
  let mailed = '';
  return async () => {
    const { isOn, timeZone } = await settings();
    const monday = dayIn(timeZone, new Date(clock.now().getTime() - FROM_HOUR * HOUR_MS));
    if (!isOn || monday === mailed || new Date(monday).getUTCDay() !== 1) return;
    const figures = await traffic.read(SITE, addDays(monday, -2 * WEEK), addDays(monday, -1));
    const from = addDays(monday, -WEEK);
    const [before, week] = [false, true].map((isLast) =>
      sumFigures([...figures].flatMap(([day, of]) => (day >= from === isLast ? [of] : []))),
    ) as [Figures, Figures];
    const views = viewsOf(week);
    await mails.mailFigures({
      id: monday,
      subject: `The week at ${await siteName()}: ${viewCount(views)}`,
      words: [
        `${viewCount(views)} from Monday to Sunday, and ${viewCount(viewsOf(before))} the week before.`,
        ...(await postLines(week)),
        ...sourceLine(week),
        ...wonLine(week),
      ].join('\n'),
    });
    mailed = monday;
  };

  async function postLines(week: Figures): Promise<string[]> {
    const top = namedRows(week, 'post');
    const cards = await posts.findCards(top.map(({ key }) => key));
    const lines = top.flatMap(({ key, views }) => {
      const title = cards.find(({ id }) => id === key)?.title;
      return title === undefined ? [] : [`${title}: ${viewCount(views)}`];
    });
    return lines.length === 0 ? [] : ['Most read:', ...lines];
  }
}

const viewCount = (views: number): string => counted(views, 'view', 'views');

const viewsOf = (figures: Figures): number => figures.get('all')?.get('')?.[0] ?? 0;

const namedRows = (figures: Figures, kind: 'post' | 'source') =>
  rowsOf(figures.get(kind) ?? new Map(), NAMED + 1)
    .filter(({ key }) => key !== OTHER && key !== DIRECT)
    .slice(0, NAMED);

function sourceLine(week: Figures): string[] {
  const sources = namedRows(week, 'source').map(({ key }) => key);
  return sources.length === 0 ? [] : [`Most visits with a source came from ${sources.join(', ')}.`];
}

function wonLine(week: Figures): string[] {
  const [subscribers, followers] = ['subscribers', 'followers'].map((what) => week.get('won')?.get(what)?.[0] ?? 0);
  if (!subscribers && !followers) return [];
  return [
    `${counted(subscribers ?? 0, 'new subscriber', 'new subscribers')}, ${counted(followers ?? 0, 'new follower', 'new followers')}.`,
  ];
}
