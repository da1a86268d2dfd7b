import { CONFLICT_MARKERS_LEFT } from '@inkwell/shared/conflict-markers';
import { PostForm } from '@inkwell/shared/posts';
import { dateFault } from '@inkwell/shared/schedule';
import { SitePageSlug } from '@inkwell/shared/site-pages';
import { slugify } from '@inkwell/shared/slug';
import type { Theirs } from '../api/save-post.ts';
import { openPassages } from '../conflict/passages.ts';
import { storedImage } from '../featured-image.ts';
import { bodyOf, type EditedPost, EMPTY_POST, isSameForm, NO_DATE } from '../post-form.ts';
import { endSitting, hasUnanswered, lookAtClosed } from './autosave.ts';
import { onlySeen } from './emptied.ts';
import {
  baseOf,
  type Effect,
  type Env,
  type FormErrors,
  type SessionState,
  type Step,
  step,
  wordsNow,
} from './state.ts';

/** The longest time that a save waits for the autosave before it. */
const WAIT_MS = 2_000;

export interface Asked {
  /** Saves and stays, and does not change who can read it. */
  readonly isStaying: boolean;
  /** The scheduled time of a new post. */
  readonly publishAt?: string | undefined;
}

const willBePublished = ({ stored, form }: SessionState, { isStaying }: Asked): boolean =>
  isStaying ? (stored?.isPublished ?? false) : form.isPublished;

/** Whether the writer has set another date, or removed it. */
const isOtherDate = ({ publishedAt }: PostForm, base: SessionState['base']): boolean =>
  publishedAt !== '' && publishedAt !== (base?.form ?? EMPTY_POST).publishedAt;

/** Errors that prevent a save, by field. */
export function errorsOf(
  { kind, form, base }: Pick<SessionState, 'kind' | 'form' | 'base'>,
  nowMs: number,
): FormErrors {
  const { error } = PostForm.safeParse(form);
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message;
  const slug = kind === 'page' ? SitePageSlug.safeParse(form.slug ?? '') : null;
  if (slug?.error) errors.slug = slug.error.issues[0]?.message ?? '';
  const isDated = isOtherDate(form, base) && form.publishedAt !== NO_DATE;
  const fault = isDated && dateFault(new Date(form.publishedAt), { isPublished: false, now: new Date(nowMs) });
  if (fault) errors.publishedAt = fault;
  return errors;
}

/** Shows the errors that prevent a save; null: there are none. */
function faultOf(state: SessionState, asked: Asked, nowMs: number): Step | null {
  const errors = errorsOf(state, nowMs);
  if (Object.keys(errors).length > 0)
    return step({ ...state, errors, isPreviewing: false, saving: null }, { do: 'show-errors', errors });
  const { content } = state.form;
  const isForReaders = willBePublished(state, asked) || asked.publishAt !== undefined;
  // A public post that already contains conflict markers can be changed in its other fields.
  const isShown = state.stored?.isPublished && content === state.stored.content;
  if (!isForReaders || isShown || openPassages(content).length === 0) return null;
  const next = { ...state, errors: { content: CONFLICT_MARKERS_LEFT }, isPreviewing: false, saving: null };
  return step(next, { do: 'show-passage', isFirst: true });
}

/** Without an address, a page gets one from its title, as on the server. */
const withSlug = (state: SessionState): SessionState =>
  state.form.slug?.trim() ? state : { ...state, form: { ...state.form, slug: slugify(state.form.title) } };

/** Begins a save. Only one can run at a time; text typed meanwhile stays in the form. */
export function beginSave(before: SessionState, asked: Asked, { nowMs }: Env): Step {
  if (before.saving) return step(before);
  const state = before.kind === 'page' ? withSlug(before) : before;
  const fault = faultOf(state, asked, nowMs);
  if (fault) return fault;
  const { isStaying, publishAt } = asked;
  const saving = { isStaying, publishAt, waitsUntilMs: nowMs + WAIT_MS, isReady: false, sent: null };
  return step({ ...state, saving, errors: {}, isRestKept: false }, { do: 'settle-pictures' });
}

/** Whether an autosave must be answered first, so that the save can name the stored version. */
export const isWaiting = (state: SessionState): boolean => state.server.sending !== null || hasUnanswered(state);

/** Sends a save that has nothing left to wait for. */
export function sendSave(state: SessionState, { nowMs }: Env): Step {
  const { saving, server, stored, base, form, content, image, submissionKey } = state;
  if (!saving?.isReady || saving.sent) return step(state);
  if (isWaiting(state) && nowMs < saving.waitsUntilMs) return step(state);
  const fault = faultOf(state, saving, nowMs);
  if (fault) return fault;
  const isPublished = willBePublished(state, saving);
  const carried = { key: state.key, sitting: state.sitting, version: server.acked?.version ?? 0 };
  const { publishedAt, ...others } = bodyOf({ ...form, content, isPublished });
  // A date that nobody changed stays, and a published post keeps one.
  const isDated = isOtherDate(form, base) && (publishedAt !== null || !stored?.isPublished);
  const body = { ...others, ...(isDated && { publishedAt }) };
  const publishAt = stored === null && !isPublished ? saving.publishAt : undefined;
  const effect: Effect = {
    do: 'save',
    body: { ...body, ...(publishAt !== undefined && { publishAt }) },
    image,
    carried,
    submissionKey,
    over: stored &&
      base && {
        postId: stored.id,
        updatedAt: base.updatedAt,
        isPublished: stored.isPublished,
        publishAt: stored.publishAt ?? null,
      },
  };
  const sent = { form, content, image, carried };
  return step({ ...state, saving: { ...saving, sent }, attempted: wordsNow(state) }, effect);
}

/**
 * The post is stored. Text typed since stays in the form, as changes to the saved post. The save trims texts, which does not count as a change.
 * @param isBusy whether pictures are being added to the text
 */
export function saved(state: SessionState, { post, isBusy }: { post: EditedPost; isBusy: boolean }, env: Env): Step {
  const { saving, server, form, image } = state;
  if (!saving?.sent) return step(state);
  const { sent, isStaying } = saving;
  const isAll = isSameForm(form, sent.form) && image === sent.image && !isBusy;
  const base = baseOf(post);
  const publication = { isPublished: post.isPublished, publishedAt: base.form.publishedAt };
  const next: SessionState = {
    ...state,
    saving: null,
    uploadShare: null,
    merge: null,
    conflict: null,
    isGone: false,
    stored: post,
    base: isAll ? { ...base, form: { ...sent.form, content: sent.content, ...publication } } : base,
    form: form.publishedAt === sent.form.publishedAt ? { ...form, publishedAt: publication.publishedAt } : form,
    image: image === sent.image ? storedImage(post.featuredImage) : image,
    isRestKept: !isAll,
    isFinished: isAll && !isStaying,
  };
  const seen = onlySeen(wordsNow(next));
  // If newer text reached the server before the save, it has kept that draft and sitting.
  const { key, sitting } = state;
  const isNewer = server.acked !== null && server.acked.version !== sent.carried.version;
  if (key === post.id && (isNewer || server.sending) && !next.isFinished) return step({ ...next, seen });
  const leftover = isNewer && server.acked ? { key, sitting, version: server.acked.version } : state.leftover;
  return step(
    { ...endSitting(next, env, post.id), leftover, seen },
    ...(next.isFinished ? [{ do: 'leave' } as const] : []),
  );
}

/**
 * Undo in the last save's toast has reverted its publication, while the form has later text. The next save starts from the reverted post, and the
 * switch follows unless the writer moved it.
 */
export function publicationUndone(
  state: SessionState,
  { before, after }: { before: EditedPost; after: EditedPost },
): Step {
  const { base, form } = state;
  if (base?.updatedAt !== before.updatedAt || state.stored?.id !== before.id) return step(state);
  const { isPublished, updatedAt } = after;
  const { publishedAt } = baseOf(after).form;
  const isUntouched = form.isPublished === base.form.isPublished;
  const isDateUntouched = form.publishedAt === base.form.publishedAt;
  return step({
    ...state,
    stored: after,
    form: { ...form, ...(isUntouched && { isPublished }), ...(isDateUntouched && { publishedAt }) },
    base: { ...base, updatedAt, form: { ...base.form, isPublished, publishedAt } },
  });
}

/** Why a save failed. `told`: the reason was shown to the writer. */
export type SaveFailure = { readonly is: 'conflict'; readonly theirs: Theirs } | { readonly is: 'gone' | 'told' };

export function saveFailed(before: SessionState, failure: SaveFailure): Step {
  const state = { ...before, saving: null, uploadShare: null };
  if (failure.is === 'conflict') {
    const { isStaying = false, publishAt } = before.saving ?? {};
    return step({ ...state, conflict: failure.theirs, refused: { isStaying, publishAt } });
  }
  if (failure.is === 'gone') return step({ ...state, isGone: true });
  return lookAtClosed(state);
}

/** The post was deleted elsewhere: its text becomes a new post, whose save includes the same draft. */
export const becomeNew = (state: SessionState, env: Env): SessionState => ({
  ...state,
  stored: null,
  base: null,
  isGone: false,
  submissionKey: env.newSubmissionKey(),
});
