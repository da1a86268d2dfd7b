import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lineChevron } from '../../../components/staff-icons.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { failureText } from '../../../lib/failure.ts';
import { ageInSentence } from '../../../lib/time.ts';
import { toastError } from '../../../lib/toast.ts';
import styles from '../post-editor.module.css';
import { draftName } from '../session/draft-name.ts';
import type { DraftRecord } from '../session/post-draft.ts';
import type { ServerOffer } from '../session/state.ts';
import type { PostEditor } from '../use-post-editor.ts';
import { DiscardDialog } from './discard-dialog.tsx';

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
  /** Words before the draft's name. */
  readonly lead: string;
  readonly nowMs: number;
  readonly isHidden: boolean;
  readonly onDiscard: () => void;
  /** The button for the other drafts. */
  readonly children?: ReactNode;
}

/** One line about a draft. Its text can be read below, before it is restored. */
function OfferRow({ offer, lead, nowMs, isHidden, onDiscard, children }: OfferProps) {
  const { name, where, isBusy, restore } = offer;
  const [isRead, setRead] = useState(false);
  const textId = useId();
  const age = `${ageInSentence(new Date(offer.atMs).toISOString(), nowMs)}${where}`;
  return (
    <section className={styles.draft} aria-label={`Unsaved draft ${name}`} hidden={isHidden}>
      <button
        type="button"
        className={styles.read}
        title="Show text"
        aria-label="Show text"
        aria-expanded={isRead}
        aria-controls={textId}
        onClick={() => setRead(!isRead)}
      >
        <Icon icon={lineChevron} />
      </button>
      <p role="status">
        {lead} {name}, {age}
        {isBusy && ', is open in another tab'}
      </p>
      <div className={styles.draftActions}>
        <Button size="small" variant="secondary" onClick={() => void restore(isBusy ? 'take' : 'alone')}>
          {isBusy ? 'Take Over Here' : 'Restore Draft'}
        </Button>
        <Button size="small" variant="quiet" onClick={isBusy ? () => void restore('copy') : onDiscard}>
          {isBusy ? 'Open a Copy' : 'Discard'}
        </Button>
        {children}
      </div>
      <p id={textId} className={styles.draftText} dir="auto" hidden={!isRead}>
        {offer.text.trim() || '(empty)'}
      </p>
    </section>
  );
}

/** The newest draft in one line; a button opens the others below it. One list, so that a row keeps its state when its place changes. */
function Offers({ offers, onDiscard }: { readonly offers: Offer[]; readonly onDiscard: (offer: Offer) => void }) {
  const nowMs = useNow();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (offers.length === 0) return null;
  return (
    <div id={listId} className={styles.drafts}>
      {offers.map((offer, at) => {
        const isFirstOfMany = at === 0 && offers.length > 1;
        return (
          <OfferRow
            key={offer.id}
            offer={offer}
            lead={isFirstOfMany ? `${offers.length} unsaved drafts ·` : 'Unsaved draft'}
            nowMs={nowMs}
            isHidden={at > 0 && !isOpen}
            onDiscard={() => onDiscard(offer)}
          >
            {isFirstOfMany && (
              <Button
                size="small"
                variant="quiet"
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Show Fewer' : 'Show All'}
              </Button>
            )}
          </OfferRow>
        );
      })}
    </div>
  );
}

/** Offers earlier drafts, newest first, and reports events that concern drafts here. */
export function DraftBanners({ editor }: { readonly editor: PostEditor }) {
  const { isTakenAway, discarded } = editor.state;
  const [asked, setAsked] = useState<Offer | null>(null);

  return (
    <>
      {isTakenAway && (
        <p className={styles.banner} role="status">
          Another tab has taken over this draft. What you write here is saved as a separate draft.
        </p>
      )}
      <Offers offers={offersOf(editor)} onDiscard={setAsked} />
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
