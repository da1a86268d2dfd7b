import { faRotate } from '@fortawesome/free-solid-svg-icons';
import { counted, personName } from '@inkwell/shared/format';
import { AdminPostsQuery } from '@inkwell/shared/posts';
import { POST_STATUS_LABELS, PostStatus } from '@inkwell/shared/schedule';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { BulkBar } from '../components/bulk-bar.tsx';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { PostRow } from '../components/post-row.tsx';
import { focusFirstRow, KeyList, moveByKey } from '../components/row-keys.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { oneOf, useAddressFilters } from '../components/use-address-filters.ts';
import { useSelection } from '../components/use-selection.ts';
import { NONE_YET, WORDS_AND_FILTERS, WORDS_AND_ORDER, withWords } from '../filter-rules.ts';

const EditPostDialog = lazyPart(
  async () => (await import('../../post-editor/edit-post-dialog.tsx')).EditPostDialog,
  'The editor could not be opened',
);

const NAMES = ['q', 'status', 'category', 'author', 'sort'] as const;
const FILTERS = ['status', 'category', 'author'] as const;

const SORTS = [
  { value: '', label: 'Newest' },
  { value: 'views', label: 'Most viewed' },
  { value: 'comments', label: 'Most commented' },
];

const KEYS = [
  ['/', 'Find posts'],
  ['↓', 'From the box into the list'],
  ['↑ ↓', 'From post to post'],
  ['Space', 'Choose a post, or not'],
  ['Esc', 'In the box: find nothing more; in the list: choose nothing'],
] as const;

type AddressValues = ReturnType<typeof useAddressFilters<(typeof NAMES)[number]>>['values'];

function choiceOf({ q, status, category, author, sort }: AddressValues) {
  const isNumber = /^\d{1,10}$/.test(category ?? '');
  const [chosenStatus, order] = [oneOf(PostStatus.options, status), q ? undefined : oneOf(['views', 'comments'], sort)];
  return {
    ...(q && { q }),
    ...(chosenStatus && { status: chosenStatus }),
    ...(isNumber && category && { categoryId: category }),
    ...(author && AdminPostsQuery.shape.authorId.safeParse(author).success && { authorId: author }),
    ...(order && { sort: order }),
  } as const;
}

/** All posts, drafts included, with everything that can be done to them, one or many. */
export function PostsTab({ viewerId }: { readonly viewerId: string }) {
  const { values, change } = useAddressFilters(NAMES);
  const choice = choiceOf(values);
  const query = useInfiniteQuery(adminQueries.posts(choice));
  const categories = useQuery(categoryQueries.list()).data ?? [];
  const [editedId, setEditedId] = useState<string | null>(null);
  const chosen = useSelection();
  const list = useRef<HTMLUListElement>(null);
  const total = totalOf(query);
  const isRefreshing = query.isRefetching && !query.isFetchingNextPage && !query.isPlaceholderData;
  const isNarrowed = Object.keys(choice).length > 0;
  const shown = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const ids = [...new Set(shown.map(({ id }) => id))].filter((id) => chosen.ids.has(id));
  const rules = withWords(values, FILTERS);
  const authors = new Map(shown.map(({ author }) => [author.id, personName(author)]));

  return (
    <>
      <div className={styles.bar}>
        <h2>Posts</h2>
        <span role="status" className={styles.note}>
          {total !== null && `${counted(total, 'post', 'posts')} ${isNarrowed ? 'found' : 'in total'}`}
        </span>
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
      <SearchBar
        name="Find posts"
        label="Title"
        value={values.q ?? ''}
        onFind={(q, options) => change({ q, ...(q && { sort: undefined }), ...rules.dropped(q) }, options)}
        onLeave={() => focusFirstRow(list.current)}
        isNarrowed={isNarrowed}
        onClear={() => change({ q: '', status: '', category: '', author: '', sort: '' })}
        note={rules.note}
      >
        <Filter
          label="Status"
          value={choice.status ?? ''}
          options={[
            { value: '', label: 'Any' },
            ...PostStatus.options.map((value) => ({ value, label: POST_STATUS_LABELS[value] })),
          ]}
          blockedBy={rules.blocks('status') ? WORDS_AND_FILTERS : undefined}
          onChange={(status) => change({ status })}
        />
        <Filter
          label="Category"
          value={choice.categoryId ?? ''}
          options={[
            { value: '', label: 'Any' },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          blockedBy={rules.blocks('category') ? WORDS_AND_FILTERS : undefined}
          onChange={(category) => change({ category })}
        />
        <Filter
          label="Author"
          value={choice.authorId ?? ''}
          options={[
            { value: '', label: 'Anybody' },
            { value: viewerId, label: 'Me' },
            ...[...authors].filter(([id]) => id !== viewerId).map(([value, label]) => ({ value, label })),
            ...(values.author && values.author !== viewerId && !authors.has(values.author)
              ? [{ value: values.author, label: 'Somebody else' }]
              : []),
          ]}
          blockedBy={rules.blocks('author') ? WORDS_AND_FILTERS : undefined}
          onChange={(author) => change({ author })}
        />
        <Filter
          label="Sort by"
          value={choice.sort ?? ''}
          options={SORTS}
          blockedBy={values.q ? WORDS_AND_ORDER : undefined}
          onChange={(sort) => change({ sort })}
        />
      </SearchBar>
      {shown.length > 0 && (
        <Button
          variant="quiet"
          size="small"
          className={styles.clear}
          onClick={() => chosen.choose(shown.map(({ id }) => id))}
        >
          Choose all shown
        </Button>
      )}
      <PagedList
        query={query}
        noun="posts"
        noneYet={NONE_YET}
        empty={
          isNarrowed ? (
            <EmptyState title="No posts found" headingLevel={3}>
              Try other words or fewer filters.
            </EmptyState>
          ) : (
            <EmptyState
              title="No Posts Yet"
              headingLevel={3}
              actions={<ButtonLink to={paths.createPost}>Create First Post</ButtonLink>}
            />
          )
        }
      >
        {(posts) => (
          <ul
            ref={list}
            className={`${styles.rows} ${styles.list}`}
            aria-busy={query.isPlaceholderData}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && ids.length > 0 && !event.defaultPrevented) chosen.clear();
              moveByKey(event);
            }}
          >
            {posts.map((post) => (
              <PostRow
                key={post.id}
                post={post}
                onEdit={() => setEditedId(post.id)}
                isChosen={chosen.ids.has(post.id)}
                onToggle={() => chosen.toggle(post.id)}
                failure={chosen.failures.get(post.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {ids.length > 0 && <BulkBar ids={ids} chosen={chosen} categories={categories} />}
      <KeyList keys={KEYS} />
      <Suspense fallback={null}>
        {editedId && <EditPostDialog postId={editedId} userId={viewerId} onClose={() => setEditedId(null)} />}
      </Suspense>
    </>
  );
}
