import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useRendered } from '../lib/rendered.ts';
import { type Caret, putCaret, takeServedForm } from '../lib/served-form.ts';

/** Served fields have other names than those of the app where two of a page are called alike. */
const FIELD_NAMES: Readonly<Record<string, string>> = { search: 'q', blogs: 'q' };

/** Continues what was typed into the served fields `names`, with focus and caret. `set` gets the values. */
export function useServedForm<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  names: readonly Name[],
  set: (name: Name, value: string) => void,
): void {
  const rendered = useRendered();
  const [caret, setCaret] = useState<Caret | null>(null);
  const takeOver = useEffectEvent(() => {
    const typed = takeServedForm(names);
    for (const [name, value] of typed?.values ?? []) set(name, value);
    // React leaves what was typed into a rendered field alone, and would erase it with the next render.
    for (const name of rendered ? names : []) {
      const field = form.current?.elements.namedItem(FIELD_NAMES[name] ?? name);
      if (field instanceof HTMLInputElement && field.value !== '') set(name, field.value);
    }
    setCaret(typed?.caret ?? null);
  });
  // Both run before the next paint, because the reader continues typing.
  useLayoutEffect(() => takeOver(), []);
  useLayoutEffect(() => {
    if (caret && form.current) putCaret(form.current, { ...caret, name: FIELD_NAMES[caret.name] ?? caret.name });
  }, [caret, form]);
}
