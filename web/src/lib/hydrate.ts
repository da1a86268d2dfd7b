import type { ServedAnswer } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import type { Query, QueryClient } from '@tanstack/react-query';

/** When this document started, which is the time of data served with it. On the server, which makes no requests, data is always fresh. */
const servedAtMs = import.meta.env.SSR ? Number.MAX_SAFE_INTEGER : Date.now();

/** For pages that always refetch when they open (product §7), unless the served page already contained their data. */
export const refetchUnlessServed = (query: Pick<Query, 'state'>): boolean | 'always' =>
  query.state.dataUpdatedAt === servedAtMs ? true : 'always';

/** Puts the answers in a served page into the query client. */
export function putServedData(client: QueryClient, answers: readonly ServedAnswer[]): void {
  for (const { queryKey, data } of answers) client.setQueryData(queryKey, data, { updatedAt: servedAtMs });
}

/**
 * Puts the data of a served page into the query client, so that the first render needs no request (shared/src/served.ts). Missing or invalid data is
 * ignored.
 * @returns the answers
 */
export function hydrateServedData(client: QueryClient): readonly ServedAnswer[] {
  const element = document.getElementById(SERVED_DATA_ID);
  if (!element?.textContent) return [];
  let answers: readonly ServedAnswer[] = [];
  try {
    answers = JSON.parse(element.textContent);
    putServedData(client, answers);
  } catch (error) {
    console.warn('The data of the served page could not be read', error);
  }
  element.remove();
  return answers;
}
