/** The due times of a scheduled function, to the minute, in its time zone. */
export interface Schedule {
  /** Whether the function is due at a minute with `from < minute <= to`, both in milliseconds. */
  isDueBetween(from: number, to: number): boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How far to look back. Missed runs of schedules that are rarer than monthly are not made up for. */
const LONGEST_LOOK_MS = 31 * 24 * HOUR_MS;
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Whether a minute matches. The UTC fields of the Date contain the local time of the time zone. */
type Matches = (local: Date) => boolean;

/**
 * Parses both formats of Cloud Scheduler: unix-cron (`0 3 * * 1-5`), and these forms of App Engine's format:
 * `every 5 minutes` and `every 2 hours`, optionally with `from 09:00 to 17:00`, `every day 03:00`,
 * `every mon,thu 09:30`, `2nd,last friday of month 10:00`.
 * @throws Error for any other text, or an unknown time zone
 */
export function parseSchedule(text: string, timeZone = 'UTC'): Schedule {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const isUnixCron = plain.split(' ').length === 5 && !plain.includes(':');
  const matches = isUnixCron ? unixCron(plain) : appEngineCron(plain);
  if (!matches) throw new Error(`"${text}" is not a supported schedule`);
  const offsetAt = zoneOffsets(timeZone);
  return {
    isDueBetween(from, to) {
      const first = Math.floor(Math.max(from, to - LONGEST_LOOK_MS) / MINUTE_MS) + 1;
      for (let minute = first; minute * MINUTE_MS <= to; minute++) {
        const time = minute * MINUTE_MS;
        if (matches(new Date(time + offsetAt(time)))) return true;
      }
      return false;
    },
  };
}

/** Offsets from UTC. Clocks change at full hours of UTC. */
function zoneOffsets(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  let known = { hour: Number.NaN, offset: 0 };
  return (time) => {
    const hour = Math.floor(time / HOUR_MS);
    if (hour === known.hour) return known.offset;
    const start = hour * HOUR_MS;
    const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour: shown = 0, minute = 0 } = parts;
    known = { hour, offset: Date.UTC(year, month - 1, day, shown, minute) - start };
    return known.offset;
  };
}

function unixCron(text: string): Matches | undefined {
  const [minutes, hours, days, months, weekdays] = text.split(' ').map((field, index) => {
    const { from, to, names } = FIELDS[index] as Field;
    return parseField(field, from, to, names);
  });
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  const [, , dayText, , weekdayText] = text.split(' ');
  // crontab(5): if both fields are restricted, one match is enough.
  const isEither = dayText !== '*' && weekdayText !== '*';
  return (at) => {
    const isDay = days.has(at.getUTCDate());
    const isWeekday = weekdays.has(at.getUTCDay()) || (at.getUTCDay() === 0 && weekdays.has(7));
    return (
      minutes.has(at.getUTCMinutes()) &&
      hours.has(at.getUTCHours()) &&
      months.has(at.getUTCMonth() + 1) &&
      (isEither ? isDay || isWeekday : isDay && isWeekday)
    );
  };
}

interface Field {
  from: number;
  to: number;
  /** Names of the values, beginning with `from`. */
  names?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: MONTHS },
  { from: 0, to: 7, names: DAYS },
];

/** The values of one field (`*`, `5`, `1-5`, `mon,fri`, `0-30/10`); undefined for any other form. */
function parseField(text: string, from: number, to: number, names: readonly string[] = []): Set<number> | undefined {
  const numberOf = (word: string) => {
    const named = names.indexOf(word.slice(0, 3));
    return named === -1 ? (/^\d+$/.test(word) ? Number(word) : Number.NaN) : named + from;
  };
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', step = '1'] = part.split('/');
    const [low = '', high] = range.split('-');
    const first = range === '*' ? from : numberOf(low);
    const last = range === '*' || (high === undefined && part.includes('/')) ? to : numberOf(high ?? low);
    if (!(first >= from && first <= last && last <= to && Number(step) >= 1)) return undefined;
    for (let value = first; value <= last; value += Number(step)) values.add(value);
  }
  return values;
}

const TIME = '(\\d{1,2}):(\\d{2})';
const INTERVAL = new RegExp(`^every (\\d+) (minutes?|mins?|hours?)(?: from ${TIME} to ${TIME})?(?: synchronized)?$`);
const AT_TIME = new RegExp(`^(?:every )?(.+?)(?: of (month|${MONTHS.join('|')})[a-z]*)? ${TIME}$`);
const ORDINALS = ['1st', '2nd', '3rd', '4th', '5th'];

function appEngineCron(text: string): Matches | undefined {
  const interval = INTERVAL.exec(text);
  if (interval) {
    const [, count, unit = '', ...range] = interval;
    const every = Number(count) * (unit.startsWith('h') ? 60 : 1);
    const [fromHour = 0, fromMinute = 0, toHour = 23, toMinute = 59] = range.map((part) => part && Number(part));
    const start = Number(fromHour) * 60 + Number(fromMinute);
    const end = Number(toHour) * 60 + Number(toMinute);
    if (every === 0) return undefined;
    return (at) => {
      const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
      return minute >= start && minute <= end && (minute - start) % every === 0;
    };
  }
  const [, days = '', month, hour, minute] = AT_TIME.exec(text) ?? [];
  const isDay = daysMatcher(days);
  if (!isDay) return undefined;
  return (at) =>
    at.getUTCHours() === Number(hour) &&
    at.getUTCMinutes() === Number(minute) &&
    (month === undefined || month === 'month' || MONTHS[at.getUTCMonth()] === month) &&
    isDay(at);
}

/** `day`, `mon,thu`, `2nd friday`, `first,last monday`. */
function daysMatcher(text: string): Matches | undefined {
  if (text === 'day') return () => true;
  const words = text.split(' ');
  const weekdays = parseField(words.at(-1) ?? '', 0, 6, DAYS);
  if (!weekdays || words.length > 2) return undefined;
  if (words.length === 1) return (at) => weekdays.has(at.getUTCDay());
  const ordinals = (words[0] ?? '').split(',');
  const spelled = ['first', 'second', 'third', 'fourth', 'fifth'];
  if (!ordinals.every((word) => word === 'last' || ORDINALS.includes(word) || spelled.includes(word))) return undefined;
  return (at) => {
    const nth = Math.ceil(at.getUTCDate() / 7) - 1;
    const isLast = new Date(at.getTime() + 7 * 24 * HOUR_MS).getUTCMonth() !== at.getUTCMonth();
    const isNamed = ordinals.includes(ORDINALS[nth] ?? '') || ordinals.includes(spelled[nth] ?? '');
    return weekdays.has(at.getUTCDay()) && (isNamed || (isLast && ordinals.includes('last')));
  };
}
