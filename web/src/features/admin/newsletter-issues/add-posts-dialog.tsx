import '@mantine/core/styles/Checkbox.layer.css';
import { shortDate } from '@inkwell/shared/format';
import { ISSUE_LIMITS } from '@inkwell/shared/newsletter-issues';
import type { PostCard } from '@inkwell/shared/posts';
import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import styles from '../admin.module.css';
import { issueQueries, lastSentAt, useTextOfPosts } from '../api/newsletter-issues.ts';
import { adminQueries } from '../api/queries.ts';

const PAUSE_MS = 250;

/** Selects published posts, whose texts are then appended to an issue in the order of selection. */
export function AddPostsDialog({
  onAdd,
  onClose,
}: {
  readonly onAdd: (added: { readonly title: string | null; readonly content: string }) => void;
  readonly onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), PAUSE_MS);
  const [isSince, setSince] = useState(false);
  const found = useInfiniteQuery({ ...adminQueries.posts({ status: 'published', q }), enabled: q !== '' });
  const newest = useInfiniteQuery({ ...adminQueries.byPublication(), enabled: q === '' });
  const query = q === '' ? newest : found;
  const issues = useInfiniteQuery(issueQueries.list());
  const since = lastSentAt(issues.data?.pages.flatMap(({ items }) => items) ?? []);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isWhole, setWhole] = useState(false);
  const text = useTextOfPosts();
  const loaded: readonly PostCard[] = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isNew = ({ publishedAt }: PostCard) => since === null || Date.parse(publishedAt ?? '') > Date.parse(since);
  const posts = loaded
    .filter((post) => !isSince || isNew(post))
    .sort((a, b) => Date.parse(b.publishedAt ?? '') - Date.parse(a.publishedAt ?? ''));
  // Sorted by publication: older posts follow the last loaded one.
  const last = loaded.at(-1);
  const hasMore = query.hasNextPage && !(isSince && q === '' && last && !isNew(last));

  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const submit = () =>
    text.mutate(
      { ids: [...chosen], isWhole },
      {
        onSuccess(added) {
          onAdd(added);
          onClose();
        },
      },
    );

  return (
    <FormDialog
      title="Add Posts"
      confirmLabel="Add"
      pendingLabel="Adding..."
      isPending={text.isPending}
      isIncomplete={chosen.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Find published posts"
        data-autofocus
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {since !== null && (
        <Checkbox
          label={`Since the last issue (${shortDate(since)})`}
          checked={isSince}
          onChange={({ currentTarget }) => setSince(currentTarget.checked)}
        />
      )}
      <fieldset className={`${styles.issuePart} ${styles.issuePosts}`} aria-label="Published posts">
        {posts.map(({ id, title, publishedAt }) => (
          <Checkbox
            key={id}
            label={<bdi>{title}</bdi>}
            description={shortDate(publishedAt)}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= ISSUE_LIMITS.posts}
            onChange={() => toggle(id)}
          />
        ))}
        <p className={styles.note} role="status">
          {query.isPending && 'Loading posts...'}
          {query.isError && 'The posts could not be loaded. Please try again.'}
          {query.isSuccess &&
            posts.length === 0 &&
            (isSince ? 'Nothing was published since the last issue' : 'No published post with that title')}
          {chosen.length >= ISSUE_LIMITS.posts && `At most ${ISSUE_LIMITS.posts} at once`}
        </p>
        {hasMore && (
          <Button
            size="small"
            variant="quiet"
            isPending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Show More'}
          </Button>
        )}
      </fieldset>
      <Switch
        label="Full text"
        description="Otherwise title, picture, excerpt and a link"
        checked={isWhole}
        onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
      />
    </FormDialog>
  );
}
