import { counted } from '@inkwell/shared/format';
import type { Issue } from '@inkwell/shared/newsletter-issues';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TimeField } from '../../scheduling/components/time-field.tsx';
import { chosenTime, localTime, ownZone, tomorrowAtNine } from '../../scheduling/zoned-time.ts';
import { issueQueries, useIssueAct } from '../api/newsletter-issues.ts';
import { settingsQueries } from '../api/settings.ts';
import { SenderTroubles } from '../mail/sender-records.tsx';
import { IssueProblemNote } from './issue-problem.tsx';

/** Asks when to send an issue, and says how many people get it. */
export function SendDialog({
  issue,
  onSent,
  onClose,
}: {
  readonly issue: Issue;
  readonly onSent: (issue: Issue) => void;
  readonly onClose: () => void;
}) {
  const act = useIssueAct(issue.id);
  const audience = useQuery(issueQueries.audience(issue.segment));
  const settings = useQuery(settingsQueries.read());
  const zone = ownZone();
  const [isLater, setLater] = useState(issue.scheduledAt !== null);
  const [local, setLocal] = useState(() =>
    issue.scheduledAt ? localTime(issue.scheduledAt, zone) : tomorrowAtNine(Date.now(), zone),
  );
  const [fault, setFault] = useState<string | null>(null);

  const submit = () => {
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
    <FormDialog
      title="Send Issue"
      confirmLabel={isLater ? 'Schedule' : 'Send Now'}
      pendingLabel={isLater ? 'Scheduling...' : 'Sending...'}
      isPending={act.isPending}
      cancelLabel="Close"
      onSubmit={submit}
      onClose={onClose}
    >
      <p role="status">
        {audience.isPending && 'Counting recipients...'}
        {audience.isError && 'The recipients could not be counted.'}
        {reach &&
          `“${issue.subject}” goes to ${reach.isAtLeast ? 'at least ' : ''}${counted(reach.count, 'subscriber', 'subscribers')}, according to the list when sending starts.`}
      </p>
      {settings.data?.postalAddress === null && <IssueProblemNote problem="postal-address" />}
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
    </FormDialog>
  );
}
