import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { takeTyped } from '../lib/before-app.ts';

/**
 * Adopts what readers typed or selected in a form before hydration: React leaves the value of a rendered field alone, and would replace it at the
 * next render.
 * @param set called for each select, and for each other field that is not empty
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
