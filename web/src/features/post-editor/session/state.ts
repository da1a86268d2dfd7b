import type { ClosedSitting, DraftCard, Draft as ServerDraft } from '@inkwell/shared/drafts';
import type { FormField } from '@inkwell/shared/post-fields';
import type { PostForm } from '@inkwell/shared/posts';
import type { WriteStatus } from '../../../lib/autosave/writer.ts';
import type { Theirs } from '../api/save-post.ts';
import type { FormMerge } from '../conflict/merge-forms.ts';
import { type EditedKind, editedId } from '../edited-kind.ts';
import { type ImageChoice, storedImage } from '../featured-image.ts';
import { type EditedPost, EMPTY_POST, formOf, type SentFields } from '../post-form.ts';
import { onlySeen, type Seen } from './emptied.ts';
import {
  type Acked,
  type DraftBase,
  type DraftRecord,
  imageUrlOf,
  isContainedIn,
  isSameWords,
  keptImage,
  type PostDraft,
  postIdOf,
  type Words,
  wordsOf,
  wordsOfPost,
  wordsOfServer,
} from './post-draft.ts';

/**
 * How much of the writing the server has: all (`saved`), not yet (`waiting`), retried later (`unreachable`), or not
 * until something changes: the session has ended (`signed-out`), the server rejects it (`refused`), or another device
 * changed the draft too (`conflict`).
 */
export type ServerStatus =
  | { readonly is: 'idle' | 'waiting' | 'saved' | 'unreachable' | 'signed-out' | 'conflict' }
  | { readonly is: 'refused'; readonly reason: string };

/** Which draft a call is about. Answers for a draft other than the current one are ignored. */
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
  /** The stored draft of another sitting, which the next call overwrites. */
  readonly over: Acked | null;
  /** The running call. */
  readonly sending: Sending | null;
  /** Everything sent since the last acknowledgement: the server may have stored any of it. */
  readonly unanswered: readonly Words[];
  readonly changedAtMs: number;
  readonly unsentSinceMs: number | null;
  readonly sentAtMs: number;
  /** 0 while nothing failed. */
  readonly retryMs: number;
  readonly retryAtMs: number | null;
  /** The next call does not wait for a pause. */
  readonly isHurried: boolean;
  /** Refused: sent again after a change. */
  readonly isRefused: boolean;
  /** The sitting was closed elsewhere, and the post to which it was saved is being read. */
  readonly closed: ClosedSitting | null;
  /** Whether this tab of the browser is the one that sends. */
  readonly isSender: boolean;
}

/** A server draft that may be offered, with its text if that was needed. */
export type ServerOffer = DraftCard &
  Pick<ServerDraft, 'content'> & {
    /** This editor overwrote it: the server has it as a discarded draft. */
    readonly isReplaced?: true;
    /** The post when the draft began, if the post has changed since. */
    readonly base?: DraftBase;
  };

/** Another device wrote the same draft, and the writer has to choose between both versions. */
export interface Clash {
  readonly theirs: ServerDraft;
  /** The common base of both, if known. */
  readonly acked: Acked | null;
  readonly isPutOff: boolean;
}

/** The draft that a save includes; the server removes it in the same transaction. */
export type Carried = Address & { readonly version: number };

/** A pending save. */
export interface Saving {
  readonly isStaying: boolean;
  readonly publishAt: string | undefined;
  /** Until then the save waits for the running autosave, to name its version. */
  readonly waitsUntilMs: number;
  /** Whether all pictures of the text are there. */
  readonly isReady: boolean;
  /** The request; null while the save waits. */
  readonly sent: {
    readonly form: PostForm;
    readonly content: string;
    readonly image: ImageChoice;
    readonly carried: Carried;
  } | null;
}

export type FormErrors = Partial<Record<FormField, string>>;

/** The state of one editor. */
export interface SessionState {
  readonly kind: EditedKind;
  /** The post when it was last read or saved here; null while it is new. */
  readonly stored: EditedPost | null;
  readonly base: DraftBase | null;
  readonly form: PostForm;
  /** The text without placeholders of uploading pictures, which is stored and sent. */
  readonly content: string;
  readonly image: ImageChoice;
  readonly errors: FormErrors;
  readonly isPreviewing: boolean;

  readonly recordId: string;
  readonly key: string;
  readonly sitting: string;
  readonly submissionKey: string;
  /** Sittings that ended here; their late autosaves are removed. */
  readonly ended: readonly string[];
  /** Whether the browser has a record of the current text. */
  readonly isKept: boolean;
  readonly local: WriteStatus;
  readonly seen: Seen;
  readonly server: ServerSide;

  /** All records of the writer in this browser; null until they have been read. */
  readonly known: readonly DraftRecord[] | null;
  readonly busyIds: ReadonlySet<string>;
  readonly offers: readonly ServerOffer[];
  /** The draft that was last discarded here. */
  readonly discarded: DraftRecord | null;
  /** Whether another tab took over the text of this editor. */
  readonly isTakenAway: boolean;

  /** A draft that the current one replaces; it is removed once the server has the whole current text. */
  readonly leftover: Carried | null;

  readonly saving: Saving | null;
  readonly uploadShare: number | null;
  /** The text of the last save: the post may have it even if the save seemed to fail. */
  readonly attempted: Words | null;
  readonly isRestKept: boolean;
  /** Whether somebody else deleted the post. */
  readonly isGone: boolean;
  /** Everything is saved or discarded, and the writer is leaving. */
  readonly isFinished: boolean;
  /** Whether the editor is open. */
  readonly isAttended: boolean;

  readonly merge: FormMerge | null;
  readonly conflict: Theirs | null;
  /** The save that the conflict refused. */
  readonly refused: { readonly isStaying: boolean; readonly publishAt?: string | undefined } | null;
  readonly clash: Clash | null;
}

/** Effects that the runner performs outside the reducer, in this order. */
export type Effect =
  /** Stores the current state in the browser. */
  | { readonly do: 'keep' }
  /** Removes the record, because nothing is unsaved. */
  | { readonly do: 'forget' }
  /** Stores a state as another record: open, or as a discarded copy. */
  | { readonly do: 'copy'; readonly draft: PostDraft; readonly image: ImageChoice }
  /** Removes another record of this browser, because the post has its whole text. */
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
      readonly body: SentFields & { readonly publishAt?: string };
      readonly image: ImageChoice;
      readonly carried: Carried;
      /** Null for a new post. */
      readonly over: {
        readonly postId: string;
        readonly updatedAt: string;
        readonly isPublished: boolean;
        readonly publishAt: string | null;
      } | null;
      readonly submissionKey: string;
    }
  | { readonly do: 'show-errors'; readonly errors: FormErrors }
  | { readonly do: 'show-passage'; readonly isFirst: boolean }
  | { readonly do: 'leave' };

export interface Step {
  readonly state: SessionState;
  readonly effects: readonly Effect[];
}

/** Time and random names, which a pure function cannot create. */
export interface Env {
  readonly nowMs: number;
  /** 20 letters and digits. */
  readonly newId: () => string;
  /** The key of an attempt to create a post or page. */
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

/** The name of a draft of a new post or page. */
export const newKey = ({ kind }: Pick<SessionState, 'kind'>, env: Env): string => editedId(kind, env.newId());

export function beginSession(post: EditedPost | null, env: Env, kind: EditedKind = 'post'): SessionState {
  const form = post ? formOf(post) : EMPTY_POST;
  const image = storedImage(post?.featuredImage ?? null);
  const key = post?.id ?? newKey({ kind }, env);
  return {
    kind,
    stored: post,
    base: post && baseOf(post),
    form,
    content: form.content,
    image,
    errors: {},
    isPreviewing: false,
    recordId: env.newId(),
    key,
    sitting: env.newId(),
    submissionKey: env.newSubmissionKey(),
    ended: [],
    isKept: false,
    local: 'idle',
    seen: onlySeen({ form, image: post?.featuredImage ?? null }),
    server: NOTHING_SENT,
    known: null,
    busyIds: new Set<string>(),
    offers: [],
    discarded: null,
    isTakenAway: false,
    leftover: null,
    saving: null,
    uploadShare: null,
    attempted: null,
    isRestKept: false,
    isGone: false,
    isFinished: false,
    isAttended: true,
    merge: null,
    conflict: null,
    refused: null,
    clash: null,
  };
}

/** The editor's text to store and send. */
export const wordsNow = ({ form, content, image }: Pick<SessionState, 'form' | 'content' | 'image'>): Words => ({
  form: content === form.content ? form : { ...form, content },
  image: imageUrlOf(image),
});

/** Whether anything in the editor is unsaved. */
export function isDirty(state: SessionState): boolean {
  const base = state.base ?? { form: EMPTY_POST, image: null };
  return state.image.kind === 'file' || !isSameWords(wordsNow(state), base);
}

/** The current state as stored in the browser. */
export function draftOf(state: SessionState): PostDraft {
  const { key, sitting, base, submissionKey, server, image } = state;
  return {
    key,
    sitting,
    form: wordsNow(state).form,
    image: keptImage(image).image,
    base,
    submissionKey,
    acked: server.acked,
    sending: server.sending?.words ?? server.unanswered.at(-1) ?? null,
  };
}

/** Text of a record that the server may have stored without an answer: a closing tab sends its last text and is gone before the answer. */
export const unansweredOf = ({ fields }: DraftRecord): Words[] => [
  wordsOf(fields),
  ...(fields.sending ? [fields.sending] : []),
];

/** Whether a record of this browser is the server's draft, or a later state of it. Without the text, only its version can tell. */
export function isOlder(offer: ServerOffer, record: DraftRecord): boolean {
  if (record.fields.key !== offer.key) return false;
  if (record.fields.acked?.version === offer.version) return true;
  return offer.content !== undefined && unansweredOf(record).some((words) => isSameWords(words, wordsOfServer(offer)));
}

const isOpen = ({ state }: DraftRecord): boolean => state === 'open';

/** Earlier drafts of this post in this browser. A draft that the post contains completely is not offered: its tab was killed after a save. */
export function localOffers({ known, recordId, stored }: SessionState): DraftRecord[] {
  const postId = stored?.id ?? null;
  return (known ?? []).filter(
    (record) =>
      isOpen(record) &&
      record.id !== recordId &&
      postIdOf(record) === postId &&
      (record.file || !isContainedIn(stored, wordsOf(record.fields), record.fields.base)),
  );
}

/** Whether the writer discarded this draft in this browser, and the server has not acknowledged that yet. */
export const isDiscardedHere = (
  { key, sitting }: Pick<ServerOffer, 'key' | 'sitting'>,
  known: readonly DraftRecord[],
) =>
  known.some(
    ({ state, fields }) =>
      state === 'discarded' && fields.reason === 'discarded' && fields.key === key && fields.sitting === sitting,
  );

/** Server drafts that this editor offers. */
export function serverOffers(state: SessionState): ServerOffer[] {
  const known = state.known ?? [];
  return state.offers.filter(
    (offer) =>
      (state.stored !== null || offer.key !== state.key) &&
      !isDiscardedHere(offer, known) &&
      !known.some((record) => isOpen(record) && isOlder(offer, record)),
  );
}

/** Whether leaving now would leave unsaved text. */
export const hasUnsaved = (state: SessionState): boolean => isDirty(state) && !state.isFinished;
