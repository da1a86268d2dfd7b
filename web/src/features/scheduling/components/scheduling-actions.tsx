import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import type { Planned } from '../api/planned-kinds.ts';
import styles from '../scheduling.module.css';
import type { Unsaved } from '../unsaved.ts';
import { ownZone, spelledTime } from '../zoned-time.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

interface PlanningActionsProps {
  readonly post: Planned;
  /** Id of the element that names the post, if several are listed. */
  readonly describedBy?: string;
  readonly unsaved?: Unsaved;
}

/** Says that a post or page is scheduled, with the time in the viewer's time zone. */
export function ScheduledBadge({ publishAt }: { readonly publishAt: string }) {
  return (
    <span className={styles.scheduled}>
      <Badge tone="accent">Scheduled</Badge> <time dateTime={publishAt}>{spelledTime(publishAt, ownZone())}</time>
    </span>
  );
}

/** Buttons that schedule a stored post or page and make its preview link, with their dialogs. */
export function SchedulingActions({ post, describedBy, unsaved }: PlanningActionsProps) {
  const [open, setOpen] = useState<'schedule' | 'preview' | null>(null);
  const publishAt = post.publishAt ?? null;
  const button = { variant: 'secondary', size: 'small', 'aria-describedby': describedBy } as const;
  const dialog = { post, onClose: () => setOpen(null), ...(unsaved && { unsaved }) };
  return (
    <>
      {!post.isPublished && (
        <Button {...button} onClick={() => setOpen('schedule')}>
          {publishAt === null ? 'Schedule' : 'Change Schedule'}
        </Button>
      )}
      <Button {...button} onClick={() => setOpen('preview')}>
        Preview Link
      </Button>
      {open === 'schedule' && <ScheduleDialog {...dialog} publishAt={publishAt} />}
      {open === 'preview' && <PreviewDialog {...dialog} />}
    </>
  );
}
