import { counted, personName, shortDate } from '@inkwell/shared/format';
import { canEditPost, canPublishPost, canTrashPost, isHeldByReview } from '@inkwell/shared/post-permissions';
import { type StaffPostCard, TRASH_MS } from '@inkwell/shared/posts';
import { reviewStateOf } from '@inkwell/shared/reviews';
import { use, useId, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { asksAbout, ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Image } from '../../../components/image.tsx';
import { linePicture } from '../../../components/staff-icons.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { ScheduledBadge, SchedulingActions } from '../../scheduling/components/scheduling-actions.tsx';
import { useDeletePost, usePublishPost, useUndeletePost } from '../api/post-actions.ts';
import styles from './post-row.module.css';
import { RowButton, RowDelete, RowLink, RowNameId } from './staff-row.tsx';
import { TrashNote } from './trash-note.tsx';

/** Product §5. */
const DELETE_QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';
const UNPUBLISH_QUESTION = 'Readers can no longer find it, and links to it no longer work.';

interface PostActionsProps {
  readonly post: StaffPostCard;
  /** Opens the editor in place of its page. */
  readonly onEdit?: () => void;
}

function PostActions({ post, onEdit }: PostActionsProps) {
  const viewer = useViewer();
  const titleId = use(RowNameId);
  const isHeld = isHeldByReview(viewer, post);
  const remove = useDeletePost(post.id);
  return (
    <div className={styles.acts}>
      <RowLink to={paths.post(post)}>View</RowLink>
      {canEditPost(viewer, post) &&
        (onEdit ? <RowButton onClick={onEdit}>Edit</RowButton> : <RowLink to={paths.editPost(post.id)}>Edit</RowLink>)}
      {canPublishPost(viewer, post) && !isHeld && (
        <>
          <PublishButton post={post} />
          <SchedulingActions post={{ ...post, kind: 'post' }} {...(titleId && { describedBy: titleId })} />
        </>
      )}
      {canTrashPost(viewer, post) && !isHeld && (
        <RowDelete
          noun="Post"
          name={post.title}
          question={DELETE_QUESTION}
          options={<TrashNote />}
          isPending={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
        />
      )}
    </div>
  );
}

/** Publishes a post; unpublishes it after a question. */
function PublishButton({ post }: Pick<PostActionsProps, 'post'>) {
  const publish = usePublishPost(post);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const label = post.isPublished ? 'Unpublish' : 'Publish';
  return (
    <>
      <RowButton
        isPending={publish.isPending}
        onClick={() => (post.isPublished ? setAsking(true) : publish.mutate(true))}
      >
        {publish.isPending ? (publish.variables ? 'Publishing...' : 'Unpublishing...') : label}
      </RowButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={asksAbout('Unpublish', post.title)}
        confirmLabel="Unpublish"
        pendingLabel="Unpublishing..."
        isPending={publish.isPending}
        onConfirm={() => publish.mutate(false, { onSettled: close })}
        onClose={close}
      >
        {UNPUBLISH_QUESTION}
      </ConfirmDialog>
    </>
  );
}

type TrashedPost = StaffPostCard & { readonly trashedAt: string };

const isTrashed = (post: StaffPostCard): post is TrashedPost => Boolean(post.trashedAt);

/** The one action of a post in the trash. */
function TrashActions({ post }: { readonly post: TrashedPost }) {
  const undelete = useUndeletePost(post.id);
  return (
    <div className={styles.acts}>
      <TrashDates trashedAt={post.trashedAt} />
      <RowButton isPending={undelete.isPending} onClick={() => undelete.mutate()}>
        {undelete.isPending ? 'Restoring...' : 'Restore'}
      </RowButton>
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
        Permanently deleted after <time dateTime={keptUntil}>{shortDate(keptUntil)}</time>
      </span>
    </>
  );
}

interface Choosing {
  readonly isChosen: boolean;
  /** `isRange`: with the Shift key, for all rows from the one chosen last. */
  readonly onToggle: (options: { isRange: boolean }) => void;
}

interface PostRowProps extends PostActionsProps {
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
      <RowNameId value={titleId}>
        {isTrashed(post) ? <TrashActions post={post} /> : <PostActions post={post} {...(onEdit && { onEdit })} />}
      </RowNameId>
      {failure && <p className={styles.failed}>Failed: {failure}</p>}
    </li>
  );
}
