import { useId } from 'react';
import { Field } from '../../../components/field.tsx';
import { useSite } from '../../../lib/site.ts';
import { chosenTime, ownZone, spelledTime } from '../zoned-time.ts';

interface TimeFieldProps {
  readonly label: string;
  /** The input value, such as `2026-11-24T09:00`, in the zone; empty for none. */
  readonly value: string;
  /** The time zone; the writer's by default. */
  readonly zone?: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null | undefined;
  /** Finds the field, to focus an error. */
  readonly dataPath?: string;
}

const IN_WORDS = {
  skipped: 'Clocks skip this time when they change, so it means',
  twice: 'Clocks are set back and repeat this time. The first one is used,',
} as const;

/** A date and time with the name of its time zone, and a note about times that clock changes skip or repeat. */
export function TimeField({ label, value, zone: home, onChange, error, dataPath }: TimeFieldProps) {
  const noteId = useId();
  const zone = home ?? ownZone();
  const chosen = chosenTime(value, zone);
  const otherZone = useSite().timeZone;
  const [here, there] = chosen ? [zone, otherZone].map((one) => spelledTime(chosen.instantMs, one)) : [];
  return (
    <div>
      <Field
        label={label}
        type="datetime-local"
        value={value}
        error={error}
        describedBy={noteId}
        data-path={dataPath}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={noteId} className="note">
        {home ? 'Time zone of the publication' : 'Your time zone'}: {zone}.
        {chosen?.clocks &&
          ` ${IN_WORDS[chosen.clocks]} ${spelledTime(chosen.instantMs, zone)} (${new Date(chosen.instantMs).toISOString().slice(11, 16)} UTC).`}
        {here !== there && ` That is ${there} in ${otherZone}.`}
      </p>
    </div>
  );
}
