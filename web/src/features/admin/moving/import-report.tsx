import { counted } from '@inkwell/shared/format';
import type { ContentImport } from '@inkwell/shared/imports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadError } from '../../../components/states.tsx';
import { showActionError } from '../api/unauthorized.ts';
import { downloadCsv, toCsv } from '../csv.ts';
import { movingQueries, wholeReport } from './api.ts';
import styles from './import-form.module.css';
import { REASONS, warningsOf } from './import-texts.ts';

const SHOWN = 50;

function Lines({ shown }: { readonly shown: ContentImport }) {
  const query = useQuery(movingQueries.firstLines(shown.id, shown.reportParts));
  if (query.isError) return <LoadError title="Failed to load the report" query={query} />;
  if (!query.data) return <p role="status">Loading the report...</p>;
  const isCut = query.data.length > SHOWN || shown.reportParts > 1;
  return (
    <>
      <ul className={styles.lines} aria-label="Report">
        {query.data.slice(0, SHOWN).map(({ reason, text, about, address }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and stay in their order
          <li key={index}>
            <strong dir="auto">{about ?? REASONS[reason]}</strong>
            <span dir="auto">{text}</span>
            {address && <bdi className="note">{address}</bdi>}
          </li>
        ))}
      </ul>
      {isCut && <p className="note">The file has all lines.</p>}
    </>
  );
}

/** Issues that an owner should look at: counts by reason, the first lines, and all of them as a file. */
export function ImportReport({ shown }: { readonly shown: ContentImport }) {
  const [isOpen, setOpen] = useState(false);
  const download = useMutation({
    mutationFn: () => wholeReport(shown),
    onSuccess: (lines) =>
      downloadCsv(
        `import-${shown.createdAt.slice(0, 10)}.csv`,
        toCsv([
          ['reason', 'about', 'text', 'address'],
          ...lines.map(({ reason, about, text, address }) => [reason, about ?? '', text, address ?? '']),
        ]),
      ),
    onError: (error) => showActionError('download the report', error),
  });
  if (shown.reportParts === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label="To review">
        {warningsOf(shown).map(({ reason, count }) => (
          <li key={reason}>{`${REASONS[reason]}: ${counted(count, 'time', 'times')}`}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide Report' : 'Show Report'}
        </Button>
        <Button variant="secondary" size="small" isPending={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? 'Loading...' : 'Download Report (CSV)'}
        </Button>
      </div>
      {isOpen && <Lines shown={shown} />}
    </>
  );
}
