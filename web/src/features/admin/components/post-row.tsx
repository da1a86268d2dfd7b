import { faImage } from '@fortawesome/free-solid-svg-icons';
import { counted, personName, shortDate } from '@inkwell/shared/format';
import type { StaffPostCard } from '@inkwell/shared/posts';
import { useId, useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Image } from '../../../components/image.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { paths } from '../../../lib/paths.ts';
import { ScheduledBadge, SchedulingActions } from '../../scheduling/components/scheduling-actions.tsx';
import styles from '../admin.module.css';
import { useDeletePost, usePublishPost } from '../api/post-actions.ts';

/** Product §5. */
const DELETE_QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';
const UNPUBLISH_QUESTION = 'Unpublish this post? Readers no longer find it, and links to it lead nowhere.';

interface PostActionsProps {
  readonly post: StaffPostCard;
  readonly onEdit: () => void;
  /** Id of the heading that names the post of the buttons. */
  readonly titleId: string;
}

function PostActions({ post, onEdit, titleId }: PostActionsProps) {
  const described = { 'aria-describedby': titleId };
  const publish = usePublishPost(post.id);
  const remove = useDeletePost(post.id);
  const [asked, setAsked] = useState<'delete' | 'unpublish' | null>(null);
  const close = () => setAsked(null);
  const label = post.isPublished ? 'Unpublish' : 'Publish';

  return (
    <div className={styles.rowActions}>
      <ButtonLink variant="secondary" size="small" to={paths.post(post)} {...described}>
        View
      </ButtonLink>
      <Button variant="secondary" size="small" onClick={onEdit} {...described}>
        Edit
      </Button>
      <Button
        variant="secondary"
        size="small"
        isPending={publish.isPending}
        {...described}
        onClick={() => (post.isPublished ? setAsked('unpublish') : publish.mutate(true))}
      >
        {publish.isPending ? (publish.variables ? 'Publishing...' : 'Unpublishing...') : label}
      </Button>
      <SchedulingActions post={post} describedBy={titleId} />
      <Button
        variant="danger"
        size="small"
        isPending={remove.isPending}
        onClick={() => setAsked('delete')}
        {...described}
      >
        {remove.isPending ? 'Deleting...' : 'Delete'}
      </Button>
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
      >
        {DELETE_QUESTION}
      </ConfirmDialog>
    </div>
  );
}

interface PostRowProps {
  readonly post: StaffPostCard;
  readonly onEdit: () => void;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  /** Why the last bulk action failed for this post. */
  readonly failure: string | undefined;
}

/** One post of the admin list, which can be selected for bulk actions. Product §2. */
export function PostRow({ post, onEdit, isChosen, onToggle, failure }: PostRowProps) {
  const titleId = useId();
  return (
    <li className={styles.row}>
      <label className={styles.choose}>
        <input
          type="checkbox"
          data-row-stop
          aria-label={`Choose ${post.title}`}
          checked={isChosen}
          onChange={onToggle}
        />
      </label>
      <div className={styles.thumb}>
        {post.featuredImage ? (
          <Image src={post.featuredImage} alt="" sizes="7rem" fallback={<Icon icon={faImage} />} />
        ) : (
          <Icon icon={faImage} />
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={titleId} dir="auto">
            {post.title}
          </h3>
          <StatusBadge isPublished={post.isPublished} />
          {post.status === 'scheduled' && post.publishAt && <ScheduledBadge publishAt={post.publishAt} />}
        </div>
        <p dir="auto">{post.preview}</p>
        <div className={styles.meta}>
          <span>By {personName(post.author)}</span>
          <span>{post.category?.name ?? 'No category'}</span>
          <span>{counted(post.views, 'view', 'views')}</span>
          <time dateTime={post.createdAt}>{shortDate(post.createdAt)}</time>
        </div>
        {failure && <p className={styles.failed}>Failed: {failure}</p>}
        <PostActions post={post} onEdit={onEdit} titleId={titleId} />
      </div>
    </li>
  );
}
