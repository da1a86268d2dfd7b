import { replacedBy } from '@inkwell/shared/addresses';
import { type Redirect, redirectApi } from '@inkwell/shared/redirects';
import { Modal } from '@mantine/core';
import { type Ref, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { asksAbout } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { RedirectForm } from './redirect-form.tsx';

interface RedirectListProps {
  readonly redirects: readonly Redirect[];
  readonly label: string;
  readonly listRef?: Ref<HTMLUListElement>;
}

/** Rows of redirects, with their actions. */
export const RedirectList = ({ redirects, label, listRef }: RedirectListProps) => (
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
