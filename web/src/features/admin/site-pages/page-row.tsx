import { POST_STATUS_LABELS } from '@inkwell/shared/schedule';
import type { SitePageCard } from '@inkwell/shared/site-pages';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { ageInSentence } from '../../../lib/time.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { ScheduledBadge } from '../../scheduling/components/scheduling-actions.tsx';
import styles from '../admin.module.css';
import { TrashNote } from '../components/trash-note.tsx';
import { useDeletePage, usePublishPage, useRestorePage } from './page-acts.ts';

/** What can be done to a page that is not in the trash. */
function Acts({ page, nameId }: { readonly page: SitePageCard; readonly nameId: string }) {
  const [isAsking, setAsking] = useState(false);
  const publish = usePublishPage(page);
  const remove = useDeletePage(page);
  const [label, pending] = page.isPublished ? ['Unpublish', 'Unpublishing...'] : ['Publish', 'Publishing...'];
  return (
    <div className={styles.rowActions}>
      <ButtonLink variant="quiet" size="small" to={writingPaths.editPage(page.id)} aria-describedby={nameId}>
        Edit
      </ButtonLink>
      <Button
        variant="quiet"
        size="small"
        isPending={publish.isPending}
        aria-describedby={nameId}
        onClick={() => publish.mutate()}
      >
        {publish.isPending ? pending : label}
      </Button>
      <Button
        variant="quiet"
        size="small"
        data-danger
        isPending={remove.isPending}
        aria-describedby={nameId}
        onClick={() => setAsking(true)}
      >
        {remove.isPending ? 'Deleting...' : 'Delete'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete Page"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => {
          setAsking(false);
          remove.mutate();
        }}
        onClose={() => setAsking(false)}
        options={<TrashNote />}
      >
        {`Delete the page “${page.title}”? Readers of /${page.slug} will find nothing there.`}
      </ConfirmDialog>
    </div>
  );
}

function Restore({ page, nameId }: { readonly page: SitePageCard; readonly nameId: string }) {
  const restore = useRestorePage(page);
  return (
    <div className={styles.rowActions}>
      <Button
        variant="quiet"
        size="small"
        isPending={restore.isPending}
        aria-describedby={nameId}
        onClick={() => restore.mutate()}
      >
        {restore.isPending ? 'Restoring...' : 'Restore'}
      </Button>
    </div>
  );
}

/** One page of the site with its state, address and acts. */
export function PageRow({ page }: { readonly page: SitePageCard }) {
  const nameId = useId();
  const nowMs = useNow();
  const { title, slug, status, publishAt, updatedAt } = page;
  return (
    <li className={styles.lowRow} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h2 id={nameId} dir="auto">
            {status === 'published' ? <Link to={paths.sitePage(slug)}>{title}</Link> : title}
          </h2>
          {publishAt && status === 'scheduled' ? (
            <ScheduledBadge publishAt={publishAt} />
          ) : (
            <Badge tone={status === 'published' ? 'success' : 'neutral'}>{POST_STATUS_LABELS[status]}</Badge>
          )}
        </div>
        <p className={styles.meta}>
          <bdi>/{slug}</bdi>
          <span>changed {ageInSentence(updatedAt, nowMs)}</span>
        </p>
      </div>
      {status === 'trash' ? <Restore page={page} nameId={nameId} /> : <Acts page={page} nameId={nameId} />}
    </li>
  );
}
