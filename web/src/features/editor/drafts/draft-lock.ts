const lockName = (draftId: string) => `inkwell-draft:${draftId}`;

/**
 * Marks a draft as being written in this tab. The browser lifts the mark when the tab closes, crashes or is killed.
 * Without the Web Locks API nothing is marked.
 * @returns how to lift the mark
 */
export function holdDraft(draftId: string): () => void {
  if (!navigator.locks) return () => undefined;
  const released = new AbortController();
  navigator.locks
    .request(lockName(draftId), { signal: released.signal }, () => {
      return new Promise<void>((release) => released.signal.addEventListener('abort', () => release()));
    })
    .catch((error: unknown) => {
      if (!released.signal.aborted) console.warn('The draft could not be marked as open', error);
    });
  return () => released.abort();
}

/** Which of these drafts no open tab is writing at present. */
export async function abandonedDrafts<T extends { id: string }>(drafts: readonly T[]): Promise<T[]> {
  if (!navigator.locks) return [...drafts];
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map((lock) => lock.name));
  return drafts.filter((draft) => !names.has(lockName(draft.id)));
}
