import { personName } from '@inkwell/shared/format';
import type { PostForm } from '@inkwell/shared/posts';
import { useEffect, useState } from 'react';
import { ageInSentence } from '../../lib/time.ts';
import type { Theirs } from './api/save-post.ts';
import type { VersionChoice } from './conflict/conflict-dialog.tsx';
import { mergeForms } from './conflict/merge-forms.ts';
import type { DraftBase, DraftContent } from './drafts/draft.ts';
import type { useDraft } from './drafts/use-draft.ts';
import type { DraftClash, useServerDraft } from './drafts/use-server-draft.ts';
import { storedImage } from './featured-image.ts';
import { EMPTY_POST, formOf } from './post-form.ts';
import { baseOf, type Desk, isSameImage } from './use-desk.ts';

interface VersionsInput {
  readonly desk: Desk;
  readonly draft: ReturnType<typeof useDraft>;
  readonly server: ReturnType<typeof useServerDraft>;
  /** What is kept of the desk at present. */
  readonly content: DraftContent;
  readonly saveOver: (theirs: DraftBase) => void;
}

interface OtherVersion {
  readonly form: PostForm;
  readonly image: string | null;
}

/** Keys that are pressed while a question appears are lost: it waits until nothing was typed for so long. */
const CALM_MS = 1_000;

/** What becomes of two versions: of a post that somebody else saved, or of a draft that another device wrote too. */
export function useVersions({ desk, draft, server, content, saveOver }: VersionsInput) {
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [putOff, setPutOff] = useState<DraftClash | null>(null);

  function show({ form, image }: OtherVersion): void {
    desk.setImage(storedImage(image));
    desk.form.setValues(form);
    desk.setMerge(null);
  }

  /** Joins both in the form, for the writer to look through and save. */
  function join(other: OtherVersion, base: OtherVersion): void {
    const merged = mergeForms({ base: base.form, mine: desk.form.getValues(), theirs: other.form });
    desk.form.setValues(merged.form);
    if (isSameImage(desk.image, base.image)) desk.setImage(storedImage(other.image));
    desk.setMerge(merged);
  }

  const { base, form } = desk;
  const { clash } = server;
  const [isCalm, setCalm] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait anew
  useEffect(() => {
    setCalm(false);
    if (!clash) return;
    const timer = setTimeout(() => setCalm(true), CALM_MS);
    return () => clearTimeout(timer);
  }, [clash, content]);

  const ofPost = (other: Theirs): VersionChoice => ({
    title: 'This post was changed meanwhile',
    intro: `${other.lastEditedBy ? personName(other.lastEditedBy) : 'Someone'} saved another version of this post ${ageInSentence(other.updatedAt)}, after you began to edit it. Nothing of yours has been saved or lost. Which version should the post have?`,
    mine: form.values,
    theirs: formOf(other),
    keepMine: () => {
      const next = baseOf(other);
      // Who did not touch the switch has no version of it: a post that went out by its schedule meanwhile stays out.
      if (desk.form.getValues().isPublished === base?.form.isPublished)
        desk.form.setFieldValue('isPublished', next.form.isPublished);
      desk.setBase(next);
      setTheirs(null);
      saveOver(next);
    },
    takeTheirs: () => {
      draft.setAside(content);
      desk.setBase(baseOf(other));
      show({ form: formOf(other), image: other.featuredImage });
      setTheirs(null);
    },
    mergeBoth: () => {
      if (base) join({ form: formOf(other), image: other.featuredImage }, base);
      desk.setBase(baseOf(other));
      setTheirs(null);
    },
    dismiss: () => setTheirs(null),
  });

  const ofDraft = ({ theirs: other, synced }: DraftClash): VersionChoice => ({
    title: 'This draft was changed on another device',
    intro: `You wrote another version of this draft on ${other.device ?? 'another device'}, ${ageInSentence(other.updatedAt)}. Neither has been lost, and readers see neither. Which version do you want to go on with?`,
    mine: form.values,
    theirs: other.form,
    keepMine: () => server.resume(other),
    takeTheirs: () => {
      draft.keepCopy(content);
      show(other);
      server.resume(other);
    },
    mergeBoth: () => {
      join(other, synced ?? base ?? { form: EMPTY_POST, image: null });
      server.resume(other);
    },
    dismiss: () => setPutOff(clash),
  });

  const draftChoice = clash ? ofDraft(clash) : null;
  return {
    /** The two versions between which the writer has to choose now. */
    choice: theirs ? ofPost(theirs) : putOff === clash || !isCalm ? null : draftChoice,
    onConflict: setTheirs,
    /** Shows the versions of the draft again, after the writer has put the choice off. */
    compareDrafts: () => setPutOff(null),
    isDraftChoiceOpen: draftChoice !== null,
  };
}
