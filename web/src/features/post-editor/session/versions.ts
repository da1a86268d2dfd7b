import { personName } from '@inkwell/shared/format';
import type { PostForm } from '@inkwell/shared/posts';
import { ageInSentence } from '../../../lib/time.ts';
import { mergeForms } from '../conflict/merge-forms.ts';
import { storedImage } from '../featured-image.ts';
import { EMPTY_POST, formOf } from '../post-form.ts';
import { hurried, newSitting, serverOfNew } from './autosave.ts';
import { onlySeen } from './emptied.ts';
import { type Acked, ackedOf, type Words, wordsOfServer } from './post-draft.ts';
import { beginSave } from './saving.ts';
import { baseOf, draftOf, type Env, newKey, type SessionState, type Step, step, wordsNow } from './state.ts';

/** The writer's choice between two versions of a post or of a draft. `later`: back to the form, without a decision. */
export type Choice = 'mine' | 'theirs' | 'both' | 'later';

/** Puts another text into the form. The caller keeps the current one. */
export function show(state: SessionState, { form, image }: Words): SessionState {
  const next = { ...state, form, content: form.content, image: storedImage(image), errors: {}, merge: null };
  return { ...next, seen: onlySeen(wordsNow(next)) };
}

/** Merges both versions in the form, for the writer to review and save. */
function join(state: SessionState, other: Words, base: Words): SessionState {
  const merge = mergeForms({ base: base.form, mine: state.form, theirs: other.form });
  const isOwnImage = state.image.kind === 'file' || wordsNow(state).image !== base.image;
  const image = isOwnImage ? state.image : storedImage(other.image);
  const next = { ...state, form: merge.form, content: merge.form.content, image, errors: {}, merge };
  return { ...next, seen: onlySeen(wordsNow(next)) };
}

export function settle(state: SessionState, choice: Choice, env: Env): Step {
  return state.conflict ? settlePost(state, choice, env) : settleDraft(state, choice, env);
}

function settlePost(before: SessionState, choice: Choice, env: Env): Step {
  const { conflict, base, form } = before;
  const state = { ...before, conflict: null };
  if (!conflict || choice === 'later') return step(state);
  const next = baseOf(conflict);
  if (choice === 'both') {
    return step({ ...join(state, next, base ?? { form: EMPTY_POST, image: null }), base: next });
  }
  if (choice === 'theirs') {
    // The current text stays a separate record, which is offered.
    const recordId = env.newId();
    const other = { ...newSitting(state, env), recordId, isKept: false, isRestKept: false, base: next };
    return step(show(other, next), { do: 'lock', recordId }, { do: 'look' });
  }
  // Unless the writer moved the switch, a post that was published on schedule meanwhile stays published.
  const isUntouched = form.isPublished === base?.form.isPublished;
  const mine = isUntouched ? { ...form, isPublished: next.form.isPublished } : form;
  // The action whose save was refused: staying in the editor never publishes.
  return beginSave({ ...state, base: next, form: mine }, state.refused ?? { isStaying: false }, env);
}

/** Continues the other device's draft in its sitting. */
const goOnWith = (state: SessionState, sitting: string, acked: Acked): SessionState =>
  hurried({ ...state, sitting, clash: null, server: { ...serverOfNew(state.server), acked } });

/** Overwrites the other device's draft, which the server then keeps as a discarded draft. */
function writeOver(state: SessionState, over: Acked, env: Env): SessionState {
  const next = newSitting(state, env);
  return hurried({ ...next, server: { ...next.server, acked: state.server.acked, over } });
}

function settleDraft(state: SessionState, choice: Choice, env: Env): Step {
  const { clash } = state;
  if (!clash) return step(state);
  const { theirs, acked } = clash;
  const stored = ackedOf(theirs);
  switch (choice) {
    case 'later':
      return step({ ...state, clash: { ...clash, isPutOff: true } });
    case 'mine':
      return step(writeOver(state, stored, env));
    case 'theirs': {
      const copy = { ...draftOf(newSitting(state, env)), submissionKey: env.newSubmissionKey() };
      const draft = state.stored ? copy : { ...copy, key: newKey(state, env) };
      return step(goOnWith(show(state, stored), theirs.sitting, stored), { do: 'copy', draft, image: state.image });
    }
    case 'both': {
      const next = join(state, wordsOfServer(theirs), acked ?? state.base ?? { form: EMPTY_POST, image: null });
      // The merge contains the whole text of both, but only one version of a short field: if that is this writer's, theirs is kept.
      const isWhole = next.merge?.ownKept.length === 0;
      return step(isWhole ? goOnWith(next, theirs.sitting, stored) : writeOver(next, stored, env));
    }
  }
}

/** Two versions for the writer to choose from. */
export interface Versions {
  readonly title: string;
  /** Describes the other version, and asks. */
  readonly intro: string;
  readonly mine: PostForm;
  readonly theirs: PostForm;
}

/** The versions for the writer to choose from now. The question about drafts waits for a pause in typing. */
export function versionsOf({ kind, conflict, clash, form }: SessionState, isCalm: boolean): Versions | null {
  if (conflict) {
    return {
      title: `This ${kind} was changed meanwhile`,
      intro: `${conflict.lastEditedBy ? personName(conflict.lastEditedBy) : 'Someone'} saved another version of this ${kind} ${ageInSentence(conflict.updatedAt)}, after you began to edit it. Your version has not been saved and is not lost. Which version should the ${kind} have?`,
      mine: form,
      theirs: formOf(conflict),
    };
  }
  if (!clash || clash.isPutOff || !isCalm) return null;
  const { theirs } = clash;
  return {
    title: 'This draft was changed on another device',
    intro: `You wrote another version of this draft on ${theirs.device ?? 'another device'}, ${ageInSentence(theirs.updatedAt)}. Neither is lost, and readers see neither. Which version do you want to continue with?`,
    mine: form,
    theirs: wordsOfServer(theirs).form,
  };
}
