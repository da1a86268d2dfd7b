import { draftApi, Draft as ServerDraft } from '@inkwell/shared/drafts';
import { type Revision, revisionApi, revisionIdOf } from '@inkwell/shared/revisions';
import * as z from 'zod/mini';
import { call, isApiError } from '../../../lib/api.ts';
import { EMPTY_POST, formOfPart } from '../post-form.ts';
import { deviceName } from './device-name.ts';
import type { DraftBase } from './draft.ts';
import { changeBody, syncedOf, wholeBody } from './draft-body.ts';
import { DraftConflict, type DraftTransport } from './draft-sync.ts';

/** Leaves room for what else outlives the page. */
const KEEPALIVE_BYTES = 60_000;

export const draftQueries = {
  all: ['drafts'] as const,
  fetchList: (signal: AbortSignal) => call(draftApi.list, {}, { signal }),
};

/** A draft of the server with its text; null where there is none. */
export async function findServerDraft(key: string, signal?: AbortSignal): Promise<ServerDraft | null> {
  try {
    return await call(draftApi.byKey, { params: { key } }, signal ? { signal } : {});
  } catch (error) {
    if (isApiError(error, 404)) return null;
    throw error;
  }
}

const canOutlive = (body: unknown): boolean => new Blob([JSON.stringify(body)]).size < KEEPALIVE_BYTES;

function storedIn(text: string): ServerDraft | null {
  try {
    return z.parse(ServerDraft, JSON.parse(text));
  } catch {
    return null;
  }
}

export const draftTransport: DraftTransport = {
  async send(key, words, synced) {
    const params = { key };
    try {
      if (synced) {
        const body = changeBody(words, synced, deviceName());
        return (await call(draftApi.patch, { params, body }, { keepalive: canOutlive(body) })).version;
      }
      const body = { ...wholeBody(words, deviceName()), version: 0 };
      return (await call(draftApi.put, { params, body }, { keepalive: canOutlive(body) })).version;
    } catch (error) {
      const stored = isApiError(error, 409) && storedIn(error.body);
      if (!stored) throw error;
      throw new DraftConflict({ ...syncedOf(stored), device: stored.device, updatedAt: stored.updatedAt });
    }
  },
};

/** What a post looked like when a draft of the server began; where that revision is gone, nothing is known of it. */
export async function baseOfDraft(postId: string, updatedAt: string): Promise<DraftBase> {
  try {
    const params = { id: postId, revisionId: revisionIdOf(updatedAt) };
    const revision: Revision = await call(revisionApi.byId, { params });
    return { form: formOfPart(revision), image: revision.featuredImage, updatedAt };
  } catch (error) {
    console.warn('What the draft began with could not be read', error);
    return { form: EMPTY_POST, image: null, updatedAt };
  }
}
