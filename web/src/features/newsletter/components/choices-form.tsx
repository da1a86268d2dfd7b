import { consentText } from '@inkwell/shared/newsletter-words';
import type { SubscriberChoices, SubscriberWant } from '@inkwell/shared/subscribers';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadError } from '../../../components/states.tsx';
import { useSite } from '../../../lib/site.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import styles from './choices-form.module.css';

export const WANTS: Readonly<Record<SubscriberWant, string>> = {
  newsletter: 'The newsletter',
  digest: 'The best new posts, at most once a week',
};

/** Inactive mailings are not offered, but people who chose one earlier can deselect it. */
export const offeredWants = (own: { readonly wants: readonly SubscriberWant[]; readonly isDigestOn: boolean }) =>
  (['newsletter', 'digest'] as const).filter(
    (want) => want === 'newsletter' || own.isDigestOn || own.wants.includes('digest'),
  );

export const toggled = <T,>(list: readonly T[], item: T, isOn: boolean): T[] =>
  isOn ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item);

/** The choices of a subscriber: newsletter, digest and categories. Deselecting newsletter and digest unsubscribes. */
export function ChoicesForm({
  choices,
  isDigestOn,
  isPending,
  onSave,
}: {
  readonly choices: SubscriberChoices;
  readonly isDigestOn: boolean;
  readonly isPending: boolean;
  readonly onSave: (choices: SubscriberChoices) => void;
}) {
  const [wants, setWants] = useState<readonly SubscriberWant[]>(choices.wants);
  const [picked, setPicked] = useState<readonly number[] | null>(choices.categories);
  const categories = useQuery(categoryQueries.list());
  const offered = offeredWants({ wants: choices.wants, isDigestOn });
  const isLeaving = wants.length === 0;
  const { name } = useSite();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSave({ wants: [...wants], categories: picked && [...picked] });
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <fieldset className={styles.group}>
        <legend>Send me</legend>
        {offered.map((want) => (
          <label key={want} className={styles.choice}>
            <input
              type="checkbox"
              checked={wants.includes(want)}
              onChange={({ currentTarget }) => setWants(toggled(wants, want, currentTarget.checked))}
            />
            {WANTS[want]}
            {want === 'digest' && !isDigestOn && ' (not sent at present)'}
          </label>
        ))}
      </fieldset>
      {!isLeaving && (
        <fieldset className={styles.group}>
          <legend>About</legend>
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={picked === null}
              onChange={({ currentTarget }) => setPicked(currentTarget.checked ? null : [])}
            />
            All categories
          </label>
          {picked !== null && categories.isError && (
            <LoadError title="The categories could not be loaded" query={categories} />
          )}
          {picked !== null && (
            <div className={styles.parts}>
              {categories.data?.map(({ id, name }) => (
                <label key={id} className={styles.choice}>
                  <input
                    type="checkbox"
                    checked={picked.includes(id)}
                    onChange={({ currentTarget }) => setPicked(toggled(picked, id, currentTarget.checked))}
                  />
                  <span dir="auto">{name}</span>
                </label>
              ))}
              <p className="note">You’ll still get emails that cover every category.</p>
            </div>
          )}
        </fieldset>
      )}
      {isLeaving && choices.wants.length > 0 && (
        <p className="note">If you turn both off, you’ll be unsubscribed and we’ll delete your address.</p>
      )}
      {!isLeaving && (
        <p className="note">
          {consentText(
            name,
            offered.filter((want) => wants.includes(want)),
          )}
        </p>
      )}
      <Button type="submit" isPending={isPending} disabled={isLeaving && choices.wants.length === 0}>
        {isPending ? 'Saving...' : isLeaving && choices.wants.length > 0 ? 'Unsubscribe' : 'Save Choices'}
      </Button>
    </form>
  );
}
