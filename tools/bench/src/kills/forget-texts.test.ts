import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetTexts } from './forget-texts.ts';

type Outcome = 'success' | 'error' | 'blocked';

/** A browser with two databases of the product and one of the sign-in provider. Deleting a database ends with `outcome`. */
function stubBrowser(outcome: Outcome) {
  const removed: string[] = [];
  const stored: Record<string, string> = { 'inkwell-autosave:a': 'words', 'inkwell:color-scheme': 'dark' };
  vi.stubGlobal('indexedDB', {
    databases: async () => [{ name: 'inkwell-autosave' }, { name: 'firebaseLocalStorageDb' }],
    deleteDatabase(name: string) {
      removed.push(name);
      const request: Record<string, unknown> = { error: new Error('damaged') };
      queueMicrotask(() => (request[`on${outcome}`] as () => void)());
      return request;
    },
  });
  const remove = { value: (key: string) => delete stored[key], enumerable: false };
  vi.stubGlobal('localStorage', Object.defineProperty(stored, 'removeItem', remove));
  const files = ['autosave'];
  vi.stubGlobal('navigator', {
    storage: {
      getDirectory: async () => ({
        keys: () => files.values(),
        removeEntry: async (name: string) => removed.push(name),
      }),
    },
  });
  return { removed, stored };
}

afterEach(() => vi.unstubAllGlobals());

describe('forgetTexts', () => {
  it('deletes the stored texts, and nothing else', async () => {
    const { removed, stored } = stubBrowser('success');

    await forgetTexts();

    expect(removed).toEqual(['inkwell-autosave', 'autosave']);
    expect(stored).toEqual({ 'inkwell:color-scheme': 'dark' });
  });

  it.each([
    ['error', 'inkwell-autosave cannot be removed: damaged'],
    ['blocked', 'inkwell-autosave cannot be removed: a page has it open'],
  ] as const)('stops the run without waiting if a store answers with %s', async (outcome, message) => {
    stubBrowser(outcome);

    await expect(forgetTexts()).rejects.toThrow(message);
  });
});
