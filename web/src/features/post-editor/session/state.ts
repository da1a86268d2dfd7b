import type { ClosedSitting, DraftCard, Draft as ServerDraft } from '@inkwell/shared/drafts';
import type { FormField } from '@inkwell/shared/post-fields';
import type { PostBody, PostForm } from '@inkwell/shared/posts';
import type { WriteStatus } from '../../../lib/autosave/writer.ts';
import type { Theirs } from '../api/save-post.ts';
import type { FormMerge } from '../conflict/merge-forms.ts';
import { type ImageChoice, storedImage } from '../featured-image.ts';
import { type EditedPost, EMPTY_POST, formOf } from '../post-form.ts';
import { onlySeen, type Seen } from './emptied.ts';
import {
  type Acked,
  type DraftBase,
  type DraftRecord,
  isSameWords,
  isSavedIn,
  keptImage,
  type PostDraft,
  postIdOf,
  type Words,
  wordsOf,
  wordsOfPost,
  wordsOfServer,
} from './post-draft.ts';

/**
 * How the server has what was written: all of it (`saved`), not yet (`waiting`), not for now and to be tried again (`unreachable`), or not
 * until something changes: the session has ended (`signed-out`), the server will not take it (`refused`), or another device changed the
 * draft too (`conflict`).
 */
export type ServerStatus =
  | { readonly is: 'idle' | 'waiting' | 'saved' | 'unreachable' | 'signed-out' | 'conflict' }
  | { readonly is: 'refused'; readonly reason: string };

/** Which draft a call is about. An answer to an earlier one says nothing about the present one. */
export interface Address {
  readonly key: string;
  readonly sitting: string;
}

export interface Sending extends Address {
  readonly words: Words;
}

/** Autosave to the server. */
export interface ServerSide {
  readonly status: ServerStatus;
  readonly acked: Acked | null;
  /** The draft of another sitting that the next call writes over. */
  readonly over: Acked | null;
  /** The call under way. */
  readonly sending: Sending | null;
  /** What was sent since the server last acknowledged anything: it may have any of these. */
  readonly unanswered: readonly Words[];
  readonly changedAtMs: number;
  readonly unsentSinceMs: number | null;
  readonly sentAtMs: number;
  /** 0 while nothing failed. */
  readonly retryMs: number;
  readonly retryAtMs: number | null;
  /** Sends what is there at the next chance, without waiting for a pause. */
  readonly isHurried: boolean;
  /** Refused: sent again once something is changed. */
  readonly isRefused: boolean;
  /** The sitting was closed elsewhere, and what its words became is being looked at. */
  readonly closed: ClosedSitting | null;
  /** Whether this tab of the browser is the one that sends. */
  readonly isSender: boolean;
}

/** A draft of the server that may be offered; its text is there where it was needed. */
export type ServerOffer = DraftCard &
  Pick<ServerDraft, 'content'> & {
    /** Something else was written over it: it is among the discarded drafts of the server. */
    readonly isReplaced?: true;
  };

/** Another device wrote the draft too, and it is for the writer to say what becomes of both. */
export interface Clash {
  readonly theirs: ServerDraft;
  /** What both grew out of, as far as that is known. */
  readonly acked: Acked | null;
  readonly isPutOff: boolean;
}

/** The draft that a save takes along; the server removes it with the save. */
export type Carried = Address & { readonly version: number };

/** A save under way. */
export interface Saving {
  readonly isStaying: boolean;
  readonly publishAt: string | undefined;
  /** The autosave before it is waited for until then, so that the save can name its version. */
  readonly waitsUntilMs: number;
  /** Whether all pictures of the text are there. */
  readonly isReady: boolean;
  /** What is on its way; null while it waits. */
  readonly sent: {
    readonly form: PostForm;
    readonly content: string;
    readonly image: ImageChoice;
    readonly carried: Carried;
  } | null;
}

export type FormErrors = Partial<Record<FormField, string>>;

/** All that one editor is and knows. */
export interface SessionState {
  /** The post as it was last read or saved here; null while it is new. */
  readonly stored: EditedPost | null;
  readonly base: DraftBase | null;
  readonly form: PostForm;
  /** The text as it may be kept or sent: without the places of pictures that are on their way. */
  readonly content: string;
  readonly image: ImageChoice;
  readonly errors: FormErrors;
  readonly isPreviewing: boolean;

  readonly recordId: string;
  readonly key: string;
  readonly sitting: string;
  readonly submissionKey: string;
  /** Sittings that ended here: what of them is still on its way is nobody's draft any more. */
  readonly ended: readonly string[];
  /** Whether the browser was given a record. */
  readonly isKept: boolean;
  readonly local: WriteStatus;
  readonly seen: Seen;
  readonly server: ServerSide;

  /** All records of the writer in this browser; null until they were read. */
  readonly known: readonly DraftRecord[] | null;
  readonly busyIds: ReadonlySet<string>;
  readonly offers: readonly ServerOffer[];
  /** What was thrown away here last. */
  readonly discarded: DraftRecord | null;
  /** Whether another tab took over what was written here. */
  readonly isTakenAway: boolean;

  /** A draft of a new post that is a post by now: to be removed once the server has what is written here in its place. */
  readonly leftover: Carried | null;

  readonly saving: Saving | null;
  readonly uploadShare: number | null;
  /** What the last save sent: the post may hold it, whatever was answered. */
  readonly attempted: Words | null;
  readonly isRestKept: boolean;
  /** Whether the post was deleted by somebody else. */
  readonly isGone: boolean;
  /** All is saved or thrown away, and the writer leaves. */
  readonly isFinished: boolean;
  /** Whether anybody is there to write on. */
  readonly isAttended: boolean;

  readonly merge: FormMerge | null;
  readonly conflict: Theirs | null;
  readonly clash: Clash | null;
}

/** What has to be done outside, in this order. */
export type Effect =
  /** Keeps the present state in the browser. */
  | { readonly do: 'keep' }
  /** Its record goes: what it holds is saved, or nothing was written. */
  | { readonly do: 'forget'; readonly recordId: string }
  /** Keeps a state as a record of its own: open, or as a copy among the discarded ones. */
  | { readonly do: 'copy'; readonly draft: PostDraft; readonly image: ImageChoice }
  /** Another record of this browser holds nothing any more that is not stored. */
  | { readonly do: 'drop'; readonly record: DraftRecord }
  | { readonly do: 'look' }
  | { readonly do: 'lock'; readonly recordId: string }
  | {
      readonly do: 'send';
      readonly sending: Sending;
      readonly over: Acked | null;
      readonly baseUpdatedAt: string | null;
    }
  | { readonly do: 'remove-from-server'; readonly sending: Address; readonly version: number }
  | { readonly do: 'load-post'; readonly postId: string }
  | { readonly do: 'settle-pictures' }
  | {
      readonly do: 'save';
      readonly body: Pick<PostBody, FormField> & { readonly publishAt?: string };
      readonly image: ImageChoice;
      readonly carried: Carried;
      /** Null: a new post. */
      readonly over: { readonly postId: string; readonly updatedAt: string } | null;
      readonly submissionKey: string;
    }
  | { readonly do: 'show-errors'; readonly errors: FormErrors }
  | { readonly do: 'show-passage'; readonly isFirst: boolean }
  | { readonly do: 'leave' };

export interface Step {
  readonly state: SessionState;
  readonly effects: readonly Effect[];
}

/** What the reducer cannot make itself. */
export interface Env {
  readonly nowMs: number;
  /** 20 letters and digits. */
  readonly newId: () => string;
  /** A key of an attempt to create. */
  readonly newSubmissionKey: () => string;
}

export const step = (state: SessionState, ...effects: Effect[]): Step => ({ state, effects });

export const baseOf = (post: EditedPost): DraftBase => ({ ...wordsOfPost(post), updatedAt: post.updatedAt });

export const NOTHING_SENT: ServerSide = {
  status: { is: 'idle' },
  acked: null,
  over: null,
  sending: null,
  unanswered: [],
  changedAtMs: 0,
  unsentSinceMs: null,
  sentAtMs: 0,
  retryMs: 0,
  retryAtMs: null,
  isHurried: false,
  isRefused: false,
  closed: null,
  isSender: true,
};

export function beginSession(post: EditedPost | null, env: Env): SessionState {
  const form = post ? formOf(post) : EMPTY_POST;
  const image = storedImage(post?.featuredImage ?? null);
  const key = post?.id ?? env.newId();
  return {
    ...{
      stored: post,
      base: post && baseOf(post),
      form,
      content: form.content,
      image,
      errors: {},
      isPreviewing: false,
    },
    ...{ recordId: env.newId(), key, sitting: env.newId(), submissionKey: env.newSubmissionKey(), ended: [] },
    ...{
      isKept: false,
      local: 'idle',
      seen: onlySeen({ form, image: post?.featuredImage ?? null }),
      server: NOTHING_SENT,
    },
    ...{ known: null, busyIds: new Set<string>(), offers: [], discarded: null, isTakenAway: false, leftover: null },
    ...{ saving: null, uploadShare: null, attempted: null, isRestKept: false, isGone: false, isFinished: false },
    ...{ isAttended: true, merge: null, conflict: null, clash: null },
  };
}

/** What stands in the editor, as it may be kept or sent. */
export const wordsNow = ({ form, content, image }: Pick<SessionState, 'form' | 'content' | 'image'>): Words => ({
  form: content === form.content ? form : { ...form, content },
  image: image.kind === 'file' ? image.before : image.kind === 'stored' ? image.url : null,
});

/** Whether the editor holds anything that is not saved. */
export function isDirty(state: SessionState): boolean {
  const base = state.base ?? { form: EMPTY_POST, image: null };
  return state.image.kind === 'file' || !isSameWords(wordsNow(state), base);
}

/** The present state as it is kept in the browser. */
export function draftOf(state: SessionState): PostDraft {
  const { key, sitting, base, submissionKey, server, image } = state;
  return {
    ...{ key, sitting, form: wordsNow(state).form, image: keptImage(image).image, base, submissionKey },
    ...{ acked: server.acked, sending: server.sending?.words ?? server.unanswered.at(-1) ?? null },
  };
}

/** What the server may have of a record, unanswered: a tab that goes sends what it has last, and hears no more. */
export const unansweredOf = ({ fields }: DraftRecord): Words[] => [
  wordsOf(fields),
  ...(fields.sending ? [fields.sending] : []),
];

/** Whether a record of this browser is what the server has, or a later state of it. Without the text only its version can tell. */
export function isOlder(offer: ServerOffer, record: DraftRecord): boolean {
  if (record.fields.key !== offer.key) return false;
  if (record.fields.acked?.version === offer.version) return true;
  return offer.content !== undefined && unansweredOf(record).some((words) => isSameWords(words, wordsOfServer(offer)));
}

const isOpen = ({ state }: DraftRecord): boolean => state === 'open';

/** Earlier work on this post in this browser, but for what was saved before its tab could hear of it. */
export function localOffers({ known, recordId, stored }: SessionState): DraftRecord[] {
  const postId = stored?.id ?? null;
  return (known ?? []).filter(
    (record) =>
      isOpen(record) &&
      record.id !== recordId &&
      postIdOf(record) === postId &&
      (record.file || !isSavedIn(stored, wordsOf(record.fields))),
  );
}

/** Whether the writer has thrown away here what the server still has, because it could not be told yet. */
export const isDiscardedHere = (
  { key, sitting }: Pick<ServerOffer, 'key' | 'sitting'>,
  known: readonly DraftRecord[],
) =>
  known.some(
    ({ state, fields }) =>
      state === 'discarded' && fields.reason === 'discarded' && fields.key === key && fields.sitting === sitting,
  );

/** What other devices have left on the server for this editor. */
export function serverOffers(state: SessionState): ServerOffer[] {
  const known = state.known ?? [];
  return state.offers.filter(
    (offer) =>
      (state.stored !== null || offer.key !== state.key) &&
      !isDiscardedHere(offer, known) &&
      !known.some((record) => isOpen(record) && isOlder(offer, record)),
  );
}

/** Whether leaving now would leave words behind that are not saved. */
export const hasUnsaved = (state: SessionState): boolean => isDirty(state) && !state.isFinished;
