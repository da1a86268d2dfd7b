import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { ageInSentence } from '../../../lib/time.ts';
import type { Draft } from '../drafts/draft.ts';
import { draftName } from '../drafts/draft-name.ts';
import styles from '../editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** More at once would bury the form; the page of drafts has them all. */
const MAX_SHOWN = 3;

interface OfferProps {
  readonly editor: PostEditor;
  readonly offer: Draft;
  readonly nowMs: number;
  readonly onDiscard: () => void;
}

function Offer({ editor: { draft, restore }, offer, nowMs, onDiscard }: OfferProps) {
  const isBusy = draft.busyIds.has(offer.id);
  const kept = `kept ${ageInSentence(new Date(offer.savedAtMs).toISOString(), nowMs)}`;
  return (
    <section className={styles.notice} aria-label="Unsaved draft">
      <p role="status" dir="auto">
        {isBusy
          ? `Your draft ${draftName(offer)}, ${kept}, is open in another tab.`
          : `You have an unsaved draft ${draftName(offer)}, ${kept}.`}
      </p>
      {isBusy ? (
        <>
          <Button size="small" onClick={() => void restore(offer, 'take')}>
            Take Over Here
          </Button>
          <Button size="small" variant="quiet" onClick={() => void restore(offer, 'copy')}>
            Open a Copy
          </Button>
        </>
      ) : (
        <>
          <Button size="small" onClick={() => void restore(offer)}>
            Restore Draft
          </Button>
          <Button size="small" variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        </>
      )}
    </section>
  );
}

/** Offers earlier work that was not saved, and tells what became of drafts here. */
export function DraftNotice({ editor }: { readonly editor: PostEditor }) {
  const { draft } = editor;
  const nowMs = useNow();
  const [asked, setAsked] = useState<Draft | null>(null);
  const hidden = draft.offers.length - MAX_SHOWN;

  return (
    <>
      {draft.isTakenAway && (
        <p className={styles.notice} role="status">
          This draft goes on in another tab, which took it over. What you write here is kept apart, as a draft of its own.
        </p>
      )}
      {draft.offers.slice(0, MAX_SHOWN).map((offer) => (
        <Offer key={offer.id} editor={editor} offer={offer} nowMs={nowMs} onDiscard={() => setAsked(offer)} />
      ))}
      {hidden > 0 && (
        <p className={styles.notice}>
          <Link to={paths.drafts}>
            {hidden === 1 ? 'There is 1 more draft' : `There are ${hidden} more drafts`} of this kind: see all drafts
          </Link>
        </p>
      )}
      {draft.discarded && (
        <div className={styles.notice}>
          <p role="status" dir="auto">
            The draft {draftName(draft.discarded)} was discarded.
          </p>
          <Button size="small" variant="secondary" onClick={() => void draft.undoDiscard()}>
            Undo
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title="Discard this draft?"
        confirmLabel="Discard Draft"
        pendingLabel="Discard Draft"
        isPending={false}
        onConfirm={() => {
          if (asked) void draft.discard(asked);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      >
        It is no longer offered. For 30 days you can still have it back from your drafts.
      </ConfirmDialog>
    </>
  );
}
