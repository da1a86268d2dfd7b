import type { ClosedSitting, Draft as ServerDraft } from '@inkwell/shared/drafts';
import type { FormField } from '@inkwell/shared/post-fields';
import type { PostForm } from '@inkwell/shared/posts';
import type { WriteStatus } from '../../../lib/autosave/writer.ts';
import type { ImageChoice } from '../featured-image.ts';
import { type EditedPost, isSameForm } from '../post-form.ts';
import * as autosave from './autosave.ts';
import { lookAt } from './emptied.ts';
import {
  type Acked,
  type DraftRecord,
  imageOf,
  isContainedIn,
  postIdOf,
  type Words,
  wordsOf,
  wordsOfServer,
} from './post-draft.ts';
import {
  type Asked,
  becomeNew,
  beginSave,
  isWaiting,
  publicationUndone,
  type SaveFailure,
  saved,
  saveFailed,
  sendSave,
} from './saving.ts';
import {
  type Address,
  draftOf,
  type Effect,
  type Env,
  isDirty,
  newKey,
  type Sending,
  type ServerOffer,
  type SessionState,
  type Step,
  step,
  unansweredOf,
  wordsNow,
} from './state.ts';
import { type Choice, settle, show } from './versions.ts';

/** How an earlier draft is continued: opened if no other tab writes it, taken over from that tab, or as a copy. */
export type Adoption = 'alone' | 'take' | 'copy';

/** The handler of an event. */
type On<E extends object> = (state: SessionState, event: E, env: Env) => Step;
const on = <E extends object = object>(handle: On<E>): On<E> => handle;

/** Handlers of all events. */
const HANDLERS = {
  /** `content`: the text without placeholders of pictures that are being uploaded. */
  typed: on<{ form: PostForm; content: string }>((state, { form, content }) => {
    const errors = { ...state.errors };
    for (const field of Object.keys(errors) as FormField[]) if (form[field] !== state.form[field]) delete errors[field];
    return written(state, { ...state, form, content, errors });
  }),
  pictureChosen: on<{ image: ImageChoice }>((state, { image }) => written(state, { ...state, image })),
  previewed: on<{ isOn: boolean }>((state, { isOn }) => step({ ...state, isPreviewing: isOn })),
  /** The time `wakeAtMs` has come. */
  tick: on((state) => step(state)),
  /** The page is hidden or closed, or the network has returned: unsent text is sent now. */
  hurried: on((state) => step(autosave.hurried(state))),
  attended: on<{ isAttended: boolean }>((state, { isAttended }) =>
    step(isAttended ? { ...state, isAttended } : autosave.hurried({ ...state, isAttended })),
  ),
  written: on<{ status: WriteStatus }>((state, { status }) => step({ ...state, local: status })),
  acknowledged: on<{ sending: Sending; version: number }>((state, { sending, version }) =>
    step(autosave.acknowledged(state, sending, version)),
  ),
  removed: on<{ sending: Address }>((state, { sending }, env) => step(autosave.removed(state, sending, env))),
  conflicted: on<{ sending: Sending; stored: ServerDraft }>((state, { sending, stored }) =>
    step(autosave.conflicted(state, sending, stored)),
  ),
  closed: on<{ sending: Sending; closed: ClosedSitting }>((state, { sending, closed }, env) =>
    autosave.closed(state, sending, closed, env),
  ),
  failed: on<{ sending: Address; failure: autosave.Failure }>((state, { sending, failure }, env) =>
    step(autosave.failed(state, sending, failure, env)),
  ),
  /** The post to which a closed sitting was saved; null if it cannot be read. */
  postRead: on<{ post: EditedPost | null }>((state, { post }, env) => step(autosave.savedElsewhere(state, post, env))),
  sender: on<{ isSender: boolean }>((state, { isSender }) => step({ ...state, server: { ...state.server, isSender } })),
  lockLost: on(lockLost),
  looked: on(looked),
  offered: on(offered),
  offerGone: on<{ key: string }>((state, { key }) =>
    step({ ...state, offers: state.offers.filter((offer) => offer.key !== key) }),
  ),
  busy: on<{ recordId: string }>((state, { recordId }) =>
    step({ ...state, busyIds: new Set([...state.busyIds, recordId]) }),
  ),
  adopted: on(adopted),
  offerDiscarded: on<{ record: DraftRecord | null }>((state, { record }) => step({ ...state, discarded: record })),
  finished: on<{ isFinished: boolean }>((state, { isFinished }) => step({ ...state, isFinished })),
  saveAsked: on<Asked>(beginSave),
  saveAsNewAsked: on<Pick<Asked, 'publishAt'>>((state, { publishAt }, env) =>
    beginSave(becomeNew(state, env), { isStaying: false, publishAt }, env),
  ),
  picturesReady: on<{ content: string }>((state, { content }) =>
    step({ ...state, content, saving: state.saving && { ...state.saving, isReady: true } }),
  ),
  uploading: on<{ share: number | null }>((state, { share }) => step({ ...state, uploadShare: share })),
  saved: on<{ post: EditedPost; isBusy: boolean }>(saved),
  saveFailed: on<{ failure: SaveFailure }>((state, { failure }) => saveFailed(state, failure)),
  publicationUndone: on<{ before: EditedPost; after: EditedPost }>(publicationUndone),
  /** The deleted post was restored from the trash. */
  restored: on((state) => step({ ...state, isGone: false })),
  chosen: on<{ choice: Choice }>((state, { choice }, env) => settle(state, choice, env)),
  compared: on((state) => step({ ...state, clash: state.clash && { ...state.clash, isPutOff: false } })),
};

type Handlers = typeof HANDLERS;
export type Event = {
  [T in keyof Handlers]: Readonly<{ type: T } & Parameters<Handlers[T]>[1]>;
}[keyof Handlers];

/** A change by the writer, with copies of emptied texts. A writer who types again has not finished. */
function written(before: SessionState, state: SessionState): Step {
  const [then, now] = [wordsNow(before), wordsNow(state)];
  const { seen, gone } = lookAt(before.seen, before.base, [then, now]);
  const draft = draftOf(before);
  const copies = gone.map(({ form }): Effect => {
    return { do: 'copy', draft: { ...draft, form, reason: 'emptied' }, image: before.image };
  });
  return step({ ...state, seen, isFinished: false }, ...copies);
}

/** Another tab has taken over the draft. This tab continues with a new draft, which begins with the current text. */
function lockLost(state: SessionState, _: unknown, env: Env): Step {
  const recordId = env.newId();
  const next = autosave.newSitting(state, env, state.stored ? state.key : newKey(state, env));
  // With the same key, its save would replace the post that the other tab creates.
  const submissionKey = state.stored ? state.submissionKey : env.newSubmissionKey();
  return step({ ...next, recordId, submissionKey, isKept: false, isTakenAway: true }, { do: 'lock', recordId });
}

interface Looked {
  readonly records: readonly DraftRecord[];
  readonly busyIds: ReadonlySet<string>;
}

function looked(state: SessionState, { records, busyIds }: Looked): Step {
  const isSaved = ({ id, place, fields, file, ...record }: DraftRecord) =>
    record.state === 'open' &&
    id !== state.recordId &&
    place === state.stored?.id &&
    !busyIds.has(id) &&
    !file &&
    isContainedIn(state.stored, wordsOf(fields), fields.base);
  const drops = records.filter(isSaved).map((record): Effect => ({ do: 'drop', record }));
  return step({ ...state, known: records.filter((record) => !isSaved(record)), busyIds }, ...drops);
}

function offered(state: SessionState, { offers }: { readonly offers: readonly ServerOffer[] }): Step {
  // A draft that the post contains completely does not count.
  const isSaved = (offer: ServerOffer) =>
    offer.content !== undefined && isContainedIn(state.stored, wordsOfServer(offer), offer.base ?? null);
  const removals = offers.filter(isSaved).map((offer): Effect => {
    return { do: 'remove-from-server', sending: offer, version: offer.version };
  });
  return step({ ...state, offers: offers.filter((offer) => !isSaved(offer)) }, ...removals);
}

const newest = (one: Acked | null, other: Acked | null): Acked | null =>
  one && other ? (one.version > other.version ? one : other) : (one ?? other);

/** Puts an earlier draft into the form. The text typed so far stays a separate record. */
function adopted(
  state: SessionState,
  { record, how }: { readonly record: DraftRecord; readonly how: Adoption },
  env: Env,
): Step {
  const { fields } = record;
  const postId = state.stored?.id ?? null;
  // A draft of another post continues as a draft of this one, which the server does not have yet.
  const isOfThis = how !== 'copy' && postIdOf(record) === postId;
  const key = isOfThis ? fields.key : (postId ?? newKey(state, env));
  const begun = autosave.newSitting(state, env, key);
  const words: Words = wordsOf(fields);
  const latest = newest(state.key === key ? (state.server.over ?? state.server.acked) : null, fields.acked);
  const sent = state.key === key ? state.server.unanswered : [];
  // Another sitting's draft is stored; a new sitting makes the server keep it as a discarded draft.
  const isOver = isOfThis && latest !== fields.acked;
  const server = {
    ...begun.server,
    // This editor's own unanswered text does not come from another device.
    ...(isOfThis && { acked: fields.acked, unanswered: [...unansweredOf(record), ...sent] }),
    ...(isOver && { over: latest }),
  };
  const recordId = how === 'copy' ? env.newId() : record.id;
  const next = {
    ...show(begun, words),
    recordId,
    key,
    server,
    sitting: isOfThis && !isOver ? fields.sitting : begun.sitting,
    image: imageOf(record),
    isKept: how !== 'copy',
    isTakenAway: how === 'copy' && state.isTakenAway,
    isRestKept: false,
    submissionKey: how === 'copy' ? env.newSubmissionKey() : fields.submissionKey,
    base: state.stored && fields.base ? fields.base : state.base,
    offers: how === 'copy' ? state.offers : state.offers.filter((offer) => offer.key !== key || offer.isReplaced),
  };
  return how === 'copy' ? step(next, { do: 'lock', recordId }, { do: 'look' }) : step(next, { do: 'look' });
}

/** The parts of a state that the server gets, and the ones that the browser stores as well. */
const SENT = ['sitting', 'content', 'base', 'image'] as const;
const KEPT = [...SENT, 'recordId', 'key', 'submissionKey'] as const;
const ANSWERED = ['acked', 'sending', 'unanswered'] as const;

const isSame = (a: SessionState, b: SessionState, names: readonly (keyof SessionState)[]): boolean =>
  names.every((name) => a[name] === b[name]) && (a.form === b.form || isSameForm(a.form, b.form));

const isSameRecord = (a: SessionState, b: SessionState): boolean =>
  isSame(a, b, KEPT) && a.stored?.id === b.stored?.id && ANSWERED.every((name) => a.server[name] === b.server[name]);

/** Runs after every event: stores changes in the browser, and sends what is due. */
function follow(before: SessionState, { state, effects }: Step, env: Env): Step {
  const done: Effect[] = [...effects];
  let next = state;
  if (!isSame(before, next, SENT)) next = autosave.changed(next, env);
  // After the writer has left, another editor may have the record.
  if (next.isAttended && !next.isFinished && !isSameRecord(before, next) && isDirty(next)) {
    next = { ...next, isKept: true };
    done.unshift({ do: 'keep' });
  } else if (next.isKept && !isDirty(next)) {
    next = { ...next, isKept: false };
    done.unshift({ do: 'forget' });
  }
  for (const send of [sendSave, autosave.sendDue]) {
    const sent = send(next, env);
    next = sent.state;
    done.push(...sent.effects);
  }
  return autosave.afterSending(step(next, ...done));
}

/** The next state of an editor, and the effects to run outside. */
export function reduce(state: SessionState, event: Event, env: Env): Step {
  const handle = HANDLERS[event.type] as On<Event>;
  return follow(state, handle(state, event, env), env);
}

/** The time of the next `tick`; null if only another event can need one. */
export function wakeAtMs(state: SessionState): number | null {
  const { saving } = state;
  const waits = saving?.isReady && !saving.sent && isWaiting(state) ? saving.waitsUntilMs : null;
  const times = [waits, autosave.dueAtMs(state)].filter((ms) => ms !== null);
  return times.length > 0 ? Math.min(...times) : null;
}
