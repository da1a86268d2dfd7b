import { type ContentExport, EXPORT_DAYS, exportApi } from '@inkwell/shared/exports';
import { counted, longDate } from '@inkwell/shared/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { call } from '../../../lib/api.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { showActionError, useStaffQuery } from '../api/unauthorized.ts';
import { movingQueries } from './api.ts';
import styles from './import-form.module.css';

/** What is in the zip, by kind. */
const CONTENTS = [
  ['Texts', 'posts and pages as Markdown, with revisions, categories, tags and series'],
  ['Pictures', 'as uploaded, with descriptions'],
  ['People', 'accounts, authors, subscribers with their consents, and suppressed addresses'],
  ['Conversation', 'comments, notes and reviews'],
  ['Publication', 'settings, menu, redirects, newsletter issues, statistics and activity'],
] as const;

/** The stored export: creation, download and expiry. */
export function LastExport() {
  const query = useStaffQuery(movingQueries.lastExport());
  return (
    <Loaded query={query} loading="Loading export" failure="Failed to load the export" height="22rem">
      {(data) => <Shown data={data} />}
    </Loaded>
  );
}

function Shown({ data }: { readonly data: ContentExport }) {
  const client = useQueryClient();
  const last = movingQueries.lastExport();
  const make = useMutation({
    mutationFn: () => call(exportApi.create),
    // Starting takes some seconds; the progress is shown meanwhile.
    onMutate: () => setTimeout(() => void client.invalidateQueries(last), 500),
    onSuccess: (made) => showAnswer(client, last.queryKey, made),
    onError: (error) => showActionError('export the publication', error),
  });
  const { state, files, bytes, url, expiresAt, problem } = data;
  const isMaking = !problem && (make.isPending || state === 'making');
  const size = `${counted(files, 'file', 'files')}, ${((bytes ?? 0) / 1_000_000).toFixed(1)} MB`;
  return (
    <>
      <div className={styles.panel}>
        <h2>What Is Included</h2>
        <dl className={styles.contents}>
          {CONTENTS.map(([kind, what]) => (
            <div key={kind}>
              <dt>{kind}</dt>
              <dd className="muted">{what}</dd>
            </div>
          ))}
        </dl>
        <Button
          variant={state === 'ready' ? 'secondary' : 'primary'}
          isPending={isMaking}
          onClick={() => make.mutate()}
        >
          {isMaking ? 'Exporting...' : state === 'ready' ? 'Create a New Export' : 'Create an Export'}
        </Button>
      </div>
      <div className={styles.part}>
        <h2>Last Export</h2>
        <p role="status">
          {isMaking
            ? `The export is being created: ${counted(files, 'file', 'files')} so far. It continues if you leave the page.`
            : state === 'ready'
              ? `An export of ${longDate(data.requestedAt)} is ready (${size}). It is deleted on ${longDate(expiresAt)}; until then, anyone with its address can download it.`
              : `No export yet. An export can be downloaded for ${EXPORT_DAYS} days.`}
        </p>
        {problem && (
          <p role="alert" className={styles.fault}>
            The export has stopped: {problem}
          </p>
        )}
        {!isMaking && state === 'ready' && url && (
          <a className="download" href={url} download>
            Download (zip)
          </a>
        )}
      </div>
    </>
  );
}
