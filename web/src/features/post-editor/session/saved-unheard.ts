import { DRAFT_LIMITS } from '@inkwell/shared/drafts';
import { lockedIds } from '../../../lib/autosave/lock.ts';
import { newId, removed, written } from '../../../lib/autosave/record.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { nullIfMissing } from '../../../lib/refusal-body.ts';
import { toastNews } from '../../../lib/toast.ts';
import { editEntry } from '../../../lib/writing-paths.ts';
import type { Edited } from '../api/edited.ts';
import { storedRef } from '../edited-kind.ts';
import type { EditedPost } from '../post-form.ts';
import { baseAfterSave } from './autosave.ts';
import { draftName } from './draft-name.ts';
import { type DraftRecord, isContainedIn, NO_WORDS, placeOf, postDraftKind, postIdOf, wordsOf } from './post-draft.ts';
import { findClosed } from './server-drafts.ts';
import type { ServerOffer } from './state.ts';

/* New posts that the server stored although the answer was lost or the tab was killed before it. */

/** The record as a draft of the post to which it was saved. */
function continued(record: DraftRecord, post: EditedPost): DraftRecord {
  const { fields, file, savedAtMs } = record;
  const base = baseAfterSave(post, [fields.sending, fields.acked]);
  const next = { ...fields, key: post.id, sitting: newId(), acked: null, sending: null, base };
  return { ...written(postDraftKind, { ...record, place: placeOf(post.id) }, { fields: next, file }), savedAtMs };
}

interface Opened {
  readonly edited: Edited;
  /** Whether this editor has the record by now. */
  readonly isOpen: (recordId: string) => boolean;
}

/**
 * Finds drafts of new posts in this browser whose post is stored. They are offered in the editor of that post, if it lacks any of their text, and no
 * longer as new posts.
 * @param onServer the open drafts on the server, whose sittings were not saved
 * @returns whether any was found
 */
export async function settleSaved(
  records: readonly DraftRecord[],
  onServer: readonly ServerOffer[],
  { edited, isOpen }: Opened,
): Promise<boolean> {
  const since = Date.now() - DRAFT_LIMITS.tombstoneMs;
  let isAny = false;
  for (const record of records) {
    const { id, state, fields, file, savedAtMs } = record;
    const isNew = state === 'open' && postIdOf(record) === null && savedAtMs > since;
    if (!isNew || onServer.some(({ key }) => key === fields.key)) continue;
    const closed = await findClosed(fields);
    if (!closed?.postId) continue;
    const post = await edited.read(closed.postId).catch(nullIfMissing);
    // A deleted post has none of the text, so the draft stays one of a new post.
    if (post === null) continue;
    // The writer may have restored it meanwhile.
    if (isOpen(id) || (await lockedIds()).has(id)) continue;
    const isRest = file !== undefined || !isContainedIn(post, wordsOf(fields), NO_WORDS);
    await autosaveStore.put(isRest ? continued(record, post) : removed(record));
    toastNews({
      title: edited.kind === 'page' ? 'Page Saved' : 'Post Saved',
      message: `${draftName(post)} was saved, although this browser did not learn of it.${isRest ? ' It has a newer draft.' : ''}`,
      link: editEntry(storedRef(edited.kind, post)),
      linkLabel: 'Open It',
    });
    isAny = true;
  }
  return isAny;
}
