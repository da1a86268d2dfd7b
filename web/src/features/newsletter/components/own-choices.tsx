import { consentText } from '@inkwell/shared/newsletter-words';
import { SUBSCRIBER_TEXTS, type SubscriberChoices } from '@inkwell/shared/subscribers';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadError } from '../../../components/states.tsx';
import { failureText } from '../../../lib/failure.ts';
import { useSite } from '../../../lib/site.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { subscriptionQueries, useChangeOwn } from '../api/choices.ts';
import { offeredWants, toggled, WANTS } from './choices-form.tsx';
import styles from './own-choices.module.css';

/** The newsletter settings for the viewer's account, in the profile. Each change is saved at once, and undone if that fails. */
export function OwnChoices() {
  const own = useQuery(subscriptionQueries.own());
  const change = useChangeOwn();
  const { name } = useSite();
  const id = useId();
  const shown: SubscriberChoices | undefined = change.isPending ? change.variables : own.data;
  const isNarrowed = shown !== undefined && shown.wants.length > 0 && shown.categories !== null;
  const categories = useQuery({ ...categoryQueries.list(), enabled: isNarrowed });
  const offered = own.data ? offeredWants(own.data) : [];
  const save = (choices: SubscriberChoices) =>
    change.mutate(choices, {
      onSuccess: ({ isSubscribed }) =>
        !isSubscribed && toastSuccess('Newsletter', 'Your address is deleted from our list.'),
      onError: (error) => toastError('Update Failed', 'Failed to change the newsletter', failureText(error)),
    });

  return (
    <section className="settings-part" aria-labelledby={id} aria-busy={own.isPending}>
      <h3 id={id} className={styles.heading}>
        Newsletter
      </h3>
      {own.isError && !own.data && <LoadError title="Your subscription could not be loaded" query={own} />}
      {own.data && !own.data.isVerified && (
        <p>{own.data.email === null ? SUBSCRIBER_TEXTS.noAddress : SUBSCRIBER_TEXTS.unverified}.</p>
      )}
      {own.data?.isVerified && shown && (
        <>
          {offered.map((want) => (
            <Switch
              key={want}
              label={WANTS[want]}
              // Mantine's label contains the description too.
              aria-label={WANTS[want]}
              // The recorded consent, shown before it is saved.
              description={
                shown.wants.includes(want)
                  ? undefined
                  : consentText(
                      name,
                      offered.filter((one) => one === want || shown.wants.includes(one)),
                    )
              }
              checked={shown.wants.includes(want)}
              onChange={({ currentTarget }) =>
                save({ ...choicesOf(shown), wants: toggled(shown.wants, want, currentTarget.checked) })
              }
            />
          ))}
          {shown.wants.length > 0 && (
            <Switch
              label="All categories"
              checked={shown.categories === null}
              onChange={({ currentTarget }) =>
                save({ ...choicesOf(shown), categories: currentTarget.checked ? null : [] })
              }
            />
          )}
          {isNarrowed && (
            <div className={styles.parts}>
              {categories.isError && <LoadError title="The categories could not be loaded" query={categories} />}
              {categories.data?.map((category) => (
                <Switch
                  key={category.id}
                  label={<bdi>{category.name}</bdi>}
                  checked={shown.categories?.includes(category.id)}
                  onChange={({ currentTarget }) =>
                    save({
                      ...choicesOf(shown),
                      categories: toggled(shown.categories ?? [], category.id, currentTarget.checked),
                    })
                  }
                />
              ))}
              <p className="note">You’ll still get emails that cover every category.</p>
            </div>
          )}
          {shown.wants.length > 0 && (
            <p className="note">
              {`If you turn ${offered.length > 1 ? 'both' : 'it'} off, you’ll be unsubscribed and we’ll delete your address.`}
            </p>
          )}
        </>
      )}
    </section>
  );
}

const choicesOf = ({ wants, categories }: SubscriberChoices): SubscriberChoices => ({ wants, categories });
