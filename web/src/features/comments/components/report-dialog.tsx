import '../../../components/mantine-parts.ts';
import { type Answer, COMMENT_LIMITS, LegalReportInput } from '@inkwell/shared/comments';
import { longDate, personName } from '@inkwell/shared/format';
import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { Mantine } from '../../../components/mantine.tsx';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import { failureText } from '../../../lib/failure.ts';
import { useReport } from '../api/mutations.ts';
import styles from '../comments.module.css';

interface ReportDialogProps {
  readonly comment: Answer;
  readonly isSignedIn: boolean;
  readonly onReported: (id: string) => void;
  readonly onClose: () => void;
}

/** Reports a comment to staff, and confirms that the report was received. */
export function ReportDialog(props: ReportDialogProps) {
  return (
    <Mantine>
      <Form {...props} />
    </Mantine>
  );
}

function Form({ comment, isSignedIn, onReported, onClose }: ReportDialogProps) {
  const report = useReport(comment.id, isSignedIn);
  const form = useForm({
    initialValues: { reason: '', email: '' },
    validate: schemaResolver(LegalReportInput, { sync: true }),
  });
  const guard = useDiscardGuard(() => form.isDirty() && !report.isSuccess, 'Your report has not been sent.');
  const close = () => guard.ask(onClose);
  const submit = form.onSubmit(({ reason, email }) => {
    if (!report.isPending) {
      report.mutate({ reason: reason.trim(), email }, { onSuccess: () => onReported(comment.id) });
    }
  });

  return (
    <>
      <Dialog onClose={close} title={isSignedIn ? 'Report Comment' : 'Report Illegal Content'}>
        {report.data ? (
          <div ref={takeLostFocus} tabIndex={-1} data-focus-target role="status">
            <p>
              Thank you. We have received your report, and the moderators will review it. We keep it until{' '}
              {longDate(report.data.keptUntil)}.
            </p>
            <DialogActions>
              <Button onClick={onClose}>Close</Button>
            </DialogActions>
          </div>
        ) : (
          <form className={styles.report} onSubmit={submit} noValidate>
            <p>
              The comment by {personName(comment.author)}.{' '}
              {!isSignedIn && 'Without an account you can report illegal content.'}
            </p>
            <Textarea
              label="What is wrong with it?"
              data-autofocus
              rows={4}
              maxLength={COMMENT_LIMITS.report + 1}
              {...form.getInputProps('reason')}
            />
            {!isSignedIn && (
              <TextInput
                label="Your email, if we may contact you"
                type="email"
                autoComplete="email"
                {...form.getInputProps('email')}
              />
            )}
            {report.isError && (
              <p role="alert" className={styles.over}>
                {failureText(report.error)}
              </p>
            )}
            <DialogActions>
              <Button variant="secondary" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" isPending={report.isPending}>
                {report.isPending ? 'Sending...' : 'Send Report'}
              </Button>
            </DialogActions>
          </form>
        )}
      </Dialog>
      {guard.question}
    </>
  );
}
