import { longDate, personName } from '@inkwell/shared/format';
import type { Review, ReviewStep } from '@inkwell/shared/reviews';
import { useNow } from '../../../hooks/use-now.ts';
import { ageInSentence } from '../../../lib/time.ts';
import styles from './review-strip.module.css';

const DEEDS: Readonly<Record<ReviewStep, string>> = {
  submit: 'submitted it for review',
  take: 'took it',
  return: 'returned it',
  withdraw: 'withdrew it',
  publish: 'published it',
  schedule: 'scheduled it',
  end: 'ended the review',
};

/** The steps of a review with their notes, newest first. */
export function ReviewHistory({ history }: Pick<Review, 'history'>) {
  const nowMs = useNow();
  if (history.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>History of the review</summary>
      <ol reversed>
        {history.toReversed().map(({ id, step, by, at, note }) => (
          <li key={id}>
            {personName(by)} {DEEDS[step]}{' '}
            <time dateTime={at} title={longDate(at)}>
              {ageInSentence(at, nowMs)}
            </time>
            {note !== null && <p dir="auto">{note}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
