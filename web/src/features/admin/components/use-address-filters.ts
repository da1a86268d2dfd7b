import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What is looked for in a list, as it stands in the address; what does not stand there is undefined. */
export interface AddressFilters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  /** Changes some; undefined and '' take away. Back leads to what was before, unless it is `replaced`. */
  change(values: Partial<Record<Name, string | undefined>>, options?: { replaced?: boolean }): void;
}

export function useAddressFilters<Name extends string>(names: readonly Name[]): AddressFilters<Name> {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<Name, string>>;

  const change = useCallback<AddressFilters<Name>['change']>(
    (changes, { replaced = false } = {}) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries<string | undefined>(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: replaced, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { values, change };
}

/** The value if it is one of these. */
export const oneOf = <T extends string>(options: readonly T[], value: string | undefined): T | undefined =>
  options.find((option) => option === value);
