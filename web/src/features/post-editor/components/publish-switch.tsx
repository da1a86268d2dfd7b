import { canPublish, isStaff } from '@inkwell/shared/permissions';
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
  /** Who sees what is not published. */
  readonly who: string;
}

/** What the next save does, in words short enough for the bar. */
function consequenceOf({ isPublishing, wasPublished, publishAt, who }: Consequence): string {
  if (isPublishing) return wasPublished ? 'Changes appear at once' : 'Publishes now for everyone';
  if (wasPublished) return `Unpublishes it: ${who} only`;
  return publishAt === null ? `Saves a draft: ${who} only` : `Will be published on ${publicationTime(publishAt)}`;
}

interface PublishSwitchProps {
  readonly editor: PostEditor;
  /** Id of the words that say what will happen, which also describe the submit button. */
  readonly consequenceId: string;
}

/** The publish switch, with what the next save does. */
export function PublishSwitch({ editor, consequenceId }: PublishSwitchProps) {
  const { state, set, planned } = editor;
  const viewer = useViewer();
  const { isPublished } = state.form;
  const stored = usePlannedNow(state.stored && storedRef(state.kind, state.stored));
  const publishAt = (stored ? stored.publishAt : plannedTime(planned).publishAt) ?? null;
  const consequence = consequenceOf({
    isPublishing: isPublished,
    wasPublished: stored?.isPublished ?? false,
    publishAt,
    who: isStaff(viewer) ? 'staff' : 'you and staff',
  });
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set('isPublished', currentTarget.checked);
  return (
    <div className={styles.publish}>
      {/* A draft from a former right may publish: its writer has to see that, and turn it off. */}
      {(canPublish(viewer) || isPublished) && (
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
