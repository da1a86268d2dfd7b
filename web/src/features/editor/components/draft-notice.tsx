import { Button } from '../../../components/button.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { ageInSentence } from '../../../lib/time.ts';
import type { Draft } from '../drafts/draft.ts';
import styles from '../editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** More at once would bury the form; the next one appears when one of these is settled. */
const MAX_SHOWN = 3;

const TITLE_CHARS = 80;

const nameOf = ({ form }: Draft): string => {
  const words = form.title.trim() || form.content.trim().slice(0, TITLE_CHARS);
  return words ? `“${words}”` : 'without a title';
};

/** Offers earlier work that was not saved. */
export function DraftNotice({ editor: { draft, restore } }: { readonly editor: PostEditor }) {
  const nowMs = useNow();
  return draft.offers.slice(0, MAX_SHOWN).map((offer) => (
    <section key={offer.id} className={styles.notice} aria-label="Unsaved draft">
      <p role="status">
        You have an unsaved draft {nameOf(offer)}, kept {ageInSentence(new Date(offer.savedAtMs).toISOString(), nowMs)}.
      </p>
      <Button size="small" onClick={() => restore(offer)}>
        Restore Draft
      </Button>
      <Button size="small" variant="quiet" onClick={() => void draft.discard(offer)}>
        Discard
      </Button>
    </section>
  ));
}
