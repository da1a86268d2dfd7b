import { type Issue, isArchivable, isForEverybody } from '@inkwell/shared/newsletter-issues';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import styles from '../admin.module.css';
import { useIssueAct } from '../api/newsletter-issues.ts';
import { settingsQueries } from '../api/settings.ts';
import { type IssueValues, segmentOf } from './issue-values.ts';

/** Which issues get a public page; none while unknown. */
const useArchive = () => useQuery(settingsQueries.read()).data?.newsletter.archive ?? 'off';

interface ArchiveSwitchProps {
  readonly values: IssueValues;
  readonly set: (field: 'isInArchive', value: IssueValues['isInArchive']) => void;
}

/** Whether an issue gets a public page when it is sent. */
export function ArchiveSwitch({ values, set }: ArchiveSwitchProps) {
  const archive = useArchive();
  if (archive === 'off') return null;
  const isForAll = isForEverybody(segmentOf(values));
  const isWanted = values.isInArchive === '' ? archive === 'on' : values.isInArchive === 'yes';
  return (
    <Switch
      label="Add to the public archive"
      description={
        isForAll
          ? 'When it is sent, the issue gets a page that everybody can read.'
          : 'The archive has only issues to all subscribers.'
      }
      disabled={!isForAll}
      checked={isForAll && isWanted}
      onChange={({ currentTarget }) => set('isInArchive', currentTarget.checked ? 'yes' : 'no')}
    />
  );
}

/** Whether an issue that is being sent or was sent has a public page, and its address. */
export function ArchivePage({ issue }: { readonly issue: Issue }) {
  const archive = useArchive();
  const act = useIssueAct(issue.id);
  const { archivePath: path } = issue;
  if (archive === 'off' || (path === null && !isArchivable(issue))) return null;
  return (
    <div className={styles.bar}>
      <p role="status">
        {path === null ? (
          'This issue is not in the public archive.'
        ) : (
          <>
            Public page: <Link to={path}>{decodeURIComponent(path)}</Link>
          </>
        )}
      </p>
      <Button
        size="small"
        variant="secondary"
        isPending={act.isPending}
        onClick={() => act.mutate({ verb: 'archive', isInArchive: path === null })}
      >
        {path === null ? 'Add to Archive' : 'Remove from Archive'}
      </Button>
    </div>
  );
}
