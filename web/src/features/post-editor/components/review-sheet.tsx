import '@mantine/core/styles/Checkbox.layer.css';
import { personName } from '@inkwell/shared/format';
import { lineAlert, lineError } from '@inkwell/shared/line-icons';
import { canPublish, isAdmin } from '@inkwell/shared/permissions';
import { previewOf } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { PostCard as Card } from '@inkwell/shared/posts';
import { REVIEW_LIMITS } from '@inkwell/shared/reviews';
import { textFacts } from '@inkwell/shared/text-facts';
import { Checkbox, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PostCard } from '../../../components/post-card.tsx';
import { useAutosavedText } from '../../../hooks/use-autosaved-text.ts';
import { useViewer } from '../../../lib/session.tsx';
import { authorChoiceQueries } from '../../authors/api/names.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { reviewQueries } from '../../reviews/api/queries.ts';
import { STEP_TEXTS, useReviewStep } from '../../reviews/api/steps.ts';
import { publicationTime } from '../../scheduling/scheduled-time.ts';
import { unfinishedFieldsOf } from '../post-form.ts';
import { useImageUrl } from '../use-image-url.ts';
import type { PostEditor } from '../use-post-editor.ts';
import { CardPreview } from './post-details.tsx';
import { EditorSchedule, usePublication } from './publish-switch.tsx';
import { checksOf } from './review-checks.ts';
import styles from './review-sheet.module.css';
import { reviewTitle } from './review-title.ts';
import { TagsField } from './tags-field.tsx';

/** On a phone the sheet fills the screen. */
const PHONE = '(max-width: 40rem)';

interface EditorProps {
  readonly editor: PostEditor;
}

/** The card of the text in the form, with the figures of the stored post. */
function useCard({ state: { form, image, stored } }: PostEditor): Card {
  const viewer = useViewer();
  const { data: known } = useQuery({ ...postQueries.byId(stored?.id ?? ''), enabled: false });
  const { data: categories = [] } = useQuery(categoryQueries.list());
  const [authorId = viewer?.id ?? ''] = form.authorIds.split(',').filter(Boolean);
  const knownAuthor = [...(known?.authors ?? []), ...(viewer ? [viewer] : [])].find(({ id }) => id === authorId);
  const named = useQuery(authorChoiceQueries.named(knownAuthor ? [] : [authorId])).data?.[0];
  const author = {
    id: authorId,
    firstName: null,
    email: null,
    displayName: knownAuthor ? personName(knownAuthor) : (named?.name ?? ''),
    profileImageUrl: (knownAuthor ?? named)?.profileImageUrl ?? null,
  };
  const now = new Date().toISOString();
  return {
    ...unfinishedFieldsOf(form),
    id: stored?.id ?? 'new',
    title: form.title || 'Give your post a title',
    preview: previewOf({ excerpt: form.excerpt?.trim() || null, content: form.content }, POST_LIMITS.previewChars),
    readingMinutes: textFacts(form.content).minutes,
    featuredImage: useImageUrl(image),
    category: categories.find(({ id }) => String(id) === form.categoryId) ?? null,
    tags: [],
    author,
    authorId,
    authors: [author],
    authorIds: [authorId],
    views: 0,
    viewCount: known?.viewCount ?? 0,
    likesCount: known?.likesCount ?? 0,
    commentsCount: known?.commentsCount ?? 0,
    createdAt: now,
    updatedAt: now,
    publishedAt: known?.publishedAt ?? null,
  };
}

/** What readers, chats and networks will see. */
function Previews({ editor }: EditorProps) {
  const card = useCard(editor);
  return (
    <div className={styles.previews}>
      <figure aria-label="The card in lists">
        <figcaption>In lists</figcaption>
        {/* Its links lead to pages that do not exist yet. */}
        <div inert>
          <PostCard post={card} />
        </div>
      </figure>
      <section>
        <h3>As a shared link</h3>
        <CardPreview editor={editor} />
      </section>
    </div>
  );
}

function Checks({ editor }: EditorProps) {
  const checks = checksOf(editor.state, useViewer());
  return (
    <section>
      <h3>Checks</h3>
      {checks.length === 0 && <p className="note">Nothing is missing.</p>}
      <ul className={styles.checks}>
        {checks.map(({ text, isError }) => (
          <li key={text} data-error={isError || undefined}>
            <Icon icon={isError ? lineError : lineAlert} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReviewSheetProps extends EditorProps {
  /** Called before a publication, with whether to write a newsletter issue afterwards. */
  readonly onIssueWanted: (isWanted: boolean) => void;
  readonly onClose: () => void;
}

/** The final review of a post: cards, problems, time, tags and newsletter. It shows and changes the editor's form, and saves with the editor. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { editor, onClose } = props;
  const viewer = useViewer();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  return (
    <Dialog
      title={reviewTitle(viewer)}
      size="58rem"
      yOffset="4dvh"
      fullScreen={isPhone}
      className={styles.sheet ?? ''}
      onClose={onClose}
    >
      <div className={styles.columns}>
        <Previews editor={editor} />
        <div className={styles.settings}>
          <Checks editor={editor} />
          <TagsField editor={editor} />
          {canPublish(viewer) ? <Publication {...props} /> : <Submission {...props} />}
        </div>
      </div>
    </Dialog>
  );
}

/** The publication time, and the button that saves with it. */
function Publication({ editor, onIssueWanted, onClose }: ReviewSheetProps) {
  const viewer = useViewer();
  const { stored } = editor.state;
  const { wasPublished, publishAt } = usePublication(editor);
  const [isWithIssue, setWithIssue] = useState(false);
  const isNow = publishAt === null;
  const label = wasPublished || (stored && !isNow) ? 'Update Post' : isNow ? 'Publish Now' : 'Schedule Post';
  const when = wasPublished
    ? 'Readers see your changes at once.'
    : isNow
      ? 'Readers see it as soon as you publish it.'
      : `Will be published on ${publicationTime(publishAt)}.`;
  const canWriteIssue = isAdmin(viewer) && isNow && !wasPublished;
  const save = () => {
    // Errors that a save reports in the form get the focus last.
    flushSync(() => {
      onIssueWanted(canWriteIssue && isWithIssue);
      onClose();
    });
    editor.saveAs(isNow || wasPublished);
  };
  return (
    <>
      <section className={styles.part}>
        <h3>Time</h3>
        <p className="note">{when}</p>
        <EditorSchedule editor={editor} isPublishing={false} />
      </section>
      {canWriteIssue && (
        <section className={styles.part}>
          <h3>Newsletter</h3>
          <Checkbox
            label="Write a newsletter issue next"
            description="After publishing, an issue with this post opens. Nothing is sent yet."
            checked={isWithIssue}
            onChange={({ currentTarget }) => setWithIssue(currentTarget.checked)}
          />
        </section>
      )}
      <Actions label={label} onSave={save} onClose={onClose} />
    </>
  );
}

/** For writers whose posts others publish: a note, and the button that submits the post. */
function Submission({ editor, onClose }: ReviewSheetProps) {
  const { stored } = editor.state;
  const review = useQuery({ ...reviewQueries.ofPost(stored?.id ?? ''), enabled: stored !== null });
  const step = useReviewStep();
  const [isSaving, setSaving] = useState(false);
  const [place] = useState(`review:submit:${stored?.id ?? 'new'}`);
  const note = useAutosavedText(place);
  if (review.data?.state === 'in-review') return <p className="note">This post is in review.</p>;
  const onSuccess = () => {
    note.clear();
    onClose();
  };
  const submit = async () => {
    setSaving(true);
    const postId = await editor.saveAll().finally(() => setSaving(false));
    // A failed save has said why, and the note stays.
    if (postId === null) onClose();
    else step.mutate({ postId, step: 'submit', note: note.text.trim() || null }, { onSuccess });
  };
  const isPending = isSaving || step.isPending;
  return (
    <>
      <Textarea
        label="Note for staff (optional)"
        rows={3}
        dir="auto"
        maxLength={REVIEW_LIMITS.note}
        value={note.text}
        onChange={(event) => note.write(event.currentTarget.value)}
      />
      <Actions
        label={isPending ? STEP_TEXTS.submit.pending : STEP_TEXTS.submit.label}
        isPending={isPending}
        onSave={() => void submit()}
        onClose={onClose}
      />
    </>
  );
}

interface ActionsProps {
  readonly label: string;
  readonly isPending?: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

const Actions = ({ label, isPending = false, onSave, onClose }: ActionsProps) => (
  <div className={styles.actions}>
    <DialogActions>
      <Button variant="secondary" onClick={onClose}>
        Keep Editing
      </Button>
      <Button isPending={isPending} onClick={onSave}>
        {label}
      </Button>
    </DialogActions>
  </div>
);
