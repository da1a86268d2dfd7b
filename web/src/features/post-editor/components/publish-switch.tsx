import { canPublish } from '@inkwell/shared/permissions';
import { Switch } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useViewer } from '../../../lib/session.tsx';
import { ScheduleCard } from '../../scheduling/components/schedule-card.tsx';
import { plannedTime, publicationTime } from '../../scheduling/scheduled-time.ts';
import { usePlannedNow } from '../../scheduling/use-planned-now.ts';
import { storedRef } from '../edited-kind.ts';
import type { PostEditor } from '../use-post-editor.ts';
import styles from './editor-bar.module.css';

/** Whether the text is published, and its schedule: as stored, or as selected for a new one. */
export function usePublication({ state, planned }: PostEditor) {
  const stored = usePlannedNow(state.stored && storedRef(state.kind, state.stored));
  return {
    wasPublished: stored?.isPublished ?? false,
    publishAt: (stored ? stored.publishAt : plannedTime(planned).publishAt) ?? null,
  };
}

/** What the switch means once the post is saved, in words short enough for the bar. */
function consequenceOf(
  isPublishing: boolean,
  { wasPublished, publishAt }: ReturnType<typeof usePublication>,
  hasSwitch: boolean,
): string {
  if (isPublishing) return wasPublished ? 'On: readers see your changes' : 'On: everybody can read it';
  if (wasPublished) return 'Off: readers no longer see it';
  if (publishAt !== null) return `Will be published on ${publicationTime(publishAt)}`;
  return hasSwitch ? 'Off: saved as a draft' : 'Saved as a draft';
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
  // A draft from a former right may be set to publish; its writer must see that, and be able to turn it off.
  const hasSwitch = canPublish(viewer) || isPublished;
  const consequence = consequenceOf(isPublished, usePublication(editor), hasSwitch);
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

interface EditorScheduleProps {
  readonly editor: PostEditor;
  /** Whether the next save publishes. */
  readonly isPublishing?: boolean;
}

/** The schedule of the text in the editor. */
export function EditorSchedule({ editor, isPublishing = editor.state.form.isPublished }: EditorScheduleProps) {
  const { kind, stored } = editor.state;
  return (
    <ScheduleCard
      stored={stored && storedRef(kind, stored)}
      isPublishing={isPublishing}
      planned={editor.planned}
      onPlan={editor.setPlanned}
      unsaved={editor}
    />
  );
}
