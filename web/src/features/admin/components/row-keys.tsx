import type { KeyboardEvent } from 'react';
import styles from '../admin.module.css';

/** What each row of a list has that arrows lead to. */
const STOPS = '[data-row-stop]';

const stopsIn = (list: Element | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>(STOPS) ?? [])];

/** Leads into a list. */
export const focusFirstRow = (list: Element | null): void => stopsIn(list)[0]?.focus();

/** Arrows go from row to row, Home and End to the first and the last one. */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !target.matches(STOPS)) return;
  const stops = stopsIn(currentTarget);
  const index = stops.indexOf(target);
  const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: stops.length - 1 };
  const step = steps[key];
  if (step === undefined) return;
  event.preventDefault();
  stops[Math.min(Math.max(step, 0), stops.length - 1)]?.focus();
}

/** The keys of a list, for who asks. */
export function KeyList({ keys }: { readonly keys: readonly (readonly [key: string, effect: string])[] }) {
  return (
    <details className={styles.keys}>
      <summary>Keyboard</summary>
      <dl>
        {keys.map(([key, effect]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
