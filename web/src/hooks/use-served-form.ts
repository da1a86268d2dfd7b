import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Caret, putCaret, takeServedForm } from '../lib/served-form.ts';

/** Continues what was typed into the served fields `names`, with focus and caret. `set` gets the values. */
export function useServedForm<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  names: readonly Name[],
  set: (name: Name, value: string) => void,
): void {
  const [caret, setCaret] = useState<Caret | null>(null);
  const takeOver = useEffectEvent(() => {
    const typed = takeServedForm(names);
    for (const [name, value] of typed?.values ?? []) set(name, value);
    setCaret(typed?.caret ?? null);
  });
  // Both run before the next paint, because the reader continues typing.
  useLayoutEffect(() => takeOver(), []);
  useLayoutEffect(() => {
    if (caret && form.current) putCaret(form.current, caret);
  }, [caret, form]);
}
