import { longDate } from '@inkwell/shared/format';
import { PERSONAL_DATA_LIMITS, personalDataApi } from '@inkwell/shared/personal-data';
import type { User } from '@inkwell/shared/users';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadError } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { failureText } from '../../../lib/failure.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastError } from '../../../lib/toast.ts';
import { DeleteAccount } from './delete-account.tsx';
import styles from './personal-data.module.css';

/** Poll interval while a copy is being created. */
const MAKING_MS = 5_000;

const personalDataQueries = {
  copy: () =>
    queryOptions({
      ...callQuery(['personal-data', 'copy'], personalDataApi.copy),
      // Readers who return to the page see at once whether it is ready.
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.state === 'making' ? MAKING_MS : false),
    }),
};

/** The copy of the reader's data: request, progress and download. */
function Copy() {
  const client = useQueryClient();
  const query = personalDataQueries.copy();
  const copy = useQuery(query);
  const make = useMutation({
    mutationFn: () => call(personalDataApi.makeCopy),
    onSuccess: (made) => showAnswer(client, query.queryKey, made),
    onError: (error) => toastError('Copy Failed', 'Failed to copy your data', failureText(error)),
  });
  const { data } = copy;
  const isMaking = make.isPending || data?.state === 'making';

  if (copy.isError && !data) return <LoadError title="Your copy could not be looked up" query={copy} />;
  return (
    <>
      <p className="note" role="status">
        {isMaking
          ? 'Your data is being copied. You can close this window.'
          : data?.state === 'ready'
            ? `Your copy is ready until ${longDate(data.expiresAt)}. Anyone with its address can download it.`
            : 'Profile, comments, likes, lists, notifications, posts and subscriptions in one file.'}
      </p>
      <div className={styles.buttons}>
        {!isMaking && data?.state === 'ready' && data.url && (
          <a className={styles.download} href={data.url} download>
            Download (zip)
          </a>
        )}
        <Button
          variant="secondary"
          size="small"
          isPending={isMaking}
          disabled={copy.isPending}
          onClick={() => !isMaking && make.mutate()}
        >
          {isMaking ? 'Copying...' : data?.state === 'ready' ? 'Create a New Copy' : 'Download My Data'}
        </Button>
      </div>
    </>
  );
}

/** The reader's options for their personal data: take a copy, or delete the account. */
export function PersonalData({ user }: { readonly user: User }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <section className={styles.data} aria-labelledby="personal-data">
      <h3 id="personal-data" className={styles.heading}>
        Your data
      </h3>
      <Copy />
      <p className="note">
        {`If you delete your account, you have ${PERSONAL_DATA_LIMITS.leavingDays} days to change your mind. After that, everything is permanently deleted.`}
      </p>
      <div className={styles.buttons}>
        <Button variant="danger" size="small" onClick={() => setDeleting(true)}>
          Delete Account
        </Button>
      </div>
      {isDeleting && <DeleteAccount user={user} onClose={() => setDeleting(false)} />}
    </section>
  );
}
