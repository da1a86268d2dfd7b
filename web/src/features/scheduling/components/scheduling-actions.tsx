import { longDate } from '@inkwell/shared/format';
import { PREVIEW_DAYS } from '@inkwell/shared/previews';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { useCreatePreview, useEndPreview } from '../api/mutations.ts';
import { PLANNED_KINDS, type Planned, type PlannedRef } from '../api/planned-kinds.ts';
import { schedulingQueries } from '../api/queries.ts';
import styles from '../scheduling.module.css';
import { type Unsaved, useSavedFirst } from '../unsaved.ts';
import { ownZone, spelledTime } from '../zoned-time.ts';
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

interface PreviewDialogProps {
  readonly post: PlannedRef & { readonly title: string };
  /** Its open editor: the link shows the text on screen. */
  readonly unsaved?: Unsaved;
  readonly onClose: () => void;
}

/** Creates, shows and ends the preview link of a post or page. The address is shown only once, on creation. */
function PreviewDialog({ post, unsaved, onClose }: PreviewDialogProps) {
  const { isSaving, isDirty, savedFirst } = useSavedFirst(unsaved, onClose);
  const state = useQuery(schedulingQueries.preview(post));
  const create = useCreatePreview(post);
  const end = useEndPreview(post);
  const expiresAt = state.data?.expiresAt ?? null;
  const label = `${isDirty ? 'Save and ' : ''}${expiresAt === null ? 'Create Link' : 'Create a New Link'}`;
  const url = expiresAt === null ? null : (create.data?.url ?? null);

  return (
    <Dialog onClose={onClose} title="Preview Link">
      <div className="stack">
        <p>
          Anyone with the link can read the latest saved version of “<span dir="auto">{post.title}</span>”, without an
          account, for {PREVIEW_DAYS} days.
        </p>
        {state.isError ? (
          <ErrorState title="The link could not be loaded" error={state.error} onRetry={() => void state.refetch()} />
        ) : (
          <p className="note" role="status">
            {state.isPending && 'Loading the link...'}
            {state.isSuccess && expiresAt === null && 'There is no link.'}
            {expiresAt !== null &&
              `A link works until ${longDate(expiresAt)}.${url ? '' : ' Its address was shown only when it was created; a new link replaces it.'}`}
          </p>
        )}
        {url && <p className={styles.address}>{url}</p>}
        <div className={styles.acts}>
          {url && (
            <>
              <Button
                size="small"
                onClick={() =>
                  void copyText(url, 'address', [
                    'Link Copied',
                    `Anyone with the link can read the ${PLANNED_KINDS[post.kind].noun}.`,
                  ])
                }
              >
                Copy
              </Button>
              <Button
                size="small"
                variant="secondary"
                onClick={() => window.open(url, '_blank', 'noopener,noreferrer')}
              >
                Open in a New Tab
              </Button>
            </>
          )}
          {expiresAt !== null && (
            <Button size="small" variant="danger" isPending={end.isPending} onClick={() => end.mutate()}>
              {end.isPending ? 'Ending...' : 'End Link'}
            </Button>
          )}
        </div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button isPending={create.isPending || isSaving} onClick={() => void savedFirst(() => create.mutate())}>
            {isSaving ? 'Saving...' : create.isPending ? 'Creating...' : label}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
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
