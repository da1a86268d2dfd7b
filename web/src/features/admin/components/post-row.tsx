import { counted, personName, shortDate } from '@inkwell/shared/format';
import { canEditPost, canPublishPost, canTrashPost, isHeldByReview } from '@inkwell/shared/post-permissions';
import { type StaffPostCard, TRASH_MS } from '@inkwell/shared/posts';
import { reviewStateOf } from '@inkwell/shared/reviews';
import { useId, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Image } from '../../../components/image.tsx';
import { linePicture } from '../../../components/staff-icons.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { ScheduledBadge, SchedulingActions } from '../../scheduling/components/scheduling-actions.tsx';
import { useDeletePost, usePublishPost, useUndeletePost } from '../api/post-actions.ts';
import styles from './post-row.module.css';
import { TrashNote } from './trash-note.tsx';

/** Product §5. */
const DELETE_QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';
const UNPUBLISH_QUESTION = 'Unpublish this post? Readers can no longer find it, and links to it no longer work.';

interface PostActionsProps {
  readonly post: StaffPostCard;
  /** Opens the editor in place of its page. */
  readonly onEdit?: () => void;
  /** Id of the heading that names the post of the buttons. */
  readonly titleId: string;
}

function PostActions({ post, onEdit, titleId }: PostActionsProps) {
  const viewer = useViewer();
  const isHeld = isHeldByReview(viewer, post);
  const described = { 'aria-describedby': titleId };
  const publish = usePublishPost(post);
  const remove = useDeletePost(post.id);
  const [asked, setAsked] = useState<'delete' | 'unpublish' | null>(null);
  const close = () => setAsked(null);
  const label = post.isPublished ? 'Unpublish' : 'Publish';

  return (
    <div className={styles.acts}>
      <ButtonLink variant="quiet" size="small" to={paths.post(post)} {...described}>
        View
      </ButtonLink>
      {canEditPost(viewer, post) &&
        (onEdit ? (
          <Button variant="quiet" size="small" onClick={onEdit} {...described}>
            Edit
          </Button>
        ) : (
          <ButtonLink variant="quiet" size="small" to={paths.editPost(post.id)} {...described}>
            Edit
          </ButtonLink>
        ))}
      {canPublishPost(viewer, post) && !isHeld && (
        <>
          <Button
            variant="quiet"
            size="small"
            isPending={publish.isPending}
            {...described}
            onClick={() => (post.isPublished ? setAsked('unpublish') : publish.mutate(true))}
          >
            {publish.isPending ? (publish.variables ? 'Publishing...' : 'Unpublishing...') : label}
          </Button>
          <SchedulingActions post={{ ...post, kind: 'post' }} describedBy={titleId} />
        </>
      )}
      {canTrashPost(viewer, post) && !isHeld && (
        <Button
          variant="quiet"
          size="small"
          data-danger
          isPending={remove.isPending}
          onClick={() => setAsked('delete')}
          {...described}
        >
          {remove.isPending ? 'Deleting...' : 'Delete'}
        </Button>
      )}
      <ConfirmDialog
        isOpen={asked === 'unpublish'}
        title="Unpublish Post"
        confirmLabel="Unpublish"
        pendingLabel="Unpublishing..."
        isPending={publish.isPending}
        onConfirm={() => publish.mutate(false, { onSettled: close })}
        onClose={close}
      >
        {UNPUBLISH_QUESTION}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title="Delete Post"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        onClose={close}
        options={<TrashNote />}
      >
        {DELETE_QUESTION}
      </ConfirmDialog>
    </div>
  );
}

type TrashedPost = StaffPostCard & { readonly trashedAt: string };

const isTrashed = (post: StaffPostCard): post is TrashedPost => Boolean(post.trashedAt);

/** The one action of a post in the trash. */
function TrashActions({ post, titleId }: { readonly post: TrashedPost; readonly titleId: string }) {
  const undelete = useUndeletePost(post.id);
  return (
    <div className={styles.acts}>
      <TrashDates trashedAt={post.trashedAt} />
      <Button
        variant="quiet"
        size="small"
        isPending={undelete.isPending}
        aria-describedby={titleId}
        onClick={() => undelete.mutate()}
      >
        {undelete.isPending ? 'Restoring...' : 'Restore'}
      </Button>
    </div>
  );
}

/** When the post was deleted, and the day after which it is gone for good. */
function TrashDates({ trashedAt }: { readonly trashedAt: string }) {
  const keptUntil = new Date(Date.parse(trashedAt) + TRASH_MS).toISOString();
  return (
    <>
      <span className={styles.trashed}>
        Deleted <time dateTime={trashedAt}>{shortDate(trashedAt)}</time>
      </span>
      <span className={styles.trashed}>
        Removed for good after <time dateTime={keptUntil}>{shortDate(keptUntil)}</time>
      </span>
    </>
  );
}

interface Choosing {
  readonly isChosen: boolean;
  /** `isRange`: with the Shift key, for all rows from the one chosen last. */
  readonly onToggle: (options: { isRange: boolean }) => void;
}

interface PostRowProps extends Omit<PostActionsProps, 'titleId'> {
  /** In lists with bulk actions. */
  readonly choosing?: Choosing;
  /** Why the last bulk action failed for this post. */
  readonly failure?: string | undefined;
}

/** One post of a list, with what its viewer can do; in the admin list it can be selected for bulk actions. Product §2. */
export function PostRow({ post, onEdit, choosing, failure }: PostRowProps) {
  const titleId = useId();
  const reviewState = isTrashed(post) ? null : reviewStateOf(post);
  return (
    <li className={styles.post}>
      {choosing && (
        <label className={styles.choose}>
          <input
            type="checkbox"
            data-row-stop
            aria-label={`Choose ${post.title}`}
            checked={choosing.isChosen}
            onChange={({ nativeEvent }) =>
              choosing.onToggle({ isRange: 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true })
            }
          />
        </label>
      )}
      <div className={styles.thumb}>
        {post.featuredImage ? (
          <Image src={post.featuredImage} alt="" sizes="72px" fallback={<Icon icon={linePicture} />} />
        ) : (
          <Icon icon={linePicture} />
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={titleId} dir="auto" title={post.title}>
            {post.title}
          </h3>
          {isTrashed(post) ? <Badge tone="neutral">Trash</Badge> : <StatusBadge isPublished={post.isPublished} />}
          {reviewState === 'in-review' && <Badge tone="accent">In review</Badge>}
          {reviewState === 'returned' && <Badge tone="warning">Returned</Badge>}
        </div>
        <div className={styles.excerpt}>
          {post.status === 'scheduled' && post.publishAt && <ScheduledBadge publishAt={post.publishAt} />}
          <p dir="auto">{post.preview}</p>
        </div>
      </div>
      <div className={styles.facts}>
        <span>By {personName(post.author)}</span>
        <span>{post.category?.name ?? 'No category'}</span>
        <span>{counted(post.views, 'view', 'views')}</span>
        <time dateTime={post.createdAt}>{shortDate(post.createdAt)}</time>
      </div>
      {isTrashed(post) ? (
        <TrashActions post={post} titleId={titleId} />
      ) : (
        <PostActions post={post} titleId={titleId} {...(onEdit && { onEdit })} />
      )}
      {failure && <p className={styles.failed}>Failed: {failure}</p>}
    </li>
  );
}
