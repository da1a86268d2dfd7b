import '../../../components/mantine-parts.ts';
import { replacedBy } from '@inkwell/shared/addresses';
import { counted } from '@inkwell/shared/format';
import { lineSearch } from '@inkwell/shared/line-icons';
import { canManageRedirects } from '@inkwell/shared/permissions';
import { REDIRECT_LIMITS, type Redirect, redirectApi } from '@inkwell/shared/redirects';
import { Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { asksAbout } from '../../../components/confirm-dialog.tsx';
import { FileButton } from '../../../components/file-button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { lineTurn } from '../../../components/staff-icons.ts';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { showActionError } from '../api/unauthorized.ts';
import { AddressBar } from '../components/address-bar.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { PagedList } from '../components/paged-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import { exportRedirects, type ImportResult, importRedirects } from '../redirects/redirect-csv.ts';
import { RedirectForm } from '../redirects/redirect-form.tsx';
import { RefusedLines } from '../redirects/refused-lines.tsx';

/** `/admin/redirects`, for admins. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Redirects', may: canManageRedirects, hasHead: true }, () => (
  <>
    <Files />
    <RedirectForm />
    <Patterns />
    <Single />
  </>
));

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

interface RedirectListProps {
  readonly redirects: readonly Redirect[];
  readonly label: string;
  readonly listRef?: Ref<HTMLUListElement>;
}

/** Rows of redirects, with their actions. */
const RedirectList = ({ redirects, label, listRef }: RedirectListProps) => (
  <ul ref={listRef} className={styles.rows} aria-label={label}>
    {redirects.map((redirect) => (
      <RedirectRow key={redirect.id} redirect={redirect} />
    ))}
  </ul>
);

function RedirectRow({ redirect }: { readonly redirect: Redirect }) {
  const { id, from, to, status } = redirect;
  const [isEditing, setEditing] = useState(false);
  const replaced = replacedBy(from);
  const remove = useStaffChange({
    send: () => call(redirectApi.remove, { params: { id } }),
    done: 'Redirect deleted',
    action: 'delete the redirect',
    stale: [adminQueries.everyRedirect],
  });
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <strong dir="auto">{from}</strong>
        <span className={styles.meta}>
          <span dir="auto">to {to}</span>
          <span>{status === 301 ? 'permanent' : 'temporary'}</span>
          {replaced && <span>instead of the {replaced}</span>}
        </span>
      </div>
      <div className={styles.rowActions}>
        <Button variant="secondary" size="small" aria-label={`Edit ${from}`} onClick={() => setEditing(true)}>
          Edit
        </Button>
        <ConfirmButton
          variant="secondary"
          size="small"
          data-danger
          aria-label={`Delete ${from}`}
          label="Delete"
          confirmLabel="Delete Redirect"
          pendingLabel="Deleting..."
          title={asksAbout('Delete', from)}
          question={`Readers will find nothing at ${from}.`}
          isPending={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        />
      </div>
      <Modal opened={isEditing} onClose={() => setEditing(false)} title="Change redirect">
        <RedirectForm redirect={redirect} onDone={() => setEditing(false)} />
      </Modal>
    </li>
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
