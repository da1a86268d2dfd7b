import { counted, longDate, wholeNumber } from '@inkwell/shared/format';
import { type ContentImport, importApi } from '@inkwell/shared/imports';
import { Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadError, StaleBanner } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { showActionError, useStaffQuery } from '../api/unauthorized.ts';
import { downloadCsv, toCsv } from '../csv.ts';
import { isOpen, movingQueries, wholeReport } from './api.ts';
import styles from './import-form.module.css';
import { contentsOf, REASONS, warningsOf } from './import-texts.ts';

const titleOf = ({ state, name }: ContentImport): string => {
  if (state === 'reading') return `Reading ${name}`;
  if (state === 'failed') return `${name} cannot be imported`;
  if (state === 'ready') return `Contents of ${name}`;
  if (state === 'running') return `Importing ${name}`;
  if (state === 'paused') return `${name} is paused`;
  return state === 'done' ? `${name} is imported` : `${name} was cancelled`;
};

/** In the reader's time zone. */
const clockTime = (instant: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

const statusOf = ({ state, done, total, fault, continuesAt }: ContentImport): string => {
  const next = continuesAt === null ? 'This continues' : `This continues at ${clockTime(continuesAt)}, even`;
  const share = `${wholeNumber(done)} of ${wholeNumber(total ?? 0)} records are imported.`;
  if (state === 'reading')
    return `${done > 0 ? `${wholeNumber(done)} records are read. ` : ''}Nothing is public yet. ${next} if you leave the page.`;
  if (state === 'failed') return `${fault ?? 'The file could not be read'}. Nothing was imported.`;
  if (state === 'ready') return 'Nothing is public yet.';
  if (state === 'running') return `${share} ${next} if you leave the page.`;
  if (state === 'paused') return `${share} The rest waits for you.`;
  return state === 'done' ? share : 'Records imported so far are kept.';
};

/** An import: its preview, progress and actions. */
export function ImportState({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) {
  const query = useStaffQuery(movingQueries.oneImport(id));
  return (
    <Loaded query={query} loading="Loading import" failure="Failed to load this import" height="16rem">
      {(shown) => (
        <>
          <StaleBanner query={query} what="This import" />
          <Shown shown={shown} onLeave={onLeave} />
        </>
      )}
    </Loaded>
  );
}

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
function ImportReport({ shown }: { readonly shown: ContentImport }) {
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

function Shown({ shown, onLeave }: { readonly shown: ContentImport; readonly onLeave: () => void }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, state, done, total, problem } = shown;
  const acts = { start: importApi.start, pause: importApi.pause, cancel: importApi.cancel } as const;
  const act = useMutation({
    mutationFn: (name: keyof typeof acts) => call(acts[name], { params: { id } }),
    // Starting takes some seconds; the progress is shown meanwhile.
    onMutate: () => setTimeout(() => void client.invalidateQueries(movingQueries.oneImport(id)), 500),
    onSuccess(changed) {
      showAnswer(client, movingQueries.oneImport(id).queryKey, changed);
      void client.invalidateQueries(movingQueries.imports());
    },
    onError: (error) => showActionError('change this import', error),
  });
  // The buttons change with the state, and the focused one may be gone.
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state]);
  const contents = contentsOf(shown);

  return (
    <section className={styles.part} aria-labelledby="import-title">
      <h2 id="import-title" ref={heading} tabIndex={-1} dir="auto">
        {titleOf(shown)}
      </h2>
      {(state === 'running' || state === 'paused') && (
        <Progress value={(100 * done) / Math.max(1, total ?? 0)} aria-label="Progress of the import" />
      )}
      <p role={state === 'failed' ? 'alert' : 'status'} dir="auto">
        {statusOf(shown)}
      </p>
      {problem && (
        <p role="alert" className={styles.fault}>
          It has stopped: {problem}
        </p>
      )}
      {contents.length > 0 && (
        <ul className={styles.list} aria-label="Contents">
          {contents.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {state === 'ready' && contents.length === 0 && <p>It contains nothing that can be imported.</p>}
      <ImportReport key={id} shown={shown} />
      <div className={styles.buttons}>
        {(state === 'ready' || state === 'paused' || problem) && (
          <Button isPending={act.isPending} onClick={() => act.mutate('start')}>
            {problem ? 'Try Again' : state === 'ready' ? 'Start Import' : 'Resume Import'}
          </Button>
        )}
        {state === 'running' && !problem && (
          <Button
            variant="secondary"
            isPending={act.isPending && act.variables === 'pause'}
            onClick={() => act.mutate('pause')}
          >
            Pause
          </Button>
        )}
        {isOpen(shown) && (
          <ConfirmButton
            variant="secondary"
            data-danger
            label="Cancel Import"
            pendingLabel="Cancelling..."
            title="Cancel this import?"
            question="Records imported so far are kept. The rest is not imported."
            isPending={act.isPending && act.variables === 'cancel'}
            onConfirm={(close) => act.mutate('cancel', { onSuccess: close })}
          />
        )}
        {!isOpen(shown) && (
          <Button variant="secondary" onClick={onLeave}>
            {state === 'failed' ? 'Choose Another File' : 'New Import'}
          </Button>
        )}
      </div>
      <p className="note">{`Its files and this report are deleted on ${longDate(shown.expiresAt)}.`}</p>
    </section>
  );
}
