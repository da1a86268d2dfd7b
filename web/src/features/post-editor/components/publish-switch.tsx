import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { postQueries } from '../../posts/api/queries.ts';
import { plannedTime, publicationTime } from '../../scheduling/scheduled-time.ts';
import type { PostEditor } from '../use-post-editor.ts';
import styles from './editor-bar.module.css';

interface Consequence {
  readonly isPublishing: boolean;
  readonly wasPublished: boolean;
  /** When the post is published on schedule. */
  readonly publishAt: string | null;
}

/** What the next save does, in words short enough for the bar. */
function consequenceOf({ isPublishing, wasPublished, publishAt }: Consequence): string {
  if (isPublishing) return wasPublished ? 'Changes appear at once' : 'Publishes now, for everybody';
  if (wasPublished) return 'Takes it back: staff only';
  return publishAt === null ? 'Saves a draft: staff only' : `Comes out on ${publicationTime(publishAt)}`;
}

interface PublishSwitchProps {
  readonly editor: PostEditor;
  /** Id of the words that say what will happen, which also describe the submit button. */
  readonly consequenceId: string;
}

/** The publish switch, with what the next save does. */
export function PublishSwitch({ editor, consequenceId }: PublishSwitchProps) {
  const { state, set, planned } = editor;
  const { isPublished } = state.form;
  // Read from the cache, which also knows a schedule that was made after the editor opened.
  const known = useQuery({ ...postQueries.byId(state.stored?.id ?? ''), enabled: false });
  const stored = known.data ?? state.stored;
  const publishAt = (stored ? stored.publishAt : plannedTime(planned).publishAt) ?? null;
  const consequence = consequenceOf({
    isPublishing: isPublished,
    wasPublished: stored?.isPublished ?? false,
    publishAt,
  });
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set('isPublished', currentTarget.checked);
  return (
    <div className={styles.publish}>
      <Switch label="Publish immediately" aria-describedby={consequenceId} checked={isPublished} onChange={onChange} />
      <p id={consequenceId} title={consequence}>
        {consequence}
      </p>
    </div>
  );
}
