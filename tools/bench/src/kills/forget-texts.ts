/**
 * Deletes every text that autosave stores in this browser (`web/src/lib/autosave`). No page of the product may be open. Runs in a page.
 * @throws Error if a store cannot be emptied, because the next writers would find the texts of previous ones
 */
export async function forgetTexts(): Promise<void> {
  const names = (await indexedDB.databases())
    .map(({ name }) => name ?? '')
    .filter((name) => name.startsWith('inkwell'));
  for (const name of names) {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(new Error(`${name} cannot be removed: ${request.error?.message}`));
      request.onblocked = () => reject(new Error(`${name} cannot be removed: a page has it open`));
    });
  }
  for (const key of Object.keys(localStorage))
    if (/^inkwell[-:](draft|autosave|unsent)/.test(key)) localStorage.removeItem(key);
  const root = await navigator.storage.getDirectory();
  for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) {
    await root.removeEntry(name, { recursive: true });
  }
}
