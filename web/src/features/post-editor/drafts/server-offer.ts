import type { DraftCard, Draft as ServerDraft } from '@inkwell/shared/drafts';
import { storedImage } from '../featured-image.ts';
import { type Draft, newDraftId } from './draft.ts';
import { imageUrlOf, isSameWords, type Known, syncedOf } from './draft-body.ts';

/** A draft of the server that may be offered; its text is there where it was needed. */
export type ServerOffer = DraftCard & Pick<ServerDraft, 'content'>;

/** A draft that is asked for by its name, under which this browser and the server may have different ones. */
export interface WantedDraft {
  readonly id: string;
  readonly isOnServer: boolean;
}

/** Under which name the server keeps a draft of this browser. */
export const serverKeyOf = ({ postId, serverKey, id }: Pick<Draft, 'postId' | 'serverKey' | 'id'>): string =>
  postId ?? serverKey ?? id;

/** What the server may have of a draft of this browser, unanswered: a tab that goes sends what it has last, and hears no more. */
export const sentOf = (local: Draft): Known['sent'] => [
  { form: local.form, image: imageUrlOf(local.image) },
  ...(local.sending ? [local.sending] : []),
];

/** A draft of the server as one of this browser, under a name of its own. */
export function broughtHere(found: ServerDraft): Omit<Draft, 'userId' | 'postId' | 'base'> {
  const { form, image } = syncedOf(found);
  return {
    id: newDraftId(),
    form,
    image: storedImage(image),
    submissionKey: crypto.randomUUID(),
    savedAtMs: Date.parse(found.updatedAt),
  };
}

/** Whether the server has had all that a draft in this browser holds, and has something newer now. */
export const isBehind = (offer: Pick<ServerOffer, 'version'>, { form, image, synced, beside }: Draft): boolean =>
  synced !== undefined &&
  // What came after one that was written over need not hold it.
  beside === undefined &&
  synced.version < offer.version &&
  image.kind !== 'file' &&
  isSameWords({ form, image: imageUrlOf(image) }, synced);

/** Whether the server has it beside for this browser, which has it too. */
export const isBeside = ({ key, version }: Pick<ServerOffer, 'key' | 'version'>, locals: readonly Draft[]): boolean =>
  locals.some(
    ({ beside, discardedAtMs }) => discardedAtMs === undefined && beside?.key === key && beside.version === version,
  );

/** Whether a draft in this browser is what the server has, or a later state of it. Without the text only its version can tell. */
export function isOlder(offer: ServerOffer, local: Draft): boolean {
  if (local.synced?.version === offer.version) return true;
  if (offer.content === undefined) return false;
  const theirs = syncedOf(offer);
  return sentOf(local).some((words) => isSameWords(words, theirs));
}
