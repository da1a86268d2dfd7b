import { CommentAccess } from '@inkwell/shared/comments';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../components/states.tsx';
import { moderationQueries, useChooseAccess } from '../api/moderation.ts';
import styles from './comment-list.module.css';

export const ACCESS_LABELS: Readonly<Record<CommentAccess, string>> = {
  all: 'All accounts',
  verified: 'Accounts with a confirmed address',
  off: 'Nobody',
};

/** The value for "as for the whole publication". */
const AS_EVERYWHERE = '';

interface PostBarProps {
  readonly postId: string;
  /** Null if none of its comments is loaded. */
  readonly title: string | null;
}

/** The comments on one post, and the setting of who may comment. */
export function PostBar({ postId, title }: PostBarProps) {
  const access = useQuery(moderationQueries.access(postId));
  const choose = useChooseAccess(postId);
  const value = choose.isPending ? choose.variables : access.data;
  return (
    <section className={styles.about} aria-label="Comments on one post">
      <p>Comments on {title === null ? 'this post' : <strong dir="auto">{title}</strong>}</p>
      {access.isError && access.data === undefined ? (
        <LoadError title="The comment settings of this post could not be loaded" query={access} />
      ) : (
        <NativeSelect
          label="Who may comment here"
          value={value ?? AS_EVERYWHERE}
          disabled={access.isPending}
          data={[
            { value: AS_EVERYWHERE, label: 'As in the settings' },
            ...CommentAccess.options.map((one) => ({ value: one, label: ACCESS_LABELS[one] })),
          ]}
          onChange={(event) => {
            const selected = CommentAccess.safeParse(event.currentTarget.value);
            if (!choose.isPending) choose.mutate(selected.success ? selected.data : null);
          }}
        />
      )}
    </section>
  );
}
