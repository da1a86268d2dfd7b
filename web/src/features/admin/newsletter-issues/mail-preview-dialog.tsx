import type { IssueInput } from '@inkwell/shared/newsletter-issues';
import { ISSUE_LIMITS } from '@inkwell/shared/newsletter-issues';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import styles from '../admin.module.css';
import { issueQueries } from '../api/newsletter-issues.ts';
import { IssueProblemNote } from './issue-problem.tsx';

const VIEWS = { desktop: 'Desktop', phone: 'Phone', dark: 'Dark', text: 'Text' } as const;
type View = keyof typeof VIEWS;

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1_000).toLocaleString('en')} kB`;

/** The preview's color scheme is the selected one, not the browser's. Links in the mail open in a new tab. */
const shownAs = (html: string, view: View): string =>
  html
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll('@media (prefers-color-scheme:dark)', view === 'dark' ? '@media all' : '@media not all');

/** A preview of a text as an email: on a desktop, on a phone, in dark mode, and as plain text. */
export function MailPreviewDialog({
  text,
  onClose,
}: {
  readonly text: Pick<IssueInput, 'subject' | 'content' | 'previewText'>;
  readonly onClose: () => void;
}) {
  const [view, setView] = useState<View>('desktop');
  const query = useQuery(issueQueries.preview(text));
  return (
    <Dialog onClose={onClose} title="Preview" size="xl">
      <fieldset className={`${styles.issuePart} ${styles.issueViews}`} aria-label="Show the email as">
        {(Object.keys(VIEWS) as View[]).map((one) => (
          <Button
            key={one}
            size="small"
            variant="secondary"
            aria-pressed={view === one}
            data-autofocus={one === 'desktop' || undefined}
            onClick={() => setView(one)}
          >
            {VIEWS[one]}
          </Button>
        ))}
      </fieldset>
      <Loaded query={query} loading="Loading the preview" failure="Failed to load the preview" height="24rem">
        {(mail) => (
          <>
            {mail.problem !== null && <IssueProblemNote problem={mail.problem} />}
            <p className={styles.note}>
              {kilobytes(mail.bytes)} of at most {kilobytes(ISSUE_LIMITS.mailBytes)}
            </p>
            {view === 'text' ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
              <pre className={styles.issueMailText} dir="auto" tabIndex={0}>
                {mail.text}
              </pre>
            ) : (
              <iframe
                // A new theme applies only to a new document.
                key={view}
                className={styles.issueMail}
                data-view={view}
                title={`The mail: ${VIEWS[view]}`}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                srcDoc={shownAs(mail.html, view)}
              />
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
