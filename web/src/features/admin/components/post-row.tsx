import { faImage } from '@fortawesome/free-solid-svg-icons';
import { counted, shortDate } from '@inkwell/shared/format';
import type { PostCard } from '@inkwell/shared/posts';
import { personName } from '@inkwell/shared/users';
import { useId, useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Image } from '../../../components/image.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { paths } from '../../../lib/paths.ts';
import styles from '../admin.module.css';
import { useDeletePost, usePublishPost } from '../api/post-actions.ts';

/** Product §5. */
const DELETE_QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';

interface PostActionsProps {
  readonly post: PostCard;
  readonly onEdit: () => void;
  /** Id of the heading that tells which post the buttons are about. */
  readonly titleId: string;
}

function PostActions({ post, onEdit, titleId }: PostActionsProps) {
  const described = { 'aria-describedby': titleId };
  const publish = usePublishPost(post.id);
  const remove = useDeletePost(post.id);
  const [isAsking, setAsking] = useState(false);
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
        onClick={() => publish.mutate(!post.isPublished)}
      >
        {publish.isPending ? (publish.variables ? 'Publishing...' : 'Unpublishing...') : label}
      </Button>
      <Button variant="danger" size="small" isPending={remove.isPending} onClick={() => setAsking(true)} {...described}>
        {remove.isPending ? 'Deleting...' : 'Delete'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete Post"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {DELETE_QUESTION}
      </ConfirmDialog>
    </div>
  );
}

/** One post of the admin list. Product §2. */
export function PostRow({ post, onEdit }: { readonly post: PostCard; readonly onEdit: () => void }) {
  const titleId = useId();
  return (
    <li className={styles.row}>
      <div className={styles.thumb}>
        {post.featuredImage ? (
          <Image src={post.featuredImage} alt="" sizes="7rem" fallback={<Icon icon={faImage} />} />
        ) : (
          <Icon icon={faImage} />
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={titleId}>{post.title}</h3>
          <StatusBadge isPublished={post.isPublished} />
        </div>
        <p>{post.preview}</p>
        <div className={styles.meta}>
          <span>By {personName(post.author)}</span>
          <span>{post.category?.name ?? 'No category'}</span>
          <span>{counted(post.views, 'view', 'views')}</span>
          <time dateTime={post.createdAt}>{shortDate(post.createdAt)}</time>
        </div>
        <PostActions post={post} onEdit={onEdit} titleId={titleId} />
      </div>
    </li>
  );
}
