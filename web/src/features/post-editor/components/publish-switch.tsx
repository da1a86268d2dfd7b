import { canPublish } from '@inkwell/shared/permissions';
import { Switch } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useViewer } from '../../../lib/session.tsx';
import { plannedTime, publicationTime } from '../../scheduling/scheduled-time.ts';
import { usePlannedNow } from '../../scheduling/use-planned-now.ts';
import { storedRef } from '../edited-kind.ts';
import type { PostEditor } from '../use-post-editor.ts';
import styles from './editor-bar.module.css';

interface Consequence {
  readonly isPublishing: boolean;
  readonly wasPublished: boolean;
  /** When the post is published on schedule. */
  readonly publishAt: string | null;
  /** Without it, the viewer does not publish. */
  readonly hasSwitch: boolean;
}

/** What the position of the switch means once the post is saved, in words short enough for the bar. */
function consequenceOf({ isPublishing, wasPublished, publishAt, hasSwitch }: Consequence): string {
  if (isPublishing) return wasPublished ? 'On: readers see your changes' : 'On: everybody can read it';
  if (wasPublished) return 'Off: readers no longer see it';
  if (publishAt !== null) return `Will be published on ${publicationTime(publishAt)}`;
  return hasSwitch ? 'Off: saved as a draft' : 'Saved as a draft';
}

/** Whether the text is published, and its schedule: as stored now, or as chosen for a new one. */
export function usePublication({ state, planned }: PostEditor) {
  const stored = usePlannedNow(state.stored && storedRef(state.kind, state.stored));
  return {
    wasPublished: stored?.isPublished ?? false,
    publishAt: (stored ? stored.publishAt : plannedTime(planned).publishAt) ?? null,
  };
}

interface PublishSwitchProps {
  readonly editor: PostEditor;
  /** Id of the words that say what will happen, which also describe the submit button. */
  readonly consequenceId: string;
}

/** The publish switch, with what the next save does. */
export function PublishSwitch({ editor, consequenceId }: PublishSwitchProps) {
  const { state, set } = editor;
  const viewer = useViewer();
  const { isPublished } = state.form;
  const publication = usePublication(editor);
  // A draft from a former right may publish: its writer has to see that, and turn it off.
  const hasSwitch = canPublish(viewer) || isPublished;
  const consequence = consequenceOf({
    isPublishing: isPublished,
    ...publication,
    hasSwitch,
  });
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set('isPublished', currentTarget.checked);
  return (
    <div className={styles.publish}>
      {hasSwitch && (
        <Switch
          label="Publish immediately"
          aria-describedby={consequenceId}
          checked={isPublished}
          onChange={onChange}
        />
      )}
      <p id={consequenceId} title={consequence}>
        {consequence}
      </p>
    </div>
  );
}
