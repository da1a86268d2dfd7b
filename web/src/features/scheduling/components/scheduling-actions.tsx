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

/** The scheduling actions of a stored post or page, for buttons or a menu, and the open dialog. */
export function usePlanning({ post, unsaved }: PlanningActionsProps) {
  const [open, setOpen] = useState<'schedule' | 'preview' | null>(null);
  const publishAt = post.publishAt ?? null;
  const shared = { post, onClose: () => setOpen(null), ...(unsaved && { unsaved }) };
  const schedule = {
    label: publishAt === null ? 'Schedule' : 'Change Schedule',
    onSelect: () => setOpen('schedule'),
  };
  return {
    acts: [...(post.isPublished ? [] : [schedule]), { label: 'Preview Link', onSelect: () => setOpen('preview') }],
    dialog: (
      <>
        {open === 'schedule' && <ScheduleDialog {...shared} publishAt={publishAt} />}
        {open === 'preview' && <PreviewDialog {...shared} />}
      </>
    ),
  };
}

/** Buttons that schedule a stored post or page and create its preview link, with their dialogs. */
export function SchedulingActions(props: PlanningActionsProps) {
  const { acts, dialog } = usePlanning(props);
  return (
    <>
      {acts.map(({ label, onSelect }) => (
        <Button key={label} variant="secondary" size="small" onClick={onSelect}>
          {label}
        </Button>
      ))}
      {dialog}
    </>
  );
}
