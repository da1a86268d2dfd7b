import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { takeTyped } from '../lib/before-app.ts';

/**
 * Continues with what was typed or chosen in the fields of a form before the app was there: React leaves the text of a rendered field alone, and
 * would erase it with the next render.
 * @param set called with the name of each field that has a text, and of each choice
 */
export function useTypedBefore(
  form: RefObject<HTMLFormElement | null>,
  set: (name: string, value: string) => void,
): void {
  const takeOver = useEffectEvent(() => {
    for (const field of form.current?.elements ?? []) {
      const isChoice = field instanceof HTMLSelectElement;
      if (!(isChoice || field instanceof HTMLInputElement) || field.type === 'hidden') continue;
      const value = takeTyped(field);
      if (value !== '' || isChoice) set(field.name, value);
    }
  });
  // Before the next paint, because the reader continues typing.
  useLayoutEffect(() => takeOver(), []);
}
