import type { User } from '@inkwell/shared/users';
import { ALL_BACK } from '../../components/back-notice.tsx';
import type { Fields } from '../../lib/autosave/fields.ts';

export const valuesOf = (user: User) => ({
  displayName: user.displayName ?? '',
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  mobileNumber: user.mobileNumber ?? '',
  telephoneNumber: user.telephoneNumber ?? '',
});
export type Values = ReturnType<typeof valuesOf>;

const LABELS: Readonly<Record<keyof Values, string>> = {
  displayName: 'Display Name',
  firstName: 'First Name',
  lastName: 'Last Name',
  mobileNumber: 'Mobile Number',
  telephoneNumber: 'Telephone Number',
};
const FIELDS = Object.keys(LABELS) as (keyof Values)[];

/** Beside what was typed stands what was stored then. */
const baseOf = (field: keyof Values) => `stored:${field}`;

const changedFields = (values: Partial<Values>, stored: Values) =>
  FIELDS.filter((field) => values[field] !== undefined && values[field] !== stored[field]);

const pick = (values: Partial<Values>, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** What differs from the stored profile. The rest is neither kept nor saved: it may have changed elsewhere meanwhile. */
export const changesOf = (values: Partial<Values>, stored: Values): Partial<Values> =>
  pick(values, changedFields(values, stored));

/** The changes as they are kept. */
export const withBases = (values: Partial<Values>, stored: Values): Fields =>
  Object.fromEntries(
    changedFields(values, stored).flatMap((field) => [
      [field, values[field] ?? ''],
      [baseOf(field), stored[field]],
    ]),
  );

/**
 * Kept changes, as far as they still differ from the stored profile: `back` can go on, and `over`, as it was kept, is of fields that were
 * stored anew since; what nobody here has seen is not written over. `words` say so.
 */
export function readKeptChanges(typed: Fields, stored: Values) {
  const isOver = (field: keyof Values) => typed[baseOf(field)] !== stored[field];
  const changed = changedFields(typed, stored);
  const back = changed.filter((field) => !isOver(field));
  const over = changed.filter(isOver);
  const said = over.map((field) => {
    const had = typed[field] ? `typed “${typed[field]}”` : 'emptied it';
    return `${LABELS[field]} was changed elsewhere meanwhile, and stays so; here you had ${had}.`;
  });
  return {
    back: pick(typed, back),
    over: Object.fromEntries(over.flatMap((field) => [field, baseOf(field)].map((name) => [name, typed[name] ?? '']))),
    words: [...(back.length > 0 ? [ALL_BACK] : []), ...said].join(' '),
  };
}
