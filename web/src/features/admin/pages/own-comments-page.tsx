import { counted, personName } from '@inkwell/shared/format';
import { lineComment } from '@inkwell/shared/line-icons';
import type { CommentedPost } from '@inkwell/shared/own-posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CommentText } from '../../../components/markdown/comment-text.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { notificationTime } from '../../../lib/time.ts';
import { adminQueries } from '../api/queries.ts';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import styles from './own-comments-page.module.css';

/** `/writing/comments`, for writers: the newest comments on each of their posts. Product §2. */
export const Component = staffPage({ title: 'Comments', gate: WriterGate }, OwnComments);

function OwnComments() {
  const query = useInfiniteQuery(adminQueries.ownComments());
  return (
    <>
      <p className={styles.about}>
        What readers wrote on your posts. You can answer below the post; moderators decide about comments.
      </p>
      <StaffList
        label="Your posts, latest comments first"
        query={query}
        noun="posts"
        rowHeight={160}
        empty={
          <EmptyState icon={lineComment} title="No Comments Yet" headingLevel={2}>
            When somebody comments on one of your posts, the comment appears here.
          </EmptyState>
        }
      >
        {(post) => <PostWithComments key={post.id} post={post} />}
      </StaffList>
    </>
  );
}

function PostWithComments({ post }: { readonly post: CommentedPost }) {
  const { commentsCount, comments } = post;
  const all = `${paths.post(post)}#comments`;
  return (
    <li className={styles.post}>
      <div className={styles.titleLine}>
        <h2 dir="auto">
          <Link to={paths.post(post)}>{post.title}</Link>
        </h2>
        <span className={styles.note}>{counted(commentsCount, 'comment', 'comments')}</span>
      </div>
      <ul className={styles.comments}>
        {comments.map(({ id, author, createdAt, content, parentId }) => (
          <li key={id}>
            <p className={styles.note}>
              <strong dir="auto">{personName(author)}</strong>
              {parentId !== null && ' replied'}{' '}
              <Link to={`${paths.post(post)}#comment-${id}`} aria-label={`Open the comment by ${personName(author)}`}>
                <time dateTime={createdAt}>{notificationTime(createdAt)}</time>
              </Link>
            </p>
            <CommentText source={content} />
          </li>
        ))}
      </ul>
      {commentsCount > comments.length && (
        <Link className={styles.all} to={all} aria-label={`All comments on ${post.title}`}>
          All {counted(commentsCount, 'comment', 'comments')}
        </Link>
      )}
    </li>
  );
}
