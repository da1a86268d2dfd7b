import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts the answer of a write into the cache. A running read of the same data began before the write and may have an older answer, so it is dropped.
 */
export function showAnswer<K extends QueryKey>(
  client: QueryClient,
  queryKey: K,
  answer: NoInfer<InferDataFromTag<unknown, K>>,
): void {
  // Ends the read and restores the state before it at once; nobody needs the promise.
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<unknown, K>(queryKey, answer);
}
