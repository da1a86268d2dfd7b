import {
  ClosedSitting,
  type DraftInput,
  type DraftPatch,
  draftApi,
  Draft as ServerDraft,
} from '@inkwell/shared/drafts';
import { type Revision, revisionApi, revisionIdOf } from '@inkwell/shared/revisions';
import { sitePageRevisionApi } from '@inkwell/shared/site-page-revisions';
import { call, isApiError } from '../../../lib/api.ts';
import { isRefusal, nullIfMissing, refusalBody } from '../../../lib/refusal-body.ts';
import { type EditedKind, kindOfId, storedId } from '../edited-kind.ts';
import { EMPTY_POST, formOfPart } from '../post-form.ts';
import type { Failure } from './autosave.ts';
import { deviceName } from './device-name.ts';
import { type Acked, changeBody, type DraftBase, type DraftRecord, wholeBody } from './post-draft.ts';
import type { Event } from './session.ts';
import { type Address, isOlder, type Sending, type ServerOffer } from './state.ts';

/** Requests that outlive the page share a limit of 64 KiB; this leaves room for others. */
const KEEPALIVE_BYTES = 60_000;

const NOT_ALLOWED = 'your account may no longer store drafts on the server';

/** A server draft with its text; null if there is none. */
export const findServerDraft = (key: string, signal?: AbortSignal): Promise<ServerDraft | null> =>
  call(draftApi.byKey, { params: { key } }, signal ? { signal } : {}).catch(nullIfMissing);

/** How a sitting ended within the last day; null if it did not end. */
export async function findClosed({ key, sitting }: Address): Promise<ClosedSitting | null> {
  try {
    await call(draftApi.byKey, { params: { key }, query: { sitting } });
    return null;
  } catch (error) {
    const closed = refusalBody(error, 410, ClosedSitting);
    if (closed || isApiError(error, 404)) return closed;
    throw error;
  }
}

const canOutlive = (body: unknown): boolean => new Blob([JSON.stringify(body)]).size < KEEPALIVE_BYTES;

/** Sends the changes since `over`, or a whole new draft. @returns the result, as a session event */
export async function sendDraft(sending: Sending, over: Acked | null, baseUpdatedAt: string | null): Promise<Event> {
  const { key, sitting, words } = sending;
  const params = { key };
  const about = { baseUpdatedAt, device: deviceName() };
  const patch = (body: DraftPatch) => call(draftApi.patch, { params, body }, { keepalive: canOutlive(body) });
  const put = (body: DraftInput) => call(draftApi.put, { params, body }, { keepalive: canOutlive(body) });
  try {
    const { version } = over
      ? await patch({ ...changeBody(words, over, about), sitting })
      : await put({ ...wholeBody(words, about), version: 0, sitting });
    return { type: 'acknowledged', sending, version };
  } catch (error) {
    const stored = refusalBody(error, 409, ServerDraft);
    if (stored) return { type: 'conflicted', sending, stored };
    const closed = refusalBody(error, 410, ClosedSitting);
    if (closed) return { type: 'closed', sending, closed };
    return { type: 'failed', sending, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): Failure {
  if (isApiError(error, 404)) return { is: 'not-found' };
  if (isApiError(error, 401)) return { is: 'signed-out' };
  if (isApiError(error, 403)) return { is: 'refused', reason: NOT_ALLOWED };
  if (isRefusal(error)) return { is: 'refused', reason: error.body };
  return { is: 'unreachable', retryAfterMs: 1_000 * ((isApiError(error) && error.retryAfterSeconds) || 0) };
}

/** Removes a draft if it still has this version. @returns the result, as a session event */
export async function removeServerDraft(sending: Address, version: number): Promise<Event> {
  try {
    await call(
      draftApi.remove,
      { params: { key: sending.key }, query: { version: `${version}` } },
      { keepalive: true },
    );
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 409)) {
      console.warn('The draft of a saved post could not be removed from the server', error);
      return { type: 'failed', sending, failure: failureOf(error) };
    }
  }
  return { type: 'removed', sending };
}

/**
 * The server drafts for an editor, or for the list of all drafts (`postId` undefined). A card includes its text if the text is needed for a
 * comparison with a record of this browser.
 */
export async function readServerOffers(
  postId: string | null | undefined,
  records: readonly DraftRecord[],
  { kind = 'post', signal }: { kind?: EditedKind; signal?: AbortSignal } = {},
): Promise<ServerOffer[]> {
  if (postId) {
    const draft = await findServerDraft(postId, signal);
    return draft ? [draft] : [];
  }
  const cards = await call(draftApi.list, {}, signal ? { signal } : {});
  const wanted =
    postId === null
      ? cards.filter(({ key, baseUpdatedAt }) => baseUpdatedAt === null && kindOfId(key) === kind)
      : cards;
  return Promise.all(
    wanted.map(async (card) => {
      if (!needsText(card, records)) return card;
      return (await findServerDraft(card.key, signal).catch(() => null)) ?? card;
    }),
  );
}

/** Whether only the text can tell if a record of this browser is a later state: a killed tab never knew the version of its last text. */
export const needsText = (offer: ServerOffer, records: readonly DraftRecord[]): boolean =>
  offer.content === undefined && records.some((record) => record.fields.key === offer.key && !isOlder(offer, record));

/** The post when a server draft began; null if that revision was thinned out or cannot be read. */
export async function findBase(postId: string, updatedAt: string): Promise<DraftBase | null> {
  try {
    const params = { id: storedId(postId), revisionId: revisionIdOf(updatedAt) };
    const { byId } = kindOfId(postId) === 'page' ? sitePageRevisionApi : revisionApi;
    const revision: Revision = await call(byId, { params });
    return { form: formOfPart(revision), image: revision.featuredImage, updatedAt };
  } catch (error) {
    console.warn('The base of a draft could not be read', error);
    return null;
  }
}

/** The same, but empty if unknown. */
export const baseOfDraft = async (postId: string, updatedAt: string): Promise<DraftBase> =>
  (await findBase(postId, updatedAt)) ?? { form: EMPTY_POST, image: null, updatedAt };
