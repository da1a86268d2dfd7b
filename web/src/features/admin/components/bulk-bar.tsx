import type { BulkAction } from '@inkwell/shared/bulk-actions';
import type { Category } from '@inkwell/shared/categories';
import { counted } from '@inkwell/shared/format';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import styles from '../admin.module.css';
import { useBulkPosts } from '../api/bulk-posts.ts';
import type { Selection } from './use-selection.ts';

type Action = BulkAction['action'];

const ASKED: Readonly<
  Record<Action, { title: string; label: string; pending: string; question: (posts: string) => string }>
> = {
  publish: {
    title: 'Publish Posts',
    label: 'Publish',
    pending: 'Publishing...',
    question: (posts) => `Publish ${posts}? Readers see them at once.`,
  },
  unpublish: {
    title: 'Unpublish Posts',
    label: 'Unpublish',
    pending: 'Unpublishing...',
    question: (posts) => `Unpublish ${posts}? Readers no longer find them.`,
  },
  category: {
    title: 'Change Category',
    label: 'Move',
    pending: 'Moving...',
    question: (posts) => `Move ${posts} to this category?`,
  },
  delete: {
    title: 'Delete Posts',
    label: 'Delete',
    pending: 'Deleting...',
    question: (posts) => `Are you sure you want to delete ${posts}? This action cannot be undone.`,
  },
};

const ORDER: readonly Action[] = ['publish', 'unpublish', 'category', 'delete'];

interface BulkBarProps {
  /** Ids of posts that are selected and listed. */
  readonly ids: readonly string[];
  readonly chosen: Selection;
  readonly categories: readonly Category[];
}

/** Bulk actions on the selected posts, each after a question. */
export function BulkBar({ ids, chosen, categories }: BulkBarProps) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [categoryId, setCategoryId] = useState('');
  const bulk = useBulkPosts(chosen.keepFailed);
  const posts = counted(ids.length, 'post', 'posts');
  const shown = ASKED[asked ?? 'publish'];

  const act = () => {
    if (asked === null) return;
    const body: BulkAction =
      asked === 'category'
        ? { action: asked, ids: [...ids], categoryId: categoryId === '' ? null : Number(categoryId) }
        : { action: asked, ids: [...ids] };
    bulk.mutate(body, { onSettled: () => setAsked(null) });
  };

  return (
    <section className={styles.chosen} aria-label="Chosen posts">
      <p role="status">{posts} chosen</p>
      {ORDER.map((action) => (
        <Button
          key={action}
          size="small"
          variant={action === 'delete' ? 'danger' : 'secondary'}
          onClick={() => setAsked(action)}
        >
          {action === 'category' ? 'Change category' : ASKED[action].label}
        </Button>
      ))}
      <Button size="small" variant="quiet" onClick={chosen.clear}>
        Clear choice
      </Button>
      <ConfirmDialog
        isOpen={asked !== null}
        title={shown.title}
        confirmLabel={shown.label}
        pendingLabel={shown.pending}
        variant={asked === 'publish' || asked === 'category' ? 'primary' : 'danger'}
        isPending={bulk.isPending}
        onConfirm={act}
        onClose={() => setAsked(null)}
        options={
          asked === 'category' && (
            <NativeSelect
              label="Category"
              value={categoryId}
              data={[
                { value: '', label: 'No category' },
                ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={({ currentTarget }) => setCategoryId(currentTarget.value)}
            />
          )
        }
      >
        {shown.question(posts)}
      </ConfirmDialog>
    </section>
  );
}
