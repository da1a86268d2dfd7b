import { SCHEDULE_TEXTS, scheduleFault } from '@inkwell/shared/schedule';
import { Modal } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useSchedule } from '../api/mutations.ts';
import styles from '../scheduling.module.css';
import { chosenTime, localTime, ownZone, tomorrowAtNine } from '../zoned-time.ts';
import { TimeField } from './time-field.tsx';

interface ScheduleDialogProps {
  readonly post: { readonly id: string; readonly title: string };
  /** When it goes out so far; null where it does not by itself. */
  readonly publishAt: string | null;
  /** What the field begins with, as inputs hold times; left out, the time so far or the next morning. */
  readonly suggested?: string;
  readonly onClose: () => void;
}

/** What is wrong with a chosen time, if anything; the instant where nothing is. */
function readTime(local: string): { instant: string } | { fault: string } {
  const chosen = chosenTime(local, ownZone());
  if (!chosen) return { fault: 'Choose a date and a time' };
  const instant = new Date(chosen.instantMs).toISOString();
  return scheduleFault({ publishAt: instant }, new Date()) ? { fault: SCHEDULE_TEXTS.past } : { instant };
}

/** Asks when a post is to be published, or moves or cancels that. */
export function ScheduleDialog({ post, publishAt, suggested, onClose }: ScheduleDialogProps) {
  const schedule = useSchedule(post.id);
  const zone = ownZone();
  const [local, setLocal] = useState(
    () => suggested ?? (publishAt ? localTime(publishAt, zone) : tomorrowAtNine(Date.now(), zone)),
  );
  const [fault, setFault] = useState<string | null>(null);

  const send = (time: string | null) => schedule.mutate(time, { onSettled: onClose });
  const submit = () => {
    if (schedule.isPending) return;
    const read = readTime(local);
    if ('fault' in read) setFault(read.fault);
    else send(read.instant);
  };
  /** No form of its own, because the dialog may stand in the editor's, as React sees it; whose keys mean that one. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) event.stopPropagation();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) submit();
  };
  const isChange = publishAt !== null;
  const isCancelling = schedule.isPending && schedule.variables === null;

  return (
    <Modal
      opened
      onClose={onClose}
      title={isChange ? 'Change Schedule' : 'Schedule Post'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter does what the button does, as in a form */}
      <div className={styles.form} onKeyDown={onKeyDown}>
        <p>
          “<span dir="auto">{post.title}</span>” goes out by itself at this time, as it is saved then.
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
          <Button isPending={schedule.isPending} onClick={submit}>
            {schedule.isPending && !isCancelling ? 'Scheduling...' : isChange ? 'Change' : 'Schedule'}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  );
}
