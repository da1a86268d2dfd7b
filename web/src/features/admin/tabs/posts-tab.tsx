import { faRotate } from '@fortawesome/free-solid-svg-icons';
import { counted } from '@inkwell/shared/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { PostRow } from '../components/post-row.tsx';

const EditPostDialog = lazyPart(
  async () => (await import('../../editor/edit-post-dialog.tsx')).EditPostDialog,
  'The editor could not be opened',
);

/** All posts, drafts included, with everything that can be done to them. */
export function PostsTab({ viewerId }: { readonly viewerId: string }) {
  const query = useInfiniteQuery(adminQueries.posts());
  const [editedId, setEditedId] = useState<string | null>(null);
  const total = totalOf(query);
  const isRefreshing = query.isRefetching && !query.isFetchingNextPage;

  return (
    <>
      <div className={styles.bar}>
        <h2>Posts</h2>
        {total !== null && <span className={styles.note}>{counted(total, 'post', 'posts')} in total</span>}
        <Button
          variant="secondary"
          size="small"
          icon={<Icon icon={faRotate} />}
          isPending={isRefreshing}
          onClick={() => void query.refetch()}
        >
          {isRefreshing ? 'Refreshing...' : 'Refresh'}
        </Button>
        <ButtonLink size="small" to={paths.createPost}>
          Create Post
        </ButtonLink>
      </div>
      <PagedList
        query={query}
        noun="posts"
        empty={
          <EmptyState
            title="No Posts Yet"
            headingLevel={3}
            actions={<ButtonLink to={paths.createPost}>Create First Post</ButtonLink>}
          />
        }
      >
        {(posts) => (
          <ul className={styles.rows}>
            {posts.map((post) => (
              <PostRow key={post.id} post={post} onEdit={() => setEditedId(post.id)} />
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense fallback={null}>
        {editedId && <EditPostDialog postId={editedId} userId={viewerId} onClose={() => setEditedId(null)} />}
      </Suspense>
    </>
  );
}
