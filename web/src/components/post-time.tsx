import { longDate, relativeTime, shortDate } from '@inkwell/shared/format';
import { useRendered } from '../lib/rendered.ts';

interface PostTimeProps {
  /** As an ISO date. */
  readonly instant: string;
  /** `age` as on cards, `short` and `long` with the name of the month. */
  readonly as: 'age' | 'short' | 'long';
}

/** When a post was published: in a rendered page, relative to its rendering and in UTC; after that, relative to now and in the reader's time zone. */
export function PostTime({ instant, as }: PostTimeProps) {
  const rendered = useRendered();
  const zone = rendered ? 'UTC' : 'local';
  const texts = {
    age: () => relativeTime(instant, rendered?.atMs),
    short: () => shortDate(instant, zone),
    long: () => longDate(instant, zone),
  };
  return <time dateTime={instant}>{texts[as]()}</time>;
}
