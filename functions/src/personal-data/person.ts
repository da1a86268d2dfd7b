import { DELETED_ACCOUNT } from '@inkwell/shared/personal-data';
import { addressIdOf, normalizeEmail } from '../mail/tokens.ts';

/** How documents identify an account. */
export interface Person {
  readonly id: string;
  /** Spellings of the verified address. */
  readonly addresses: readonly string[];
  /** The id of documents about the address (`addressIdOf`); null without an address. */
  readonly addressId: string | null;
}

export const personOf = (id: string, addresses: readonly string[]): Person => ({
  id,
  addresses,
  addressId: addresses[0] === undefined ? null : addressIdOf(addresses[0]),
});

/** The replacement for a deleted account. */
export interface Successor {
  /** A salted id. */
  readonly id: string;
  /** The guest author for the publication, if it becomes the author. */
  readonly author?: string;
  /** A salted id that replaces the hash of the address; null without an address. */
  readonly addressId: string | null;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  value instanceof Object && Object.getPrototypeOf(value) === Object.prototype;

/** The values at a path of fields, also inside lists. */
export function valuesAt(document: unknown, path: string): unknown[] {
  const [name = '', ...rest] = path.split('.');
  const value = isMap(document) ? document[name] : undefined;
  const values = Array.isArray(value) ? value : [value];
  return rest.length === 0 ? values : values.flatMap((one) => valuesAt(one, rest.join('.')));
}

/** Longer texts are not addresses. */
const ADDRESS_CHARS = 320;

/** Accepts other spellings of the address, too. */
const isAddressOf = (text: string, { addresses }: Person): boolean =>
  addresses.includes(text) ||
  (text.length <= ADDRESS_CHARS &&
    text.includes('@') &&
    addresses[0] !== undefined &&
    normalizeEmail(text) === normalizeEmail(addresses[0]));

/** Whether a value is the person's id, the path of their account, or their address, or contains the id of documents about the address. */
const isOf = (value: unknown, person: Person): boolean =>
  typeof value === 'string' &&
  (value === person.id ||
    value === `users/${person.id}` ||
    isAddressOf(value, person) ||
    (person.addressId !== null && value.includes(person.addressId)));

/** Whether a value is or contains such an identifier, also as a key. A longer text that mentions one does not count. */
export function names(value: unknown, person: Person): boolean {
  if (Array.isArray(value)) return value.some((one) => names(one, person));
  if (!isMap(value)) return isOf(value, person);
  return Object.entries(value).some(([key, one]) => isOf(key, person) || names(one, person));
}

/** Replaces the person with the successor wherever the document identifies them. Other values do not change. */
export function withSuccessor<T>(document: T, person: Person, { id, author, addressId }: Successor): T {
  const replaced = (text: string, field: string): string => {
    if (text === person.id) return field === 'authorIds' || field === 'authorId' ? (author ?? id) : id;
    if (text === `users/${person.id}`) return `users/${id}`;
    if (isAddressOf(text, person)) return DELETED_ACCOUNT;
    return person.addressId !== null && addressId !== null ? text.replaceAll(person.addressId, addressId) : text;
  };
  const walk = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return replaced(value, field);
    if (Array.isArray(value)) {
      const list = value.map((one) => walk(one, field));
      return field === 'authorIds' ? [...new Set(list)] : list;
    }
    if (!isMap(value)) return value;
    const isNamed = value.authorId === person.id && typeof value.name === 'string';
    const entries = Object.entries(value).map(([key, one]) => [replaced(key, ''), walk(one, key)]);
    return { ...Object.fromEntries(entries), ...(isNamed && { name: DELETED_ACCOUNT }) };
  };
  return walk(document, '') as T;
}
