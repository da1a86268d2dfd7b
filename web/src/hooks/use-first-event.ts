import { useEffect } from 'react';

/** Calls back once, at the first of these window events. Both arguments must be stable; new ones start over. */
export function useFirstEvent(names: readonly string[], onFirst: () => void): void {
  useEffect(() => {
    const controller = new AbortController();
    const once = () => {
      controller.abort();
      onFirst();
    };
    for (const name of names) addEventListener(name, once, { passive: true, signal: controller.signal });
    return () => controller.abort();
  }, [names, onFirst]);
}
