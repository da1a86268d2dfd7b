import { useSyncExternalStore } from 'react';
import { safeStorage } from './safe-storage.ts';

type ColorScheme = 'light' | 'dark';

/** Shared with the script in app.html, which reads it before the first paint. */
const KEY = 'inkwell:color-scheme';
const ATTRIBUTE = 'data-mantine-color-scheme';

const systemIsDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

/** The reader's choice, or the system's preference. */
function colorScheme(): ColorScheme {
  const choice = safeStorage.get(KEY);
  if (choice === 'light' || choice === 'dark') return choice;
  return systemIsDark().matches ? 'dark' : 'light';
}

const listeners = new Set<() => void>();

function apply(): void {
  document.documentElement.setAttribute(ATTRIBUTE, colorScheme());
  for (const listener of listeners) listener();
}

/** Stores the choice in this browser and applies it at once, also in other tabs. */
export function chooseColorScheme(scheme: ColorScheme): void {
  safeStorage.set(KEY, scheme);
  apply();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    systemIsDark().addEventListener('change', apply);
    window.addEventListener('storage', apply);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    systemIsDark().removeEventListener('change', apply);
    window.removeEventListener('storage', apply);
  };
}

/** Null while a rendered page is hydrated, because the server does not know it. */
export const useColorScheme = (): ColorScheme | null => useSyncExternalStore(subscribe, colorScheme, () => null);
