import { counted } from '@inkwell/shared/format';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { failureText } from '../../../lib/failure.ts';
import { ageInSentence } from '../../../lib/time.ts';
import { toastError } from '../../../lib/toast.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import styles from '../post-editor.module.css';
import { draftName } from '../session/draft-name.ts';
import type { DraftRecord } from '../session/post-draft.ts';
import type { ServerOffer } from '../session/state.ts';
import type { PostEditor } from '../use-post-editor.ts';
import { DiscardDialog } from './discard-dialog.tsx';

/** More would push the form down; the drafts page lists all. */
const MAX_SHOWN = 3;

/** An earlier draft, in this browser or on the server. */
interface Offer {
  readonly id: string;
  readonly atMs: number;
  readonly name: string;
  /** The end of a sentence, for a draft that is not in this browser. */
  readonly where: string;
  readonly text: string;
  readonly isBusy: boolean;
  readonly restore: (how: 'alone' | 'take' | 'copy') => Promise<void>;
  readonly discard: () => Promise<void>;
}

function offersOf({ localOffers, serverOffers, session, state }: PostEditor): Offer[] {
  const here = localOffers.map((record: DraftRecord): Offer => {
    const { id, savedAtMs, fields } = record;
    return {
      id,
      atMs: savedAtMs,
      name: draftName(fields.form),
      where: '',
      text: fields.form.content,
      isBusy: state.busyIds.has(id),
      restore: (how) => session.restore(record, how),
      discard: () => session.discardOffer(record),
    };
  });
  const there = serverOffers.map((offer: ServerOffer): Offer => {
    const text = offer.content ?? offer.preview;
    return {
      id: `server ${offer.key}`,
      atMs: Date.parse(offer.updatedAt),
      text,
      isBusy: false,
      name: draftName({ title: offer.title ?? '', content: text }),
      where: ` on ${offer.device ?? 'another device'}`,
      restore: () => session.restoreFromServer(offer),
      discard: () => session.discardOnServer(offer),
    };
  });
  return [...here, ...there].sort((a, b) => b.atMs - a.atMs);
}

interface OfferProps {
  readonly offer: Offer;
  readonly nowMs: number;
  readonly onDiscard: () => void;
}

function OfferBanner({ offer, nowMs, onDiscard }: OfferProps) {
  const { name, where, isBusy, restore } = offer;
  const age = `last edited ${ageInSentence(new Date(offer.atMs).toISOString(), nowMs)}${where}`;
  return (
    <section className={styles.banner} aria-label={`Unsaved draft ${name}`}>
      <p role="status">
        {isBusy ? `Your draft ${name}, ${age}, is open in another tab.` : `You have an unsaved draft ${name}, ${age}.`}
      </p>
      <Button size="small" variant="secondary" onClick={() => void restore(isBusy ? 'take' : 'alone')}>
        {isBusy ? 'Take Over Here' : 'Restore Draft'}
      </Button>
      <Button size="small" variant="quiet" onClick={isBusy ? () => void restore('copy') : onDiscard}>
        {isBusy ? 'Open a Copy' : 'Discard'}
      </Button>
      <details className={styles.look}>
        <summary>Show text</summary>
        <p dir="auto">{offer.text.trim() || '(empty)'}</p>
      </details>
    </section>
  );
}

/** Offers earlier drafts, newest first, and reports events that concern drafts here. */
export function DraftBanners({ editor }: { readonly editor: PostEditor }) {
  const { isTakenAway, discarded } = editor.state;
  const nowMs = useNow();
  const [asked, setAsked] = useState<Offer | null>(null);
  const offered = offersOf(editor);
  const hidden = offered.length - MAX_SHOWN;

  return (
    <>
      {isTakenAway && (
        <p className={styles.banner} role="status">
          Another tab has taken over this draft. What you write here is saved as a separate draft.
        </p>
      )}
      {offered.slice(0, MAX_SHOWN).map((offer) => (
        <OfferBanner key={offer.id} offer={offer} nowMs={nowMs} onDiscard={() => setAsked(offer)} />
      ))}
      {hidden > 0 && (
        <p className={styles.banner}>
          <Link to={writingPaths.drafts}>
            See all your drafts: {counted(hidden, 'more is', 'more are')} offered here
          </Link>
        </p>
      )}
      {discarded && (
        <div className={styles.banner}>
          <p role="status">The draft {draftName(discarded.fields.form)} was discarded.</p>
          <Button size="small" variant="secondary" onClick={() => void editor.session.undoDiscard()}>
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
        {`The draft ${asked?.name ?? ''} will no longer be offered. You can restore it from your drafts for 30 days.`}
      </DiscardDialog>
    </>
  );
}
