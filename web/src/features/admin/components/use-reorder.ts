import { type RefObject, useEffect, useRef, useState } from 'react';

interface Reorder<T> {
  /** In the displayed order: as moved, until the saved order is known. */
  readonly items: readonly T[];
  readonly listRef: RefObject<HTMLOListElement | null>;
  /** Moves an item by a number of places. The focus goes to the element in its row whose `data-move` is `focus`. */
  readonly move: (id: T extends { id: infer I } ? I : never, by: number, focus?: string) => void;
  /** The announcement of the last move for screen readers. */
  readonly said: string;
}

/** The moved item and the item before it; null at the beginning. */
interface Moved<Id> {
  readonly id: Id;
  readonly after: Id | null;
}

interface Options<T extends { readonly id: string | number }> {
  readonly items: readonly T[];
  readonly nameOf: (item: T) => string;
  /** Saves an order that started from `before`; resolves when the order is saved or refused and the list has been refetched. */
  readonly save: (items: readonly T[], before: readonly T[], moved: Moved<T['id']>) => Promise<unknown>;
}

/** A list that people reorder; the focus follows the moved item. Rows have `data-order-row` with their id. */
export function useReorder<T extends { readonly id: string | number }>({ items: saved, nameOf, save }: Options<T>) {
  const [own, setOwn] = useState<readonly T[] | null>(null);
  const [said, setSaid] = useState('');
  const listRef = useRef<HTMLOListElement>(null);
  const focused = useRef<{ id: string; focus: string } | null>(null);
  const saves = useRef(0);
  const items = own ?? saved;

  // A row that is moved in the document loses its focus.
  useEffect(() => {
    const { id, focus } = focused.current ?? {};
    if (id === undefined) return;
    focused.current = null;
    const row = listRef.current?.querySelector(`[data-order-row="${CSS.escape(id)}"]`);
    row?.querySelector<HTMLElement>(`[data-move="${focus}"]`)?.focus();
  });

  const move = (id: T['id'], by: number, focus = String(by)) => {
    const from = items.findIndex((item) => item.id === id);
    const moved = items[from];
    if (!moved || by === 0 || from + by < 0 || from + by >= items.length) return;
    const next = items.toSpliced(from, 1).toSpliced(from + by, 0, moved);
    focused.current = { id: String(id), focus };
    setOwn(next);
    setSaid(`${nameOf(moved)} is now number ${from + by + 1} of ${items.length}`);
    saves.current += 1;
    const number = saves.current;
    void save(next, items, { id, after: next[from + by - 1]?.id ?? null })
      .catch(() => undefined)
      .then(() => {
        if (saves.current === number) setOwn(null);
      });
  };
  return { items, listRef, move, said } satisfies Reorder<T>;
}
