import { isShort } from '@inkwell/shared/post-fields';
import { RESTORED_FIELDS, type RevisionCard } from '@inkwell/shared/revisions';
import { RESTORED_PAGE_FIELDS } from '@inkwell/shared/site-page-revisions';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { LazyMarkdown } from '../../../components/markdown/lazy-markdown.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { revisionQueries, useRestoreRevision } from '../api/revisions.ts';
import { type EditedKind, kindOfId } from '../edited-kind.ts';
import { type EditedPost, TEXT_FIELDS, WRITTEN_LABELS } from '../post-form.ts';
import styles from './comparison.module.css';
import { revisionTime } from './revision-row.tsx';

/** A post or page, with its id in the editor. */
export type RevisedPost = Pick<EditedPost, 'id' | 'title' | 'isPublished' | 'updatedAt'>;

const RESTORED = { post: RESTORED_FIELDS, page: RESTORED_PAGE_FIELDS };
const inWords = (kind: EditedKind): string =>
  new Intl.ListFormat('en').format(RESTORED[kind].map((field) => WRITTEN_LABELS[field].toLowerCase()));
const SHORT_TEXTS = TEXT_FIELDS.filter((field) => field !== 'title' && isShort(field));

interface RestoreDialogProps {
  /** The post that the writer sees. */
  readonly post: RevisedPost;
  readonly revision: RevisionCard;
  readonly newest: RevisionCard;
  readonly onClose: () => void;
}

/** Shows a revision, and restores it. */
export function RestoreDialog({ post, revision, newest, onClose }: RestoreDialogProps) {
  const kind = kindOfId(post.id);
  const query = useQuery(revisionQueries.byId(post.id, revision.id));
  const restore = useRestoreRevision(post.id);
  const isKept = Date.parse(newest.createdAt) >= Date.parse(post.updatedAt);
  const request = {
    revisionId: revision.id,
    baseUpdatedAt: post.updatedAt,
    revisionBefore: isKept ? newest.id : null,
  };
  return (
    <Dialog onClose={onClose} size="56rem" title={`Restore the version of ${revisionTime(revision)}?`}>
      <p>
        The {kind} gets back its {inWords(kind)} of that time.{' '}
        {post.isPublished ? 'Readers see them at once.' : 'It stays unpublished.'} Its present version stays among the
        revisions, so that this can be undone.
      </p>
      {query.isError && <LoadError title="The version could not be loaded" query={query} />}
      {query.data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text has to be reachable by keyboard (WCAG 2.1.1)
        <section className={styles.preview} tabIndex={0} aria-label="The version to restore" dir="auto">
          <h3>{query.data.title}</h3>
          {SHORT_TEXTS.map((field) => query.data[field] && <p key={field}>{query.data[field]}</p>)}
          <Suspense fallback={<Skeleton height="8rem" />}>
            <LazyMarkdown source={query.data.content} />
          </Suspense>
        </section>
      ) : (
        query.isPending && <Skeleton height="12rem" />
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          isPending={restore.isPending || !query.data}
          onClick={() => restore.mutate(request, { onSettled: onClose })}
        >
          {restore.isPending ? 'Restoring...' : 'Restore This Version'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
