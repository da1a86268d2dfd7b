import { BULK_POSTS_MAX, BULK_RUN_MAX, type BulkFilter } from '@inkwell/shared/bulk-actions';
import { wholeNumber } from '@inkwell/shared/format';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import styles from '../admin.module.css';
import type { Selection } from './use-selection.ts';

interface Listed {
  /** Ids of the loaded posts. */
  readonly shown: readonly string[];
  /** The number of matches; null if unknown. */
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly filter: BulkFilter;
}

/** Selecting everything that matches, in addition to selecting rows. */
export interface EverythingChosen extends Listed {
  /** What a bulk action then applies to; null if rows are selected. */
  readonly matches: { readonly filter: BulkFilter; readonly count: number } | null;
  /** Whether as many loaded rows are selected as the limit allows. */
  readonly isAllShown: boolean;
  choose(): void;
  chooseShown(): void;
  /** Deselects one row; the other loaded rows stay selected. */
  release(id: string): void;
  clear(): void;
}

/** Changing the filters ends the selection of everything. */
export function useEverything(chosen: Selection, listed: Listed): EverythingChosen {
  const { shown, total, filter } = listed;
  const key = JSON.stringify(filter);
  const [chosenFor, setChosenFor] = useState<string | null>(null);
  const isEverything = chosenFor === key && total !== null && total > 0;
  const chooseRows = (ids: readonly string[]) => {
    setChosenFor(null);
    chosen.choose(ids);
  };
  const chosenShown = shown.filter((id) => chosen.ids.has(id)).length;
  return {
    ...listed,
    matches: isEverything ? { filter, count: total } : null,
    isAllShown: shown.length > 0 && chosenShown === Math.min(shown.length, BULK_POSTS_MAX),
    choose: () => setChosenFor(key),
    chooseShown: () => chooseRows(shown),
    release: (id) => chooseRows(shown.filter((other) => other !== id)),
    clear() {
      setChosenFor(null);
      chosen.clear();
    },
  };
}

/** The only control for selecting all: first the loaded posts, then all matches, then none. */
export function ChooseAll({ everything }: { readonly everything: EverythingChosen }) {
  const { matches, isAllShown, shown, total, hasMore } = everything;
  if (shown.length === 0) return null;
  const isOffered = isAllShown && hasMore;
  const refusal =
    total === null
      ? 'The number of matching posts is unknown, so you cannot select them all. Search for a single word.'
      : total > BULK_RUN_MAX && `You can select at most ${wholeNumber(BULK_RUN_MAX)} posts. Use filters.`;
  const canChooseEverything = isOffered && !refusal && total !== null;
  return (
    <>
      {isOffered && refusal && (
        <span role="note" className={styles.note}>
          {refusal}
        </span>
      )}
      <Button
        variant="quiet"
        size="small"
        onClick={!matches && canChooseEverything ? everything.choose : everything.chooseShown}
      >
        {matches
          ? `Select Only These ${wholeNumber(shown.length)}`
          : canChooseEverything
            ? `Select All ${wholeNumber(total)} Matching`
            : 'Select All'}
      </Button>
    </>
  );
}
