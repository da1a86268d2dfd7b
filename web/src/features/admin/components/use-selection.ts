import { BULK_POSTS_MAX } from '@inkwell/shared/bulk-actions';
import { useRef, useState } from 'react';

/** Rows that are selected for a bulk action, and why the last one failed for some. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Why the last action failed, by id. */
  readonly failures: ReadonlyMap<string, string>;
  /** With `within`, the rows between the last selected one and this one get the same state as this one. */
  toggle(id: string, within?: readonly string[]): void;
  /** Selects these rows, up to the limit of one action. */
  choose(ids: readonly string[]): void;
  clear(): void;
  /** Called after an action: failed rows stay selected, with the reason. */
  keepFailed(failures: ReadonlyMap<string, string>): void;
}

const NOTHING: { ids: ReadonlySet<string>; failures: ReadonlyMap<string, string> } = {
  ids: new Set(),
  failures: new Map(),
};

/** The ids from one to the other, in either direction; only the second if the first is not listed. */
function between(ids: readonly string[], first: string | null, second: string): readonly string[] {
  const ends = [first === null ? -1 : ids.indexOf(first), ids.indexOf(second)].sort((a, b) => a - b);
  const [from = -1, to = -1] = ends;
  return from === -1 ? [second] : ids.slice(from, to + 1);
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState(NOTHING);
  const last = useRef<string | null>(null);
  const toggle = (id: string, within: readonly string[] = []) => {
    const range = between(within, last.current, id);
    last.current = id;
    setSelected(({ ids, failures }) => {
      const next = new Set(ids);
      if (ids.has(id)) for (const one of range) next.delete(one);
      else for (const one of range) if (next.size < BULK_POSTS_MAX) next.add(one);
      return { ids: next, failures };
    });
  };

  return {
    ...selected,
    toggle,
    choose: (ids) => setSelected(({ failures }) => ({ ids: new Set(ids.slice(0, BULK_POSTS_MAX)), failures })),
    clear: () => setSelected(NOTHING),
    keepFailed: (failures) => setSelected({ ids: new Set(failures.keys()), failures }),
  };
}
