import type { Page } from '../../../lib/api.ts';

/** Reads a whole list, in the largest pages that the server allows. */
export async function everyItem<T>(
  load: (query: { limit: string; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await load({ limit: '100', ...(cursor && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}
