import { Icon } from '../../../components/icon.tsx';
import { lineChevron } from '../../../components/staff-icons.ts';
import { dayInMonth } from '../zoned-time.ts';
import styles from './month-buttons.module.css';

interface MonthButtonsProps {
  /** The selected day. */
  readonly day: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

/** The month before, today, and the month after, as one control. */
export function MonthButtons({ day, today, onChoose }: MonthButtonsProps) {
  return (
    <fieldset className={styles.group} aria-label="Month">
      <button type="button" aria-label="Previous Month" onClick={() => onChoose(dayInMonth(day, -1))}>
        <Icon icon={lineChevron} className={styles.back} />
      </button>
      <button type="button" onClick={() => onChoose(today)}>
        Today
      </button>
      <button type="button" aria-label="Next Month" onClick={() => onChoose(dayInMonth(day, 1))}>
        <Icon icon={lineChevron} />
      </button>
    </fieldset>
  );
}
