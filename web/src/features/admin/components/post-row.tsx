import { namesInSentence } from '@inkwell/shared/bylines';
import { counted, personName, shortDate, wholeNumber } from '@inkwell/shared/format';
import {
  canEditPost,
  canPublishPost,
  canSeeTraffic,
  canTrashPost,
  isHeldByReview,
} from '@inkwell/shared/post-permissions';
import { type StaffPostCard, TRASH_MS } from '@inkwell/shared/posts';
import { reviewStateOf } from '@inkwell/shared/reviews';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { asksAbout, ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Image } from '../../../components/image.tsx';
import { linePicture } from '../../../components/staff-icons.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { newsletterOffer } from '../../../lib/writing-paths.ts';
import { usePlanning } from '../../scheduling/components/scheduling-actions.tsx';
import { ownZone, spelledTime } from '../../scheduling/zoned-time.ts';
import { useNewsletterOffer } from '../api/newsletter-issues.ts';
import { useDeletePost, usePublishPost, useUndeletePost } from '../api/post-actions.ts';
import styles from './post-row.module.css';
import { ColumnNames, RowButton, RowDelete, RowLink, RowMenu, RowNameId } from './staff-row.tsx';
import { TrashNote } from './trash-note.tsx';

/** Product §5. */
const DELETE_QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';
const UNPUBLISH_QUESTION = 'Readers can no longer find it, and links to it no longer work.';

interface PostActionsProps {
  readonly post: StaffPostCard;
  /** Opens the editor instead of linking to its page. */
  readonly onEdit?: () => void;
}

/** The actions of a post, in the same order in all rows; scheduling and the preview link are in a menu. */
function PostActions({ post, onEdit }: PostActionsProps) {
  const viewer = useViewer();
  const isHeld = isHeldByReview(viewer, post);
  const mayPublish = canPublishPost(viewer, post) && !isHeld;
  const remove = useDeletePost(post.id);
  const planning = usePlanning({ post: { ...post, kind: 'post' } });
  const navigate = useNavigate();
  const isOffered = useNewsletterOffer();
  const { link: to, linkLabel: label } = newsletterOffer(post.id);
  const offer = isOffered(post) ? [{ label, onSelect: () => void navigate(to) }] : [];
  return (
    <div className={styles.acts}>
      <RowLink to={paths.post(post)}>View</RowLink>
      {canEditPost(viewer, post) &&
        (onEdit ? <RowButton onClick={onEdit}>Edit</RowButton> : <RowLink to={paths.editPost(post.id)}>Edit</RowLink>)}
      {mayPublish && <PublishButton post={post} />}
      {canTrashPost(viewer, post) && !isHeld && (
        <RowDelete noun="Post" name={post.title} question={DELETE_QUESTION} options={<TrashNote />} remove={remove} />
      )}
      {mayPublish && (
        <>
          <RowMenu name={post.title} items={[...offer, ...planning.acts]} />
          {planning.dialog}
        </>
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
        className={styles.publish}
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

/** When a post in the trash was deleted, the day after which it is gone, and its only action. */
function TrashActions({ post: { id, trashedAt } }: { readonly post: TrashedPost }) {
  const undelete = useUndeletePost(id);
  const keptUntil = new Date(Date.parse(trashedAt) + TRASH_MS).toISOString();
  return (
    <div className={styles.acts}>
      <span className={styles.trashed}>
        Deleted <time dateTime={trashedAt}>{shortDate(trashedAt)}</time>
      </span>
      <span className={styles.trashed}>
        Permanently deleted after <time dateTime={keptUntil}>{shortDate(keptUntil)}</time>
      </span>
      <RowButton isPending={undelete.isPending} onClick={() => undelete.mutate()}>
        {undelete.isPending ? 'Restoring...' : 'Restore'}
      </RowButton>
    </div>
  );
}

/** The post's picture in rows, 72 by 48 px, smaller on phones. */
export const PostThumb = ({ src }: { readonly src: string | null }) => (
  <div className={styles.thumb}>
    {src ? (
      <Image src={src} alt="" sizes="72px" className="filled" fallback={<Icon icon={linePicture} />} />
    ) : (
      <Icon icon={linePicture} />
    )}
  </div>
);

interface Choosing {
  readonly isChosen: boolean;
  /** `isRange`: with the Shift key, for all rows from the one selected last. */
  readonly onToggle: (options: { isRange: boolean }) => void;
}

interface PostRowProps extends PostActionsProps {
  /** Whether all posts of the list are the viewer's own. */
  readonly isOwn?: boolean;
  /** Only in lists with bulk actions. */
  readonly choosing?: Choosing;
  /** Why the last bulk action failed for this post. */
  readonly failure?: string | undefined;
}

export const PostColumns = () => (
  <ColumnNames className={styles.columns} names={['Title', 'By', 'Category', 'Views', 'Date']} />
);

/** How often a post was viewed; links to its statistics if the viewer may see them. */
function Views({ post }: Pick<PostActionsProps, 'post'>) {
  const views = (
    <>
      {wholeNumber(post.views)}
      <span className={styles.word}> {post.views === 1 ? 'view' : 'views'}</span>
    </>
  );
  if (!canSeeTraffic(useViewer(), post) || !post.isPublished) return views;
  return (
    <Link
      to={paths.postTraffic(post.id)}
      title="Statistics"
      aria-label={`${counted(post.views, 'view', 'views')}: statistics of ${post.title}`}
    >
      {views}
    </Link>
  );
}

/** A post in a list, with the viewer's actions. In the admin list it can be selected for bulk actions. Product §2. */
export function PostRow({ post, isOwn = false, onEdit, choosing, failure }: PostRowProps) {
  const viewer = useViewer();
  const titleId = useId();
  const publishAt = post.status === 'scheduled' ? post.publishAt : null;
  const reviewState = isTrashed(post) ? null : reviewStateOf(post);
  return (
    <li className={styles.post} data-chosen={choosing?.isChosen || undefined}>
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
      <PostThumb src={post.featuredImage} />
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={titleId} dir="auto" title={post.title}>
            {isTrashed(post) || !canEditPost(viewer, post) ? (
              post.title
            ) : (
              <Link to={paths.editPost(post.id)}>{post.title}</Link>
            )}
          </h3>
          {isTrashed(post) ? (
            <Badge tone="neutral">Trash</Badge>
          ) : (
            (choosing || !publishAt) && <StatusBadge isPublished={post.isPublished} />
          )}
          {publishAt && <Badge tone="accent">Scheduled</Badge>}
          {reviewState === 'in-review' && <Badge tone="accent">In review</Badge>}
          {reviewState === 'returned' && <Badge tone="warning">Returned</Badge>}
        </div>
        <div className={styles.excerpt}>
          {publishAt && <time dateTime={publishAt}>{spelledTime(publishAt, ownZone())}</time>}
          <p dir="auto">{post.preview}</p>
        </div>
      </div>
      <div className={styles.facts}>
        <span data-own={(isOwn && post.authors.length === 1) || undefined}>
          <span className={styles.word}>By </span>
          {namesInSentence(post.authors.map(personName))}
        </span>
        <span>{post.category?.name ?? 'No category'}</span>
        <span>
          <Views post={post} />
        </span>
        <time dateTime={post.createdAt}>{shortDate(post.createdAt)}</time>
      </div>
      <RowNameId value={titleId}>
        {isTrashed(post) ? <TrashActions post={post} /> : <PostActions post={post} {...(onEdit && { onEdit })} />}
      </RowNameId>
      {failure && <p className={styles.failed}>Failed: {failure}</p>}
    </li>
  );
}
