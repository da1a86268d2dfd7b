import type { ClosedSitting, Draft as ServerDraft } from '@inkwell/shared/drafts';
import type { PostForm } from '@inkwell/shared/posts';
import type { EditedKind } from '../features/post-editor/edited-kind.ts';
import { EMPTY_POST } from '../features/post-editor/post-form.ts';
import {
  type DraftRecord,
  type PostDraft,
  placeOf,
  postDraftKind,
} from '../features/post-editor/session/post-draft.ts';
import { type Event, reduce, wakeAtMs } from '../features/post-editor/session/session.ts';
import { beginSession, type Effect, type Sending } from '../features/post-editor/session/state.ts';
import { newRecord } from '../lib/autosave/record.ts';
import { samplePost } from './samples.ts';

/** The post that the editor changes. */
export const POST = samplePost({
  id: 'post-1',
  title: 'Stored',
  content: 'What is stored.',
  isPublished: false,
  publishedAt: null,
});

/** An editor whose time and effects the test controls. */
export function editorOf(post: typeof POST | null = POST, kind: EditedKind = 'post') {
  let nowMs = 1_000_000;
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `id-${ids}`;
  };
  const env = () => ({ nowMs, newId, newSubmissionKey: () => `key-${newId()}` });
  let state = beginSession(post, env(), kind);
  let effects: readonly Effect[] = [];
  const done: Effect[] = [];
  const dispatch = (event: Event) => {
    ({ state, effects } = reduce(state, event, env()));
    done.push(...effects);
  };

  return {
    dispatch,
    get state() {
      return state;
    },
    /** The effects of the last event. */
    effects: () => effects.map((effect) => effect.do),
    /** The last effect of a kind. */
    last: <D extends Effect['do']>(kind: D): Extract<Effect, { do: D }> => {
      const found = done.findLast((effect) => effect.do === kind);
      if (!found) throw new Error(`Nobody has asked for ${kind}`);
      return found as Extract<Effect, { do: D }>;
    },
    type(content: string, changes: Partial<PostForm> = {}) {
      const form = { ...state.form, title: 'A title', ...changes, content };
      dispatch({ type: 'typed', form, content });
    },
    /** Types, and pauses until the text is sent. */
    send(content: string, changes: Partial<PostForm> = {}) {
      this.type(content, changes);
      this.wait(2_000);
    },
    /** Advances the time, and wakes the session when it asks to be. */
    wait(ms: number) {
      const untilMs = nowMs + ms;
      for (let wakeMs = wakeAtMs(state); wakeMs !== null && wakeMs <= untilMs; wakeMs = wakeAtMs(state)) {
        nowMs = Math.max(nowMs, wakeMs);
        dispatch({ type: 'tick' });
      }
      nowMs = untilMs;
    },
    acknowledge(version: number) {
      dispatch({ type: 'acknowledged', sending: this.sending(), version });
    },
    sending(): Sending {
      if (!state.server.sending) throw new Error('Nothing is on its way');
      return state.server.sending;
    },
    save(isStaying = true) {
      dispatch({ type: 'saveAsked', isStaying });
      dispatch({ type: 'picturesReady', content: state.form.content });
    },
    saved(changes: Partial<typeof POST> = {}) {
      const { body } = this.last('save');
      const stored = { ...POST, ...body, ...changes, updatedAt: `2026-01-0${ids % 9}T00:00:00.000Z` };
      dispatch({ type: 'saved', post: stored as typeof POST, isBusy: false });
    },
  };
}

/** An editor in which somebody has typed a text. */
export function editorWith(content: string, post: typeof POST | null = POST, changes: Partial<PostForm> = {}) {
  const editor = editorOf(post);
  editor.type(content, changes);
  return editor;
}

/** An editor whose text is on its way to the server. */
export function editorSending(...typed: Parameters<typeof editorWith>) {
  const editor = editorWith(...typed);
  editor.wait(2_000);
  return editor;
}

/** A draft of that post by another device. */
export const theirs = (content: string, version = 7): ServerDraft => ({
  key: 'post-1',
  title: 'Stored',
  content,
  sitting: 'theirs',
  version,
  device: 'Safari on iPhone',
  excerpt: POST.excerpt,
  categoryId: POST.categoryId,
  isPublished: false,
  featuredImage: POST.featuredImage,
  baseUpdatedAt: POST.updatedAt,
  preview: content,
  createdAt: POST.createdAt,
  updatedAt: POST.updatedAt,
});

/** A draft's record in this browser; of a new post by default. */
export const sampleRecord = (fields: Partial<PostDraft> = {}, place = placeOf(null)): DraftRecord =>
  newRecord(postDraftKind, {
    place,
    ownerId: 'me',
    fields: {
      key: 'new-key',
      sitting: 'earlier',
      form: EMPTY_POST,
      image: { kind: 'none' },
      base: null,
      submissionKey: 'earlier',
      acked: null,
      sending: null,
      ...fields,
    },
  });

export const closed = (sitting: string, postId: string | null): ClosedSitting => ({
  sitting,
  postId,
  closedAt: '2026-01-01T00:00:00.000Z',
});
