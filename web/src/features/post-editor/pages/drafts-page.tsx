import { linePen } from '@inkwell/shared/line-icons';
import '../../../styles/mantine-overlays.css';
import { isStaff, canWrite as mayWrite } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { SignedInGate } from '../../../components/staff-gate.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { ageInSentence } from '../../../lib/time.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { toastError } from '../../../lib/toast.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { DiscardDialog } from '../components/discard-dialog.tsx';
import { draftPath, type ListedDraft, useAllDrafts } from '../drafts/all-drafts.ts';
import { draftName } from '../session/draft-name.ts';
import styles from './drafts-page.module.css';

const TITLE = 'Unsaved Changes';

/** Reasons other than a discard by the person. */
const REASONS = {
  discarded: '',
  replaced: '; overwritten by another version',
  emptied: '; a copy from before most of its text was deleted',
} as const;

interface RowProps {
  readonly draft: ListedDraft;
  readonly canWrite: boolean;
  readonly onDiscard: () => void;
  readonly onRestore: () => void;
}

/** The text of a draft, loaded on request. */
function Text({ draft }: Pick<RowProps, 'draft'>) {
  const [text, setText] = useState(draft.text);
  const [error, setError] = useState<unknown>(null);

  const show = () => {
    if (text !== null) return;
    setError(null);
    draft.readText().then(setText, setError);
  };
  return (
    <details className={styles.look} onToggle={(event) => event.currentTarget.open && show()}>
      <summary>Show text</summary>
      {error ? (
        <p role="alert">{failureText(error)}</p>
      ) : (
        <p dir="auto">{text === null ? 'Loading...' : text || '(empty)'}</p>
      )}
    </details>
  );
}

function Row({ draft, canWrite, onDiscard, onRestore }: RowProps) {
  const nowMs = useNow();
  const age = ageInSentence(new Date(draft.atMs).toISOString(), nowMs);
  const label = draftName({ title: draft.title, content: draft.text ?? draft.preview });
  const isDiscarded = draft.reason !== null;
  const Heading = isDiscarded ? 'h3' : 'h2';
  return (
    <li className={styles.row} aria-label={`Draft ${label}`}>
      <Heading dir="auto">{label}</Heading>
      <p className="note">
        {`${draft.postId ? 'Changes of a' : 'A new'} ${draft.kind}`}, last edited {age} {draft.where}
        {draft.isOpenElsewhere && '; open in another tab'}
        {draft.reason && REASONS[draft.reason]}
      </p>
      <div className={styles.actions}>
        {isDiscarded ? (
          <Button size="small" variant="secondary" onClick={onRestore} aria-label={`Restore ${label}`}>
            Restore
          </Button>
        ) : (
          <>
            {canWrite && (
              <ButtonLink size="small" variant="secondary" to={draftPath(draft)} aria-label={`Open ${label}`}>
                Open
              </ButtonLink>
            )}
            {canWrite && draft.kind === 'post' && draft.postId && draft.isHere && (
              <ButtonLink
                size="small"
                variant="secondary"
                to={writingPaths.openDraft(draft.id, null, 'browser')}
                aria-label={`Open ${label} as a new post`}
              >
                Open as a New Post
              </ButtonLink>
            )}
            <Button size="small" variant="quiet" onClick={onDiscard} aria-label={`Discard ${label}`}>
              Discard
            </Button>
          </>
        )}
      </div>
      <Text draft={draft} />
    </li>
  );
}

function Drafts({ viewer }: { readonly viewer: User }) {
  const { drafts, error, isLoading, refresh } = useAllDrafts(viewer.id, { discarded: true });
  const [asked, setAsked] = useState<ListedDraft | null>(null);
  const canWrite = mayWrite(viewer);
  const kept = drafts.filter(({ reason }) => reason === null);
  const discarded = drafts.filter(({ reason }) => reason !== null);
  const change = (work: Promise<void> = Promise.resolve()) =>
    void work
      .catch((error: unknown) => toastError('Error', `The draft could not be changed. ${failureText(error)}`))
      .then(refresh);

  const rowOf = (draft: ListedDraft) => (
    <Row
      key={draft.rowKey}
      draft={draft}
      canWrite={draft.kind === 'page' ? isStaff(viewer) : canWrite}
      onDiscard={() => setAsked(draft)}
      onRestore={() => change(draft.takeBack?.())}
    />
  );

  return (
    <div className={`container ${styles.page}`}>
      <PageHead title={TITLE} />
      <p className={styles.lead}>
        Text that you have not saved to a post or page yet, in this browser and on the server.
        {!canWrite && ' You can no longer write posts, but you can still read it.'}
      </p>
      {error !== null && (
        <ErrorState title="The drafts on the server could not be loaded" error={error} onRetry={() => void refresh()} />
      )}
      {isLoading && (
        <LoadingRegion label="Loading unsaved changes">
          <Skeleton height="6rem" />
        </LoadingRegion>
      )}
      {!isLoading && kept.length === 0 && error === null && (
        <EmptyState
          icon={linePen}
          title="No Unsaved Changes"
          actions={canWrite && <ButtonLink to={paths.createPost}>Start Writing</ButtonLink>}
        >
          <p>Everything you wrote is saved.</p>
        </EmptyState>
      )}
      <ul className={styles.list}>{kept.map(rowOf)}</ul>
      {discarded.length > 0 && (
        <section aria-labelledby="discarded">
          <h2 id="discarded">Discarded</h2>
          <p className={styles.lead}>They can be restored for 30 days.</p>
          <ul className={styles.list}>{discarded.map(rowOf)}</ul>
        </section>
      )}
      <DiscardDialog
        isOpen={asked !== null}
        onDiscard={() => {
          change(asked?.discard?.());
        }}
        onClose={() => setAsked(null)}
      >
        It will no longer be offered. You can restore it here for 30 days.
      </DiscardDialog>
    </div>
  );
}

/** `/drafts`: all unsaved texts of a person, even of a former writer. Product §2. */
export function Component() {
  usePageTitle(TITLE);
  return <SignedInGate>{(viewer) => <Drafts viewer={viewer} key={viewer.id} />}</SignedInGate>;
}
