import { shortDate } from '@inkwell/shared/format';
import type { SubscriberDetails } from '@inkwell/shared/subscribers';
import styles from './consents.module.css';

const SOURCES: Readonly<Record<string, string>> = {
  form: 'Asked in the form',
  link: 'Confirmed by the link in the email',
  account: 'Pressed in their account',
  choices: 'Chosen on the preferences page',
  import: 'Imported',
  before: 'From before consent texts were stored',
};

/** When a subscriber consented, and to which wording. */
export function Consents({ of: { consents }, id }: { readonly of: SubscriberDetails; readonly id: string }) {
  return (
    <div id={id} className={styles.consents}>
      {consents.length === 0 ? (
        <p>None is stored.</p>
      ) : (
        <ol>
          {consents.map(({ at, text, source }) => (
            <li key={`${at}${source}`}>
              <time dateTime={at}>{shortDate(at)}</time>, {SOURCES[source] ?? source}: <q dir="auto">{text}</q>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
