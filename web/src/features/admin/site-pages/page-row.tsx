import { POST_STATUS_LABELS } from '@inkwell/shared/schedule';
import type { SitePageCard } from '@inkwell/shared/site-pages';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { ageInSentence } from '../../../lib/time.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { ScheduledBadge } from '../../scheduling/components/scheduling-actions.tsx';
import styles from '../admin.module.css';
import { RowButton, RowDelete, RowLink, StaffRow } from '../components/staff-row.tsx';
import { TrashNote } from '../components/trash-note.tsx';
import { useDeletePage, usePublishPage, useRestorePage } from './page-acts.ts';

/** What can be done to a page that is not in the trash. */
function Acts({ page }: { readonly page: SitePageCard }) {
  const publish = usePublishPage(page);
  const remove = useDeletePage(page);
  const [label, pending] = page.isPublished ? ['Unpublish', 'Unpublishing...'] : ['Publish', 'Publishing...'];
  return (
    <>
      <RowLink to={writingPaths.editPage(page.id)}>Edit</RowLink>
      <RowButton isPending={publish.isPending} onClick={() => publish.mutate()}>
        {publish.isPending ? pending : label}
      </RowButton>
      <RowDelete
        title="Delete Page"
        question={`Delete the page “${page.title}”? Readers of /${page.slug} will find nothing there.`}
        options={<TrashNote />}
        isPending={remove.isPending}
        onConfirm={(close) => {
          close();
          remove.mutate();
        }}
      />
    </>
  );
}

function Restore({ page }: { readonly page: SitePageCard }) {
  const restore = useRestorePage(page);
  return (
    <RowButton isPending={restore.isPending} onClick={() => restore.mutate()}>
      {restore.isPending ? 'Restoring...' : 'Restore'}
    </RowButton>
  );
}

/** One page of the site with its state, address and acts. */
export function PageRow({ page }: { readonly page: SitePageCard }) {
  const nowMs = useNow();
  const { title, slug, status, publishAt, updatedAt } = page;
  return (
    <StaffRow
      heading="h2"
      name={status === 'published' ? <Link to={paths.sitePage(slug)}>{title}</Link> : title}
      badges={
        publishAt && status === 'scheduled' ? (
          <ScheduledBadge publishAt={publishAt} />
        ) : (
          <Badge tone={status === 'published' ? 'success' : 'neutral'}>{POST_STATUS_LABELS[status]}</Badge>
        )
      }
      acts={status === 'trash' ? <Restore page={page} /> : <Acts page={page} />}
    >
      <p className={styles.meta}>
        <bdi>/{slug}</bdi>
        <span>changed {ageInSentence(updatedAt, nowMs)}</span>
      </p>
    </StaffRow>
  );
}
