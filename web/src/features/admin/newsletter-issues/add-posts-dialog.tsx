import '@mantine/core/styles/Checkbox.layer.css';
import { ISSUE_LIMITS } from '@inkwell/shared/newsletter-issues';
import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import styles from '../admin.module.css';
import { useTextOfPosts } from '../api/newsletter-issues.ts';
import { adminQueries } from '../api/queries.ts';

const PAUSE_MS = 250;

/** Lets published posts be chosen, whose texts are then put at the end of an issue, in the order of choosing. */
export function AddPostsDialog({
  onAdd,
  onClose,
}: {
  readonly onAdd: (added: { readonly title: string | null; readonly content: string }) => void;
  readonly onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), PAUSE_MS);
  const query = useInfiniteQuery(adminQueries.posts({ status: 'published', ...(q && { q }) }));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isWhole, setWhole] = useState(false);
  const text = useTextOfPosts();
  const posts = query.data?.pages.flatMap(({ items }) => items) ?? [];

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
      <fieldset className={`${styles.issuePart} ${styles.issuePosts}`} aria-label="Published posts">
        {posts.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={<bdi>{title}</bdi>}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= ISSUE_LIMITS.posts}
            onChange={() => toggle(id)}
          />
        ))}
        <p className={styles.note} role="status">
          {query.isPending && 'Loading posts...'}
          {query.isError && 'The posts could not be loaded. Please try again.'}
          {query.isSuccess && posts.length === 0 && 'No published post with that title'}
          {chosen.length >= ISSUE_LIMITS.posts && `At most ${ISSUE_LIMITS.posts} at once`}
        </p>
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
