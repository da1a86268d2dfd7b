import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import { lineSearch } from '@inkwell/shared/line-icons';
import { canManageRedirects } from '@inkwell/shared/permissions';
import { REDIRECT_LIMITS } from '@inkwell/shared/redirects';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FileButton } from '../../../components/file-button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { lineTurn } from '../../../components/staff-icons.ts';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';
import { AddressBar } from '../components/address-bar.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { PagedList } from '../components/paged-list.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import { exportRedirects, type ImportResult, importRedirects } from '../redirects/redirect-csv.ts';
import { RedirectForm } from '../redirects/redirect-form.tsx';
import { RedirectList } from '../redirects/redirect-list.tsx';
import { RefusedLines } from '../redirects/refused-lines.tsx';

/** `/admin/redirects`, for admins. Moderators see the panel instead. */
export function Component() {
  return (
    <StaffPage title="Redirects" may={canManageRedirects} hasHead>
      {() => (
        <>
          <Files />
          <RedirectForm />
          <Patterns />
          <Single />
        </>
      )}
    </StaffPage>
  );
}

/** The head, with CSV import and export. */
function Files() {
  const client = useQueryClient();
  const [progress, setProgress] = useState('');
  const [result, setResult] = useState<ImportResult | null>(null);
  const upload = useMutation({
    mutationFn: async (file: File) =>
      importRedirects(await file.text(), (done, total) => setProgress(`${done} of ${total}`)),
    onSuccess: setResult,
    onError: (error) => showActionError('import redirects', error),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueries.everyRedirect }),
  });

  return (
    <>
      <PageHead>
        <FileButton
          variant="secondary"
          size="small"
          isPending={upload.isPending}
          accept=".csv,text/csv"
          fieldLabel="CSV file"
          onFile={(file) => {
            setResult(null);
            upload.mutate(file);
          }}
        >
          {upload.isPending ? `Importing ${progress}...` : 'Import CSV'}
        </FileButton>
        <ExportButton name="redirects" action="export redirects" make={exportRedirects} />
      </PageHead>
      <p className={styles.info}>
        Readers of an old address without a page are redirected to the new one. A <code>*</code> at the end of the old
        address matches any ending, and <code>:splat</code> at the end of the new one inserts it: <code>/blog/*</code>{' '}
        to <code>/posts/:splat</code>.
      </p>
      <div role="status">
        {result && (
          <div className={styles.notice}>
            {counted(result.added, 'redirect is', 'redirects are')} in place
            {result.refused.length > 0 && `, ${counted(result.refused.length, 'line was', 'lines were')} refused:`}
            {result.refused.length > 0 && <RefusedLines lines={result.refused} />}
          </div>
        )}
      </div>
    </>
  );
}

function Patterns() {
  const query = useQuery(adminQueries.redirectPatterns());
  if (query.isError) return <LoadError title="Failed to load patterns" query={query} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <>
      <div className={styles.bar}>
        <h2>Patterns</h2>
        <p role="status">{`${query.data.length} of ${REDIRECT_LIMITS.patterns}`}</p>
      </div>
      <RedirectList redirects={query.data} label="Patterns" />
    </>
  );
}

function Single() {
  const list = useStaffList(['q'], adminQueries.redirects);
  return (
    <>
      <AddressBar
        name="Find redirects"
        label="Beginning of the old address"
        placeholder="Search by path"
        count={list.total === null ? '' : counted(list.total, 'redirect', 'redirects')}
        list={list}
        first="button"
      />
      <PagedList
        query={list.query}
        noun="redirects"
        rowHeight={64}
        empty={
          <EmptyState
            icon={list.values.q ? lineSearch : lineTurn}
            headingLevel={3}
            title={list.values.q ? 'No redirect starts with this' : 'No redirects yet'}
          />
        }
      >
        {(redirects) => <RedirectList listRef={list.listRef} redirects={redirects} label="Redirects" />}
      </PagedList>
    </>
  );
}
