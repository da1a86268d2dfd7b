import type { KeyboardEvent } from 'react';
import styles from '../admin.module.css';

/** Attribute of rows that arrow keys move between. */
const STOPS = '[data-row-stop]';

const stopsIn = (list: Element | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>(STOPS) ?? [])];

/** Moves the focus into a list. */
export const focusFirstRow = (list: Element | null): void => stopsIn(list)[0]?.focus();

/** Arrow keys move from row to row, Home and End to the first and last one. */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !target.matches(STOPS)) return;
  const stops = stopsIn(currentTarget);
  const index = stops.indexOf(target);
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowRight: index + 1,
    ArrowUp: index - 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: stops.length - 1,
  };
  const step = steps[key];
  if (step === undefined) return;
  event.preventDefault();
  stops[Math.min(Math.max(step, 0), stops.length - 1)]?.focus();
}

/** Describes the keys of a list. */
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
