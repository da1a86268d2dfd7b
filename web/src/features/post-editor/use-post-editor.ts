import { FORM_FIELDS, type FormField } from '@inkwell/shared/post-fields';
import type { PostForm } from '@inkwell/shared/posts';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { safeTabStorage } from '../../lib/safe-storage.ts';
import { useViewer } from '../../lib/session.tsx';
import { toastError } from '../../lib/toast.ts';
import type { WayBack } from '../../lib/way-back.ts';
import { plannedTime } from '../scheduling/scheduled-time.ts';
import { reveal } from '../text-editor/markdown-input/reveal.ts';
import { type Pictures, usePictures } from '../text-editor/markdown-input/use-pictures.ts';
import { keepStrayFiles } from '../text-editor/stray-files.ts';
import { type Edited, editedPost, sentBy } from './api/edited.ts';
import { useEditing } from './api/editing.ts';
import { openPassages, passageAfter } from './conflict/passages.ts';
import { storedId } from './edited-kind.ts';
import type { EditedPost } from './post-form.ts';
import type { WantedDraft } from './session/offers.ts';
import { createSession } from './session/session-store.ts';
import { type FormErrors, hasUnsaved, isDirty, localOffers, serverOffers } from './session/state.ts';
import { type Choice, versionsOf } from './session/versions.ts';
import { sayWhereDraftIs } from './where-draft-is.ts';

interface EditorInput {
  /** Posts by default. */
  readonly edited?: Edited;
  readonly userId: string;
  /** The post when editing began; null for a new one. */
  readonly post: EditedPost | null;
  /** Called when everything is saved. Not called if text was typed during the save, or if the writer stays. */
  readonly onSaved: () => void;
  /** An earlier draft that the writer has opened. */
  readonly draft?: WantedDraft | null;
  /** The list from which the editor was opened: toasts of saves link to it. */
  readonly wayBack?: WayBack | null;
}

/** A question about drafts waits for a pause in typing, because keys pressed while it appears would be lost. */
const CALM_MS = 1_000;

function useCalm(isWaiting: boolean, form: PostForm): boolean {
  const [isCalm, setCalm] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the wait
  useEffect(() => {
    setCalm(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setCalm(true), CALM_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, form]);
  return isCalm;
}

/** Renders the current state at once, because a hidden element can be neither focused nor selected. */
const drawn = () => flushSync(() => undefined);

function focusFirst(errors: FormErrors): void {
  drawn();
  const first = FORM_FIELDS.find((field) => errors[field]);
  document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
}

/** Scrolls to the next passage with both versions, and selects it. */
function showPassage(area: HTMLTextAreaElement | null, isFirst: boolean): void {
  drawn();
  const passage = area && passageAfter(openPassages(area.value), isFirst ? 0 : area.selectionEnd);
  if (area && passage) reveal(area, passage.start, passage.end);
}

/** The session of an editor. It outlives the editor until its calls are answered. */
function useSession(
  { edited = editedPost, userId, post, onSaved, draft = null, wayBack = null }: EditorInput,
  pictures: Pick<Pictures, 'settled' | 'isBusy' | 'kept' | 'area'>,
) {
  const client = useQueryClient();
  const viewer = useViewer();
  const latest = useRef({ pictures, onSaved, viewer });
  latest.current = { pictures, onSaved, viewer };
  const [session] = useState(() => {
    const input = {
      edited: sentBy(edited, () => latest.current.viewer, wayBack),
      userId,
      post,
      client,
      showErrors: focusFirst,
      withoutPlaces: pictures.kept,
      pictures: { settled: () => latest.current.pictures.settled(), isBusy: pictures.isBusy },
      showPassage: (isFirst: boolean) => showPassage(pictures.area.current, isFirst),
      onSaved: () => latest.current.onSaved(),
    };
    return createSession(input, draft);
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

const KEY = 'inkwell:planned';

/** The scheduled time of a new post as an input value; empty for none. The tab keeps it over a reload until the page is left. */
function usePlanned(): readonly [planned: string, setPlanned: (local: string) => void] {
  const [planned, setPlanned] = useState(() => safeTabStorage.get(KEY) ?? '');

  useEffect(() => {
    if (planned === '') safeTabStorage.remove(KEY);
    else safeTabStorage.set(KEY, planned);
    return () => safeTabStorage.remove(KEY);
  }, [planned]);

  return [planned, setPlanned];
}

/** State and actions of the editor page and the Edit Post dialog. */
export function usePostEditor(input: EditorInput) {
  const pictures = usePictures();
  const [planned, setPlanned] = usePlanned();
  const [isCreatingCategory, setCreatingCategory] = useState(false);
  const [waiting] = useState(() => new Set<Promise<unknown>>());
  const [waitFor] = useState(() => (work: Promise<unknown>) => {
    waiting.add(work);
    const end = () => waiting.delete(work);
    work.then(end, end);
  });
  const session = useSession(input, {
    ...pictures,
    settled: async () => {
      await Promise.all(waiting);
      await pictures.settled();
    },
    isBusy: () => waiting.size > 0 || pictures.isBusy(),
  });
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  useEffect(keepStrayFiles, []);
  const others = useEditing(state.kind, state.stored && storedId(state.stored.id));
  const isCalm = useCalm(state.clash !== null, state.form);

  const { dispatch } = session;
  const set = <F extends FormField>(field: F, value: PostForm[F]) =>
    session.type({ ...session.snapshot().form, [field]: value });
  const publishAt = plannedTime(planned).publishAt;
  const saveHere = () => dispatch({ type: 'saveAsked', isStaying: true, publishAt });
  /** When no save is running and no conflict is undecided. @returns whether there was a conflict */
  const savesEnded = () =>
    new Promise<boolean>((resolve) => {
      let wasRefused = false;
      const look = (): boolean => {
        const { saving, conflict } = session.snapshot();
        wasRefused ||= conflict !== null;
        return !saving && !conflict;
      };
      if (look()) return resolve(wasRefused);
      const stop = session.subscribe(() => {
        if (!look()) return;
        stop();
        resolve(wasRefused);
      });
    });
  /** Whether the whole text is stored. Saving and staying does not save the switch. */
  const isWhole = () => {
    const now = session.snapshot();
    const form = { ...now.form, isPublished: now.base?.form.isPublished ?? now.form.isPublished };
    return now.stored !== null && !isDirty({ ...now, form }) && !pictures.isBusy();
  };

  const hasErrors = () => Object.keys(session.snapshot().errors).length > 0;

  return {
    session,
    state,
    pictures,
    planned,
    setPlanned,
    isCreatingCategory,
    setCreatingCategory,
    /** Makes saves wait for something that the form will contain. If that fails, the save fails too. */
    waitFor,
    /** Who else is editing the post now. */
    others,
    isDirty: isDirty(state),
    /** Whether leaving now would lose work; called when the page is left. */
    hasUnsavedWork: () => {
      const now = session.snapshot();
      return hasUnsaved(now) || (pictures.isBusy() && !now.isFinished);
    },
    /** Props of a text input. */
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
    /** The versions for the writer to choose from now. */
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
    saveHere,
    /**
     * Saves the text on screen before an action on the stored text.
     * @returns its id; null if it cannot be saved, which the editor has reported
     */
    saveAll: async (): Promise<string | null> => {
      // A save that began earlier may lack the latest text.
      await savesEnded();
      if (!isWhole()) {
        saveHere();
        const wasRefused = await savesEnded();
        if (hasErrors()) toastError('Not Saved', 'Correct the marked fields, and try again.');
        else if (wasRefused && !isWhole()) toastError('Not Saved', 'Check the text, and try again.');
      }
      const { stored } = session.snapshot();
      return isWhole() && stored ? storedId(stored.id) : null;
    },
    /** Whether the writer has to fix the form before a save. */
    mustCorrect: () => hasErrors() || session.snapshot().merge !== null,
    /** Saves with the switch in this position, and leaves. */
    saveAs: (isPublished: boolean) => {
      set('isPublished', isPublished);
      dispatch({ type: 'saveAsked', isStaying: false, publishAt });
    },
    saveAsNew: () => dispatch({ type: 'saveAsNewAsked', publishAt }),
    goOnWithRestored: () => dispatch({ type: 'restored' }),
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;
