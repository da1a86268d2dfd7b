import { counted } from '@inkwell/shared/format';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { failureText } from '../../../lib/failure.ts';
import { ageInSentence } from '../../../lib/time.ts';
import { toastError } from '../../../lib/toast.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import type { Draft } from '../drafts/draft.ts';
import { draftName } from '../drafts/draft-name.ts';
import type { ServerOffer } from '../drafts/server-offer.ts';
import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';
import { DiscardDialog } from './discard-dialog.tsx';

/** More at once would bury the form; the page of drafts has them all. */
const MAX_SHOWN = 3;

interface OfferProps {
  readonly editor: PostEditor;
  readonly offer: Draft;
  readonly nowMs: number;
  readonly onDiscard: () => void;
}

const age = (atMs: number, nowMs: number) => ageInSentence(new Date(atMs).toISOString(), nowMs);

/** The text of an offer, for those who want to look before they choose. */
function Look({ text }: { readonly text: string }) {
  return (
    <details className={styles.look}>
      <summary>Look at the text</summary>
      <p dir="auto">{text.trim() || '(empty)'}</p>
    </details>
  );
}

/** Earlier work that is kept in this browser. */
function LocalOffer({ editor: { draft, restore }, offer, nowMs, onDiscard }: OfferProps) {
  const isBusy = draft.busyIds.has(offer.id);
  const kept = `kept ${age(offer.savedAtMs, nowMs)}`;
  return (
    <section className={styles.notice} aria-label={`Unsaved draft ${draftName(offer.form)}`}>
      <p role="status">
        {isBusy
          ? `Your draft ${draftName(offer.form)}, ${kept}, is open in another tab.`
          : `You have an unsaved draft ${draftName(offer.form)}, ${kept}.`}
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
      <Look text={offer.form.content} />
    </section>
  );
}

interface ServerOfferProps {
  readonly editor: PostEditor;
  readonly offer: ServerOffer;
  readonly nowMs: number;
  readonly onDiscard: () => void;
}

/** Earlier work that another device left on the server. */
function RemoteOffer({ editor, offer, nowMs, onDiscard }: ServerOfferProps) {
  const name = draftName({ title: offer.title ?? '', content: offer.content ?? offer.preview });
  return (
    <section className={styles.notice} aria-label={`Unsaved draft ${name}`}>
      <p role="status">
        You have an unsaved draft {name}, kept {age(Date.parse(offer.updatedAt), nowMs)} on{' '}
        {offer.device ?? 'another device'}.
      </p>
      <Button size="small" onClick={() => void editor.restoreFromServer(offer)}>
        Restore Draft
      </Button>
      <Button size="small" variant="quiet" onClick={onDiscard}>
        Discard
      </Button>
      <Look text={offer.content ?? offer.preview} />
    </section>
  );
}

/** What is offered, whatever keeps it. */
interface Offered {
  readonly id: string;
  readonly atMs: number;
  readonly form: { readonly title: string; readonly content: string };
  readonly discard: () => Promise<void>;
  readonly show: (onDiscard: () => void) => ReactNode;
}

function offeredBy(editor: PostEditor, nowMs: number): Offered[] {
  const { localOffers, serverOffers } = editor;
  const here = localOffers.map((offer) => ({
    id: offer.id,
    atMs: offer.savedAtMs,
    form: offer.form,
    discard: () => editor.discardOffer(offer),
    show: (onDiscard: () => void) => (
      <LocalOffer key={offer.id} editor={editor} offer={offer} nowMs={nowMs} onDiscard={onDiscard} />
    ),
  }));
  const there = serverOffers.map((offer) => ({
    id: `server ${offer.key}`,
    atMs: Date.parse(offer.updatedAt),
    form: { title: offer.title ?? '', content: offer.preview },
    discard: () => editor.discardOnServer(offer),
    show: (onDiscard: () => void) => (
      <RemoteOffer key={`server ${offer.key}`} editor={editor} offer={offer} nowMs={nowMs} onDiscard={onDiscard} />
    ),
  }));
  return [...here, ...there].sort((a, b) => b.atMs - a.atMs);
}

/** Offers earlier work that was not saved, the newest first, and tells what became of drafts here. */
export function DraftNotice({ editor }: { readonly editor: PostEditor }) {
  const { draft } = editor;
  const nowMs = useNow();
  const [asked, setAsked] = useState<Offered | null>(null);
  const offered = offeredBy(editor, nowMs);
  const hidden = offered.length - MAX_SHOWN;

  return (
    <>
      {draft.isTakenAway && (
        <p className={styles.notice} role="status">
          This draft goes on in another tab, which took it over. What you write here is kept apart, as a draft of its
          own.
        </p>
      )}
      {offered.slice(0, MAX_SHOWN).map((offer) => offer.show(() => setAsked(offer)))}
      {hidden > 0 && (
        <p className={styles.notice}>
          <Link to={writingPaths.drafts}>
            See all your drafts: {counted(hidden, 'more is', 'more are')} offered here
          </Link>
        </p>
      )}
      {draft.discarded && (
        <div className={styles.notice}>
          <p role="status">The draft {draftName(draft.discarded.form)} was discarded.</p>
          <Button size="small" variant="secondary" onClick={() => void draft.undoDiscard()}>
            Undo
          </Button>
        </div>
      )}
      <DiscardDialog
        isOpen={asked !== null}
        onDiscard={() => {
          asked?.discard().catch((error: unknown) => {
            toastError('Error', `The draft could not be discarded. ${failureText(error)}`);
          });
        }}
        onClose={() => setAsked(null)}
      >
        {`The draft ${asked ? draftName(asked.form) : ''} is then no longer offered. For 30 days you can have it back from your drafts.`}
      </DiscardDialog>
    </>
  );
}
