import type { Issue } from '@inkwell/shared/newsletter-issues';
import { ISSUE_LIMITS, ISSUE_TEXTS } from '@inkwell/shared/newsletter-issues';
import { usePrefetchQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { ownZone, spelledTime } from '../../scheduling/zoned-time.ts';
import { ContentField } from '../../text-editor/content-field/content-field.tsx';
import { usePictures } from '../../text-editor/markdown-input/use-pictures.ts';
import { UPLOAD_FAILED } from '../../text-editor/upload-failed.ts';
import { mailQueries } from '../api/mail.ts';
import { useDeleteIssue, useIssueAct, useSaveIssue, useTestIssue } from '../api/newsletter-issues.ts';
import { settingsQueries } from '../api/settings.ts';
import { AddPostsDialog } from './add-posts-dialog.tsx';
import { ArchiveSwitch } from './archive-fields.tsx';
import { BareField } from './bare-field.tsx';
import styles from './issue-form.module.css';
import { INBOX_CHARACTERS, STATUS } from './issue-texts.ts';
import { type IssueErrors, type IssueValues, inputOf, isSame, restoredValues, valuesOf } from './issue-values.ts';
import { MailPreviewDialog } from './mail-preview-dialog.tsx';
import { SegmentFields } from './segment-fields.tsx';
import { SendDialog } from './send-dialog.tsx';

interface IssueFormProps {
  /** Heading in the bar. */
  readonly heading: ReactNode;
  /** Null for a new issue. */
  readonly issue: Issue | null;
  /** Text of a post, for a new issue about it. */
  readonly startsWith: { readonly subject: string; readonly content: string } | null;
  /** Where a new issue is autosaved. */
  readonly place: string;
  readonly onCreated: (issue: Issue) => void;
}

const SMALL = { size: 'small', variant: 'secondary' } as const;

type Open = 'preview' | 'send' | 'posts' | null;

/** Writes an issue as a letter and selects its recipients. The input is autosaved until it is saved or discarded. */
export function IssueForm({ heading, issue, startsWith, place, onCreated }: IssueFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  /** The issue that the next save changes and that `Discard` returns to; newer once somebody else has changed it. */
  const [stored, setStored] = useState(issue);
  const [values, setValues] = useState<IssueValues>(() => ({ ...valuesOf(issue), ...startsWith }));
  const [errors, setErrors] = useState<IssueErrors>({});
  const [open, setOpen] = useState<Open>(null);
  const pictures = usePictures();
  const saved = useAutosavedFields(stored ? `issue-${stored.id}` : place, {
    lifeMs: FORM_LIFE_MS,
    restore(fields) {
      const restored = restoredValues(fields, valuesOf(stored));
      if (isSame(restored, valuesOf(stored))) return false;
      setValues(restored);
      // A save names the version that the text started from, so that it never silently replaces a newer one.
      if (stored && fields.base) setStored({ ...stored, updatedAt: fields.base });
      return true;
    },
  });
  const latest = useRef(values);
  latest.current = values;
  const keep = (next: IssueValues) =>
    saved.write(isSame(next, valuesOf(stored)) ? null : { ...next, ...(stored && { base: stored.updatedAt }) });

  const change = (next: IssueValues) => {
    latest.current = next;
    setValues(next);
    keep(next);
  };
  const set = <Field extends keyof IssueValues>(field: Field, value: IssueValues[Field]) => {
    setErrors(({ [field]: _, ...others }) => others);
    change({ ...latest.current, [field]: value });
  };

  // Input typed during a save is autosaved on top of the newly stored version.
  const keepLater = useEffectEvent(() => keep(latest.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stored version
  useEffect(() => keepLater(), [stored]);

  const save = useSaveIssue((theirs) => {
    if (theirs.status !== 'draft' && theirs.status !== 'scheduled') {
      toastError('Error', ISSUE_TEXTS.begun);
      return;
    }
    setStored((before) => before && { ...before, updatedAt: theirs.updatedAt });
    toastError(
      'Somebody else changed this issue',
      'What you wrote is still here. Save again to replace what they saved, or reload the page and discard yours to see it.',
    );
  });
  const test = useTestIssue();
  // Otherwise the send dialog would open with the old issue.
  usePrefetchQuery(mailQueries.sender());
  usePrefetchQuery(settingsQueries.read());
  const act = useIssueAct(stored?.id ?? '');
  const remove = useDeleteIssue();
  const isChanged = stored === null || !isSame(values, valuesOf(stored));

  /** Saves changes. @returns the stored issue; null if it could not be saved */
  async function store(): Promise<Issue | null> {
    if (save.isPending) return null;
    try {
      await pictures.settled();
    } catch {
      toastError('Error', UPLOAD_FAILED, 'A picture could not be uploaded. Try again, or remove it from the text.');
      return null;
    }
    const { current } = latest;
    const checked = inputOf({ ...current, content: pictures.kept(current.content) });
    if ('errors' in checked) {
      setErrors(checked.errors);
      const first = Object.keys(current).find((field) => checked.errors[field as keyof IssueValues]);
      form.current?.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
      return null;
    }
    if (stored && isSame(current, valuesOf(stored))) return stored;
    try {
      const next = await save.mutateAsync({ stored, input: checked.input, attempt: saved.attempt() });
      setStored(next);
      // The server trims texts.
      setValues((now) => (now === current ? valuesOf(next) : now));
      if (stored === null) onCreated(next);
      return next;
    } catch {
      return null;
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store().then((next) => next && toastSuccess('Success', 'Issue saved'));
  };
  const discard = () => {
    saved.write(null);
    setErrors({});
    setValues(valuesOf(stored));
  };
  const close = () => setOpen(null);
  const bare = (field: 'subject' | 'previewText', label: string, max: number) => ({
    label,
    maxLength: max,
    value: values[field],
    error: errors[field],
    'data-path': field,
    onChange: (value: string) => set(field, value),
  });

  return (
    <>
      <form ref={form} className={styles.form} aria-label="Issue" noValidate onSubmit={submit}>
        <div className={styles.bar}>
          <div className={styles.heading}>
            {heading}
            {stored && <Badge tone={STATUS[stored.status].tone}>{STATUS[stored.status].label}</Badge>}
          </div>
          <Button
            {...SMALL}
            type="submit"
            variant="quiet"
            isPending={save.isPending}
            disabled={stored !== null && !isChanged}
          >
            {save.isPending ? 'Saving...' : isChanged ? 'Save' : 'Saved'}
          </Button>
          <Button
            {...SMALL}
            disabled={values.subject.trim() === '' || values.content.trim() === ''}
            onClick={() => setOpen('preview')}
          >
            Preview
          </Button>
          <Button
            {...SMALL}
            isPending={test.isPending}
            onClick={() => void store().then((next) => next && test.mutate(next.id))}
          >
            {test.isPending ? 'Sending...' : 'Send Test'}
          </Button>
          <Button
            size="small"
            isPending={save.isPending}
            onClick={() => void store().then((next) => next && setOpen('send'))}
            disabled={stored?.status === 'scheduled'}
          >
            Send...
          </Button>
        </div>
        <div className={styles.letter}>
          <RestoredBanner isRestored={saved.isRestored} isPending={save.isPending} onDiscard={discard} />
          {stored?.status === 'scheduled' && stored.scheduledAt && (
            <div className={styles.problem}>
              <div className={styles.row}>
                <span role="status">
                  Will be sent on {spelledTime(stored.scheduledAt, ownZone())}, as it is saved then.
                </span>
                <Button {...SMALL} onClick={() => setOpen('send')}>
                  Change Time
                </Button>
                <Button
                  {...SMALL}
                  isPending={act.isPending}
                  onClick={() => act.mutate({ verb: 'cancel' }, { onSuccess: setStored })}
                >
                  {act.isPending ? 'Cancelling...' : 'Do Not Send'}
                </Button>
              </div>
            </div>
          )}
          <BareField
            {...bare('subject', 'Subject', ISSUE_LIMITS.subject)}
            className={styles.subject ?? ''}
            isRequired
          />
          <BareField
            {...bare('previewText', 'Preview text', ISSUE_LIMITS.previewText)}
            className={styles.previewText ?? ''}
            description={`${values.previewText.length} of ${INBOX_CHARACTERS} characters that most inboxes show after the subject`}
          />
          <ContentField
            label="Text"
            noun="letter"
            value={values.content}
            onChange={(value) => set('content', value)}
            error={errors.content}
            isPreviewing={false}
            pictures={pictures}
            dataPath="content"
          />
          <div className={styles.row}>
            <Button {...SMALL} onClick={() => setOpen('posts')}>
              Add Posts
            </Button>
          </div>
        </div>
        <div className={styles.panel}>
          <SegmentFields values={values} errors={errors} set={set} />
          <ArchiveSwitch values={values} set={set} />
          <div className={styles.row}>
            {isChanged && stored !== null && !save.isPending && (
              <Button {...SMALL} variant="quiet" onClick={discard}>
                Discard Changes
              </Button>
            )}
            {stored?.status === 'draft' && (
              <ConfirmButton
                size="small"
                variant="danger"
                label="Delete"
                pendingLabel="Deleting..."
                title="Delete Issue"
                question="Are you sure you want to delete this issue? This action cannot be undone."
                isPending={remove.isPending}
                onConfirm={() =>
                  remove.mutate(stored.id, {
                    onSuccess() {
                      saved.write(null);
                      void navigate(writingPaths.newsletter);
                    },
                  })
                }
              />
            )}
          </div>
        </div>
      </form>

      {open === 'preview' && (
        <MailPreviewDialog
          text={{
            subject: values.subject,
            content: pictures.kept(values.content),
            previewText: values.previewText || null,
          }}
          onClose={close}
        />
      )}
      {open === 'send' && stored && <SendDialog issue={stored} onSent={setStored} onClose={close} />}
      {open === 'posts' && (
        <AddPostsDialog
          onAdd={({ title, content }) => {
            const { current } = latest;
            change({
              ...current,
              subject: current.subject || (title ?? '').slice(0, ISSUE_LIMITS.subject),
              content: [current.content.trimEnd(), content].filter(Boolean).join('\n\n---\n\n'),
            });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
