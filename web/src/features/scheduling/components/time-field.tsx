import { useId } from 'react';
import { Field } from '../../../components/field.tsx';
import styles from '../scheduling.module.css';
import { chosenTime, ownZone, spelledTime } from '../zoned-time.ts';

interface TimeFieldProps {
  readonly label: string;
  /** The input value, `2026-11-24T09:00` in the writer's time zone; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null;
}

const IN_WORDS = {
  skipped: 'Clocks are put forward past this time, so it means',
  twice: 'Clocks are put back, and this time comes twice: the first one is meant,',
} as const;

/** A date and time in the writer's time zone, which is named, with a note about hours that change with the clocks. */
export function TimeField({ label, value, onChange, error }: TimeFieldProps) {
  const noteId = useId();
  const zone = ownZone();
  const chosen = chosenTime(value, zone);
  return (
    <div>
      <Field
        label={label}
        type="datetime-local"
        value={value}
        error={error}
        describedBy={noteId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={noteId} className={styles.note}>
        Your time zone: {zone}.
        {chosen?.clocks &&
          ` ${IN_WORDS[chosen.clocks]} ${spelledTime(chosen.instantMs, zone)} (${new Date(chosen.instantMs).toISOString().slice(11, 16)} UTC).`}
      </p>
    </div>
  );
}
