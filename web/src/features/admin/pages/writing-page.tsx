import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { linePen, lineSearch } from '@inkwell/shared/line-icons';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { POST_STATUS_LABELS, PostStatus } from '@inkwell/shared/schedule';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { PostRow } from '../components/post-row.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { Filter } from '../components/search-bar.tsx';
import { oneOf, useAddressFilters } from '../components/use-address-filters.ts';

const NAMES = ['status'] as const;

const STATUSES = [
  { value: '', label: 'All but the trash' },
  ...PostStatus.options.map((value) => ({ value, label: POST_STATUS_LABELS[value] })),
];

/** `/writing`, for everybody who may write: their posts, with what they can do with each. Product §2. */
export function Component() {
  usePageTitle('My Posts');
  return <WriterGate>{({ id }) => <OwnPosts key={id} />}</WriterGate>;
}

function OwnPosts() {
  const { values, change } = useAddressFilters(NAMES);
  const status = oneOf(PostStatus.options, values.status);
  const query = useInfiniteQuery(adminQueries.ownPosts(status && { status }));
  const total = totalOf(query);
  return (
    <div className={`container ${styles.page}`}>
      <h1>My Posts</h1>
      <div className={styles.panel}>
        <div className={styles.bar}>
          <span role="status" className={styles.note}>
            {total !== null && `${counted(total, 'post', 'posts')} ${status ? 'found' : 'in total'}`}
          </span>
          <ButtonLink size="small" icon={<Icon icon={linePen} />} to={paths.createPost}>
            Write New Post
          </ButtonLink>
        </div>
        <Filter label="Status" value={status ?? ''} options={STATUSES} onChange={(next) => change({ status: next })} />
        <PagedList query={query} noun="posts" empty={<NoPosts status={status} />}>
          {(posts) => (
            <>
              <h2 className="visually-hidden">Posts</h2>
              <ul className={`${styles.rows} ${styles.list}`} aria-busy={query.isPlaceholderData} onKeyDown={moveByKey}>
                {posts.map((post) => (
                  <PostRow key={post.id} post={post} />
                ))}
              </ul>
            </>
          )}
        </PagedList>
      </div>
    </div>
  );
}

function NoPosts({ status }: { readonly status: PostStatus | undefined }) {
  if (status === 'trash')
    return (
      <EmptyState title="The Trash Is Empty" headingLevel={2}>
        Deleted posts are here for {POST_LIMITS.trashDays} days.
      </EmptyState>
    );
  if (status)
    return (
      <EmptyState icon={lineSearch} title="No posts found" headingLevel={2}>
        None of your posts has this status.
      </EmptyState>
    );
  return (
    <EmptyState icon={linePen} title="No Posts Yet" headingLevel={2}>
      What you write appears here, also before it is published.
    </EmptyState>
  );
}
