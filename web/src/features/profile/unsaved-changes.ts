import type { User } from '@inkwell/shared/users';
import { ALL_RESTORED } from '../../components/restored-banner.tsx';
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

/** The field that holds what was stored when the change was typed. */
const baseOf = (field: keyof Values) => `stored:${field}`;

const changedFields = (values: Partial<Values>, stored: Values) =>
  FIELDS.filter((field) => values[field] !== undefined && values[field] !== stored[field]);

const pick = (values: Partial<Values>, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** What differs from the stored profile. The rest is neither autosaved nor saved: it may have changed elsewhere meanwhile. */
export const changesOf = (values: Partial<Values>, stored: Values): Partial<Values> =>
  pick(values, changedFields(values, stored));

/** The changes as they are autosaved. */
export const withBases = (values: Partial<Values>, stored: Values): Fields =>
  Object.fromEntries(
    changedFields(values, stored).flatMap((field) => [
      [field, values[field] ?? ''],
      [baseOf(field), stored[field]],
    ]),
  );

/**
 * Autosaved changes that still differ from the stored profile. `restored` goes back into the form; `changedElsewhere` are changes to
 * fields that were saved elsewhere since: nobody here has seen the new value, so it is not overwritten. `words` say so.
 */
export function restoreChanges(fields: Fields, stored: Values) {
  const isChangedElsewhere = (field: keyof Values) => fields[baseOf(field)] !== stored[field];
  const changed = changedFields(fields, stored);
  const restored = changed.filter((field) => !isChangedElsewhere(field));
  const elsewhere = changed.filter(isChangedElsewhere);
  const said = elsewhere.map((field) => {
    const had = fields[field] ? `typed “${fields[field]}”` : 'emptied it';
    return `${LABELS[field]} was changed elsewhere meanwhile, and stays so; here you had ${had}.`;
  });
  return {
    restored: pick(fields, restored),
    changedElsewhere: Object.fromEntries(
      elsewhere.flatMap((field) => [field, baseOf(field)].map((name) => [name, fields[name] ?? ''])),
    ),
    words: [...(restored.length > 0 ? [ALL_RESTORED] : []), ...said].join(' '),
  };
}
