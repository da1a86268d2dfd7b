import '../../../components/mantine-parts.ts';
import { longDate } from '@inkwell/shared/format';
import { Leaving, personalDataApi } from '@inkwell/shared/personal-data';
import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Mantine } from '../../../components/mantine.tsx';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { signOut } from '../../../lib/identity-store.ts';
import { sessionQueries } from '../../../lib/session-queries.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import styles from './personal-data.module.css';

/** Shown when somebody signs in to an account that is being deleted: until when it can be kept. */
export function LeavingAccount({ leaving }: { readonly leaving: string }) {
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: () => call(personalDataApi.keep),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionQueries.all });
      toastSuccess('Account Kept', 'Your account and everything in it are kept.');
    },
  });
  const leave = useMutation({ mutationFn: signOut });
  const { leavesAt, comments } = z.parse(Leaving, JSON.parse(leaving));
  return (
    <Mantine>
      <Modal
        opened
        centered
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title="Your account is being deleted"
      >
        <p>
          {`On ${longDate(leavesAt)} it is deleted for good${comments === 'remove' ? ', with your comments' : ''}. Until then you can keep it.`}
        </p>
        {(keep.isError || leave.isError) && (
          <p className={styles.failure} role="alert">
            {failureText(keep.error ?? leave.error)}
          </p>
        )}
        <DialogActions>
          <Button variant="secondary" isPending={leave.isPending} onClick={() => leave.mutate()}>
            Sign Out
          </Button>
          <Button data-autofocus isPending={keep.isPending || keep.isSuccess} onClick={() => keep.mutate()}>
            {keep.isPending ? 'Keeping...' : 'Keep My Account'}
          </Button>
        </DialogActions>
      </Modal>
    </Mantine>
  );
}
