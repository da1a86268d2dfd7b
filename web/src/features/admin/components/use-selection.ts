import { BULK_POSTS_MAX } from '@inkwell/shared/bulk-actions';
import { useCallback, useState } from 'react';

/** Rows that are selected for a bulk action, and why the last one failed for some. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Why the last action failed, by id. */
  readonly failures: ReadonlyMap<string, string>;
  toggle(id: string): void;
  /** Selects these, up to the limit of one action. */
  choose(ids: readonly string[]): void;
  clear(): void;
  /** After an action: failed rows stay selected, with the reason. */
  keepFailed(failures: ReadonlyMap<string, string>): void;
}

const NOTHING: { ids: ReadonlySet<string>; failures: ReadonlyMap<string, string> } = {
  ids: new Set(),
  failures: new Map(),
};

export function useSelection(): Selection {
  const [chosen, setChosen] = useState(NOTHING);
  const toggle = useCallback((id: string) => {
    setChosen(({ ids, failures }) => {
      const next = new Set(ids);
      if (!next.delete(id) && next.size < BULK_POSTS_MAX) next.add(id);
      return { ids: next, failures };
    });
  }, []);
  return {
    ...chosen,
    toggle,
    choose: useCallback((ids: readonly string[]) => {
      setChosen(({ failures }) => ({ ids: new Set(ids.slice(0, BULK_POSTS_MAX)), failures }));
    }, []),
    clear: useCallback(() => setChosen(NOTHING), []),
    keepFailed: useCallback((failures: ReadonlyMap<string, string>) => {
      setChosen({ ids: new Set(failures.keys()), failures });
    }, []),
  };
}
