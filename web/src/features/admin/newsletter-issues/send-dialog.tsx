import { counted } from '@inkwell/shared/format';
import type { Issue } from '@inkwell/shared/newsletter-issues';
import { Modal, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import { TimeField } from '../../scheduling/components/time-field.tsx';
import { chosenTime, localTime, ownZone, tomorrowAtNine } from '../../scheduling/zoned-time.ts';
import styles from '../admin.module.css';
import { issueQueries, useIssueAct } from '../api/newsletter-issues.ts';
import { SenderTroubles } from '../mail/sender-records.tsx';

/** Asks when an issue is sent, and says to how many. */
export function SendDialog({
  issue,
  onSent,
  onClose,
}: {
  readonly issue: Issue;
  readonly onSent: (issue: Issue) => void;
  readonly onClose: () => void;
}) {
  useFocusBack();
  const act = useIssueAct(issue.id);
  const audience = useQuery(issueQueries.audience(issue.segment));
  const zone = ownZone();
  const [isLater, setLater] = useState(issue.scheduledAt !== null);
  const [local, setLocal] = useState(() =>
    issue.scheduledAt ? localTime(issue.scheduledAt, zone) : tomorrowAtNine(Date.now(), zone),
  );
  const [fault, setFault] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (act.isPending) return;
    const onSuccess = (sent: Issue) => {
      onSent(sent);
      onClose();
    };
    if (!isLater) return act.mutate({ verb: 'send' }, { onSuccess });
    const chosen = chosenTime(local, zone);
    if (!chosen) return setFault('Choose a date and a time');
    if (chosen.instantMs <= Date.now()) return setFault('Choose a time in the future');
    act.mutate({ verb: 'send', at: new Date(chosen.instantMs).toISOString() }, { onSuccess });
  };

  const reach = audience.data;
  return (
    <Modal opened onClose={onClose} title="Send Issue" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={styles.dialogForm} noValidate onSubmit={submit}>
        <p role="status">
          {audience.isPending && 'Counting who gets it...'}
          {audience.isError && 'How many get it could not be counted.'}
          {reach &&
            `“${issue.subject}” goes to ${reach.isAtLeast ? 'at least ' : ''}${counted(reach.count, 'subscriber', 'subscribers')}, as the list is when the sending begins.`}
        </p>
        <SenderTroubles />
        <NativeSelect
          label="When"
          data-autofocus
          value={isLater ? 'later' : 'now'}
          data={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
          onChange={({ currentTarget }) => setLater(currentTarget.value === 'later')}
        />
        {isLater && (
          <TimeField
            label="Send on"
            value={local}
            error={fault}
            onChange={(value) => {
              setLocal(value);
              setFault(null);
            }}
          />
        )}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" isPending={act.isPending}>
            {act.isPending ? (isLater ? 'Scheduling...' : 'Sending...') : isLater ? 'Schedule' : 'Send Now'}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
