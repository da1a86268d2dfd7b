import { HANDLE_KINDS, HANDLE_NAMES, type HandleName } from '@inkwell/shared/handles';
import type { ProfilePatch, User } from '@inkwell/shared/users';
import type * as z from 'zod/mini';
import { ALL_RESTORED } from '../../components/restored-banner.tsx';
import { aboutOf } from '../../lib/about.ts';
import type { Fields } from '../../lib/autosave/fields.ts';

export const valuesOf = (user: User) => ({
  ...namesOf(user),
  ...aboutOf(user),
});

const namesOf = (user: User) => ({
  displayName: user.displayName ?? '',
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  mobileNumber: user.mobileNumber ?? '',
  telephoneNumber: user.telephoneNumber ?? '',
});
export type Values = ReturnType<typeof valuesOf>;

const handleLabels = Object.fromEntries(HANDLE_NAMES.map((kind) => [kind, HANDLE_KINDS[kind].label])) as Record<
  HandleName,
  string
>;

const LABELS: Readonly<Record<keyof Values, string>> = {
  displayName: 'Display Name',
  firstName: 'First Name',
  lastName: 'Last Name',
  mobileNumber: 'Mobile Number',
  telephoneNumber: 'Telephone Number',
  text: 'About You',
  website: 'Website',
  ...handleLabels,
};
const FIELDS = Object.keys(LABELS) as (keyof Values)[];

/** The field with the stored value at the time of the change. */
const baseOf = (field: keyof Values) => `stored:${field}`;

const changedFields = (values: Partial<Values>, stored: Values) =>
  FIELDS.filter((field) => values[field] !== undefined && values[field] !== stored[field]);

const pick = (values: Partial<Values>, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** The values that differ from the stored profile. Others are neither autosaved nor saved, because they may have changed elsewhere. */
export const changesOf = (values: Partial<Values>, stored: Values): Partial<Values> =>
  pick(values, changedFields(values, stored));

/** The changes to send: if one handle has changed, all are sent. */
export function patchOf(values: Values, stored: Values): ProfilePatchInput {
  const changes = changesOf(values, stored);
  const others = Object.fromEntries(Object.entries(changes).filter(([field]) => !isHandle(field)));
  if (!Object.keys(changes).some(isHandle)) return others;
  return { ...others, handles: Object.fromEntries(HANDLE_NAMES.map((kind) => [kind, values[kind]])) };
}

type ProfilePatchInput = z.input<typeof ProfilePatch>;

const isHandle = (field: string): field is HandleName => field in HANDLE_KINDS;

/** The changes in their autosaved form. */
export const withBases = (values: Partial<Values>, stored: Values): Fields =>
  Object.fromEntries(
    changedFields(values, stored).flatMap((field) => [
      [field, values[field] ?? ''],
      [baseOf(field), stored[field]],
    ]),
  );

/**
 * Autosaved changes that still differ from the stored profile. `restored` fills the form. `changedElsewhere` are changes of fields that have since
 * been saved elsewhere. They must not overwrite a value that the reader has not seen, so `words` describe them.
 */
export function restoreChanges(fields: Fields, stored: Values) {
  const isChangedElsewhere = (field: keyof Values) => fields[baseOf(field)] !== stored[field];
  const changed = changedFields(fields, stored);
  const restored = changed.filter((field) => !isChangedElsewhere(field));
  const elsewhere = changed.filter(isChangedElsewhere);
  const descriptions = elsewhere.map((field) => {
    const had = fields[field] ? `typed “${fields[field]}”` : 'emptied it';
    return `${LABELS[field]} was changed elsewhere and keeps that value; here you had ${had}.`;
  });
  return {
    restored: pick(fields, restored),
    changedElsewhere: Object.fromEntries(
      elsewhere.flatMap((field) => [field, baseOf(field)].map((name) => [name, fields[name] ?? ''])),
    ),
    words: [...(restored.length > 0 ? [ALL_RESTORED] : []), ...descriptions].join(' '),
  };
}
