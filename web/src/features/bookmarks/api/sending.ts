import { bookmarkApi } from '@inkwell/shared/bookmarks';
import type { QueryClient } from '@tanstack/react-query';
import { call, isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { identityStore } from '../../../lib/identity-store.ts';
import { isRefusal } from '../../../lib/refusal-body.ts';
import { retryLater } from '../../../lib/retry-later.ts';
import { toastError } from '../../../lib/toast.ts';
import { applyChange, type BookmarkChange } from './changes.ts';
import { bookmarkQueries } from './queries.ts';
import { forgetChange, rememberChange, unsentChanges } from './unsent.ts';

/** Changes that are being sent, by account and post. Changes of one post are sent one after the other. */
const underWay = new Map<string, Promise<void>>();

interface PostChange {
  readonly userId: string;
  readonly postId: string;
  readonly change: BookmarkChange;
}

/**
 * Saves or removes a post: at once on screen, and on the server as soon as it answers, also after being offline or a reload. Calls set a state, so a
 * repeat changes nothing. If the browser stores nothing, the change is sent once, and reverted on screen if that fails.
 */
export function changeBookmark(client: QueryClient, postChange: PostChange): void {
  const { userId, postId, change } = postChange;
  const { queryKey } = bookmarkQueries.saved(userId);
  const before = client.getQueryData(queryKey)?.posts.find((post) => post.postId === postId);
  const value = rememberChange(userId, postId, change);
  show(client, postChange);
  if (value !== null) return void sendUnsent(client, userId);
  const undone = before ? { isSaved: true, lists: before.lists } : { isSaved: false };
  void inTurn(userId, postId, () =>
    send(postChange).catch((error: unknown) => {
      show(client, { userId, postId, change: undone });
      return refuse(client, postChange, error);
    }),
  );
}

let failures = 0;
let cancelRetry = () => {};

/** Sends changes that the server may not have, until all are answered. */
export async function sendUnsent(client: QueryClient, userId: string): Promise<void> {
  cancelRetry();
  await Promise.all(
    [...unsentChanges(userId).keys()].map((postId) => inTurn(userId, postId, () => sendStored(client, userId, postId))),
  );
  if (!isHere(userId)) return;
  failures = unsentChanges(userId).size > 0 ? failures + 1 : 0;
  cancelRetry();
  if (failures > 0) cancelRetry = retryLater(() => void sendUnsent(client, userId), failures);
}

function inTurn(userId: string, postId: string, work: () => Promise<void>): Promise<void> {
  const key = `${userId} ${postId}`;
  // A call belongs to the account that is signed in when it begins. A change that is still queued when its account signs out stays stored for it.
  const sending = (underWay.get(key) ?? Promise.resolve()).then(() => (isHere(userId) ? work() : undefined));
  underWay.set(key, sending);
  return sending;
}

function isHere(userId: string): boolean {
  const identity = identityStore.snapshot();
  return identity.status === 'identified' && identity.identity.uid === userId;
}

async function sendStored(client: QueryClient, userId: string, postId: string): Promise<void> {
  // A change that an earlier call or another tab has sent is no longer stored.
  const unsent = unsentChanges(userId).get(postId);
  if (!unsent) return;
  const { change, value } = unsent;
  try {
    await send({ userId, postId, change });
    forgetChange(userId, postId, value);
  } catch (error) {
    // An expired session may be resumed.
    if (!isRefusal(error) || isApiError(error, 401)) return;
    forgetChange(userId, postId, value);
    await refuse(client, { userId, postId, change }, error);
  }
}

async function send({ postId, change: { isSaved, lists } }: PostChange): Promise<void> {
  const params = { postId };
  if (isSaved) await call(bookmarkApi.save, { params, body: lists ? { lists: [...lists] } : {} }, { keepalive: true });
  else await call(bookmarkApi.remove, { params }, { keepalive: true });
}

function refuse(client: QueryClient, { userId, change }: PostChange, error: unknown): Promise<void> {
  toastError(
    'Error',
    change.isSaved ? 'The post could not be saved' : 'The post could not be removed',
    failureText(error),
  );
  return client.invalidateQueries({ queryKey: bookmarkQueries.saved(userId).queryKey });
}

function show(client: QueryClient, { userId, postId, change }: PostChange): void {
  const { queryKey } = bookmarkQueries.saved(userId);
  // An answer that is on its way may not contain the change. A first answer is requested again, and merged with unsent changes.
  const cancelled = client.cancelQueries({ queryKey });
  if (client.getQueryData(queryKey))
    client.setQueryData(queryKey, (saved) => saved && applyChange(saved, postId, change));
  else void cancelled.then(() => client.refetchQueries({ queryKey }));
}
