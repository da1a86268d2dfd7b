import { SCHEDULE_TEXTS, scheduleFault } from '@inkwell/shared/schedule';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useSchedule } from '../api/mutations.ts';
import { PLANNED_KINDS, type PlannedRef } from '../api/planned-kinds.ts';
import { type Unsaved, useSavedFirst } from '../unsaved.ts';
import { chosenTime, localTime, ownZone, tomorrowAtNine } from '../zoned-time.ts';
import { TimeField } from './time-field.tsx';

interface ScheduleDialogProps {
  readonly post: PlannedRef & { readonly title: string };
  /** The current time; null if it is not scheduled. */
  readonly publishAt: string | null;
  /** Initial input value; by default the current time or the next morning. */
  readonly suggested?: string;
  /** Its open editor: the text on screen is what will be published. */
  readonly unsaved?: Unsaved;
  readonly onClose: () => void;
}

/** The selected time, or its error. */
function readTime(local: string): { instant: string } | { fault: string } {
  const chosen = chosenTime(local, ownZone());
  if (!chosen) return { fault: 'Choose a date and a time' };
  const instant = new Date(chosen.instantMs).toISOString();
  return scheduleFault({ publishAt: instant }, new Date()) ? { fault: SCHEDULE_TEXTS.past } : { instant };
}

/** Schedules a post or page, or changes or cancels its time. */
export function ScheduleDialog({ post, publishAt, suggested, unsaved, onClose }: ScheduleDialogProps) {
  const { isSaving, isDirty, savedFirst } = useSavedFirst(unsaved, onClose);
  const schedule = useSchedule(post, publishAt);
  const zone = ownZone();
  const [local, setLocal] = useState(
    () => suggested ?? (publishAt ? localTime(publishAt, zone) : tomorrowAtNine(Date.now(), zone)),
  );
  const [fault, setFault] = useState<string | null>(null);

  const send = (time: string | null) => schedule.mutate(time, { onSuccess: onClose });
  const submit = () => {
    if (schedule.isPending || isSaving) return;
    const read = readTime(local);
    if ('fault' in read) setFault(read.fault);
    else void savedFirst(() => send(read.instant));
  };
  /** Not a form element: in React's tree the dialog may be inside the editor's form, which would receive its keys. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) event.stopPropagation();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) submit();
  };
  const isChange = publishAt !== null;
  const label = `${isDirty ? 'Save and ' : ''}${isChange ? 'Change' : 'Schedule'}`;
  const isCancelling = schedule.isPending && schedule.variables === null;

  return (
    <Dialog onClose={onClose} title={isChange ? 'Change Schedule' : `Schedule ${PLANNED_KINDS[post.kind].name}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter does what the button does, as in a form */}
      <div className="stack" onKeyDown={onKeyDown}>
        <p>
          “<span dir="auto">{post.title}</span>” will be published at this time, with whatever is saved by then.
        </p>
        <TimeField
          label="Publish on"
          value={local}
          error={fault}
          onChange={(value) => {
            setLocal(value);
            setFault(null);
          }}
        />
        <DialogActions>
          {isChange && (
            <Button variant="danger" isPending={schedule.isPending} onClick={() => send(null)}>
              {isCancelling ? 'Cancelling...' : 'Cancel Schedule'}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button isPending={schedule.isPending || isSaving} onClick={submit}>
            {isSaving ? 'Saving...' : schedule.isPending && !isCancelling ? 'Scheduling...' : label}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
