import { SUBSCRIBER_TEXTS, type SubscriberChoices } from '@inkwell/shared/subscribers';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadError } from '../../../components/states.tsx';
import { failureText } from '../../../lib/failure.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { subscriptionQueries, useChangeOwn } from '../api/choices.ts';
import { ChoicesForm } from './choices-form.tsx';
import styles from './own-choices.module.css';

/** The newsletter for the address of the viewer's account, in the profile. */
export function OwnChoices() {
  const own = useQuery(subscriptionQueries.own());
  const change = useChangeOwn();
  const id = useId();
  const save = (choices: SubscriberChoices) =>
    change.mutate(choices, {
      onSuccess: ({ isSubscribed }) =>
        toastSuccess('Newsletter', isSubscribed ? 'Your choices are saved.' : 'Your address is deleted from our list.'),
      onError: (error) => toastError('Update Failed', 'Failed to change the newsletter', failureText(error)),
    });

  return (
    <section className={styles.own} aria-labelledby={id} aria-busy={own.isPending}>
      <h3 id={id}>Newsletter</h3>
      {own.isError && !own.data && <LoadError title="Your subscription could not be loaded" query={own} />}
      {own.data && !own.data.isVerified && (
        <p>{own.data.email === null ? SUBSCRIBER_TEXTS.noAddress : SUBSCRIBER_TEXTS.unverified}.</p>
      )}
      {own.data?.isVerified && (
        <ChoicesForm
          // What was saved is where the form begins again.
          key={JSON.stringify([own.data.wants, own.data.categories])}
          choices={own.data}
          isDigestOn={own.data.isDigestOn}
          isPending={change.isPending}
          onSave={save}
        />
      )}
    </section>
  );
}
