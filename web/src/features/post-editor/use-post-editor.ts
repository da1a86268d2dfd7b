import type { FormField } from '@inkwell/shared/post-fields';
import { FORM_FIELDS } from '@inkwell/shared/post-fields';
import type { PostForm } from '@inkwell/shared/posts';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { plannedTime } from '../scheduling/scheduled-time.ts';
import { reveal } from '../text-editor/markdown-input/reveal.ts';
import { type Pictures, usePictures } from '../text-editor/markdown-input/use-pictures.ts';
import { keepStrayFiles } from '../text-editor/stray-files.ts';
import { useEditing } from './api/editing.ts';
import { openPassages, passageAfter } from './conflict/passages.ts';
import type { EditedPost } from './post-form.ts';
import type { WantedDraft } from './session/offers.ts';
import { createSession } from './session/session-store.ts';
import { type FormErrors, hasUnsaved, isDirty, localOffers, serverOffers } from './session/state.ts';
import { type Choice, versionsOf } from './session/versions.ts';
import { usePlanned } from './use-planned.ts';
import { sayWhereDraftIs } from './where-draft-is.ts';

interface EditorInput {
  readonly userId: string;
  /** The post as it was when editing began; null for a new one. */
  readonly post: EditedPost | null;
  /** Everything is saved; not called when something was written while a save was under way, or when the writer stays. */
  readonly onSaved: () => void;
  /** An earlier draft that the writer has asked for already. */
  readonly wantedDraft?: WantedDraft | null;
}

/** A question about drafts waits for such a pause: keys pressed while it appears would be lost. */
const CALM_MS = 1_000;

function useCalm(isWaiting: boolean, form: PostForm): boolean {
  const [isCalm, setCalm] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait anew
  useEffect(() => {
    setCalm(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setCalm(true), CALM_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, form]);
  return isCalm;
}

/** Draws the present state at once: a hidden element can be neither focused nor selected. */
const drawn = () => flushSync(() => undefined);

function focusFirst(errors: FormErrors): void {
  drawn();
  const first = FORM_FIELDS.find((field) => errors[field]);
  document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
}

/** Brings the next passage that holds both versions into view, selected. */
function showPassage(area: HTMLTextAreaElement | null, isFirst: boolean): void {
  drawn();
  const passage = area && passageAfter(openPassages(area.value), isFirst ? 0 : area.selectionEnd);
  if (area && passage) reveal(area, passage.start, passage.end);
}

/** The session of an editor, which begins with it and outlives it until calls under way are answered. */
function useSession({ userId, post, onSaved, wantedDraft = null }: EditorInput, pictures: Pictures) {
  const client = useQueryClient();
  const latest = useRef({ pictures, onSaved });
  latest.current = { pictures, onSaved };
  const [session] = useState(() => {
    const input = {
      ...{ userId, post, client, showErrors: focusFirst, withoutPlaces: pictures.kept },
      pictures: { settled: () => latest.current.pictures.settled(), isBusy: pictures.isBusy },
      showPassage: (isFirst: boolean) => showPassage(pictures.area.current, isFirst),
      onSaved: () => latest.current.onSaved(),
    };
    return createSession(input, wantedDraft);
  });
  useEffect(() => {
    const close = session.open();
    return () => {
      close();
      if (hasUnsaved(session.snapshot())) sayWhereDraftIs(userId);
    };
  }, [session, userId]);
  return session;
}

/** State and actions of the editor page and the Edit Post dialog. */
export function usePostEditor(input: EditorInput) {
  const pictures = usePictures();
  const [planned, setPlanned] = usePlanned();
  const session = useSession(input, pictures);
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  useEffect(keepStrayFiles, []);
  const others = useEditing(state.stored?.id ?? null);
  const isCalm = useCalm(state.clash !== null, state.form);

  const { dispatch } = session;
  const set = <F extends FormField>(field: F, value: PostForm[F]) =>
    session.type({ ...session.snapshot().form, [field]: value });
  const publishAt = plannedTime(planned).publishAt;

  return {
    session,
    state,
    pictures,
    planned,
    setPlanned,
    /** Who else edits the post at present. */
    others,
    isDirty: isDirty(state),
    /** Whether leaving now would leave unsaved work behind; asked at the moment of leaving. */
    hasUnsavedWork: () => {
      const now = session.snapshot();
      return hasUnsaved(now) || (pictures.isBusy() && !now.isFinished);
    },
    /** The properties of an input that holds a text. */
    field: <F extends FormField>(field: F) => ({
      value: state.form[field],
      error: state.errors[field],
      'data-path': field,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        set(field, currentTarget.value as PostForm[F]),
    }),
    set,
    localOffers: localOffers(state),
    serverOffers: serverOffers(state),
    /** The two versions between which the writer has to choose now. */
    versions: versionsOf(state, isCalm),
    choose: (choice: Choice) => dispatch({ type: 'chosen', choice }),
    showPassage: () => {
      dispatch({ type: 'previewed', isOn: false });
      showPassage(pictures.area.current, false);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      dispatch({ type: 'saveAsked', isStaying: false, publishAt });
    },
    saveHere: () => dispatch({ type: 'saveAsked', isStaying: true, publishAt }),
    saveAsNew: () => dispatch({ type: 'saveAsNewAsked', publishAt }),
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;
