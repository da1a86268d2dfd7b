import { type Redirect, redirectApi } from '@inkwell/shared/redirects';
import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';
import { RedirectForm } from './redirect-form.tsx';

interface RedirectListProps {
  readonly redirects: readonly Redirect[];
  readonly label: string;
  readonly listRef?: Ref<HTMLUListElement>;
}

/** Rows of redirects, with what can be done to each. */
export function RedirectList({ redirects, label, listRef }: RedirectListProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Redirect | null>(null);
  const [doomed, setDoomed] = useState<Redirect | null>(null);
  const remove = useMutation({
    mutationFn: ({ id }: Redirect) => call(redirectApi.remove, { params: { id } }),
    onSuccess: () => {
      setDoomed(null);
      toastSuccess('Success', 'Redirect deleted');
      return client.invalidateQueries({ queryKey: adminQueries.everyRedirect });
    },
    onError: (error) => showActionError('delete the redirect', error),
  });

  return (
    <>
      <ul ref={listRef} className={styles.rows} aria-label={label}>
        {redirects.map((redirect) => (
          <li key={redirect.id} className={styles.row}>
            <div className={styles.body}>
              <strong dir="auto">{redirect.from}</strong>
              <span className={styles.meta}>
                <span dir="auto">to {redirect.to}</span>
                <span>{redirect.status === 301 ? 'for ever' : 'for now'}</span>
              </span>
            </div>
            <div className={styles.rowActions}>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Edit ${redirect.from}`}
                onClick={() => setEdited(redirect)}
              >
                Edit
              </Button>
              <Button
                variant="secondary"
                size="small"
                data-danger
                aria-label={`Delete ${redirect.from}`}
                onClick={() => setDoomed(redirect)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title="Change redirect"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {edited && <RedirectForm redirect={edited} onDone={() => setEdited(null)} />}
      </Modal>
      <ConfirmDialog
        isOpen={doomed !== null}
        title="Delete redirect?"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed)}
        onClose={() => setDoomed(null)}
      >
        {`Readers who come to ${doomed?.from ?? ''} will find nothing there.`}
      </ConfirmDialog>
    </>
  );
}
