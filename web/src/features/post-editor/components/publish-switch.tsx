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
  /** The time at which the post is scheduled. */
  readonly publishAt: string | null;
  /** Absent if the viewer may not publish. */
  readonly hasSwitch: boolean;
}

/** What the switch means once the post is saved, in words short enough for the bar. */
function consequenceOf({ isPublishing, wasPublished, publishAt, hasSwitch }: Consequence): string {
  if (isPublishing) return wasPublished ? 'On: readers see your changes' : 'On: everybody can read it';
  if (wasPublished) return 'Off: readers no longer see it';
  if (publishAt !== null) return `Will be published on ${publicationTime(publishAt)}`;
  return hasSwitch ? 'Off: saved as a draft' : 'Saved as a draft';
}

/** Whether the text is published, and its schedule: as stored, or as selected for a new one. */
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

/** The publish switch, with the effect of the next save. */
export function PublishSwitch({ editor, consequenceId }: PublishSwitchProps) {
  const { state, set } = editor;
  const viewer = useViewer();
  const { isPublished } = state.form;
  const publication = usePublication(editor);
  // A draft from a former right may be set to publish; its writer must see that, and be able to turn it off.
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
