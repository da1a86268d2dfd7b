import { useState } from 'react';
import * as z from 'zod/mini';

type Texts = Record<string, string>;

/** Text fields and their schema, for forms on the first page, where @mantine/form would weigh more than the form. */
export function useFields<Values extends Texts>(schema: z.ZodMiniType<unknown, Values>, initial: Values) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});

  return {
    values,
    /** Props of one input. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name],
      ...(errors[name] !== undefined && { error: errors[name] }),
      onChange: (event: { target: { value: string } }) => {
        const { value } = event.target;
        setValues((before) => ({ ...before, [name]: value }));
        setErrors(({ [name]: _, ...others }) => others as typeof errors);
      },
    }),
    /**
     * Checks all fields and shows their errors.
     * @returns whether there are none
     */
    validate(form: HTMLFormElement): boolean {
      const result = z.safeParse(schema, values);
      const found: Partial<Record<keyof Values, string>> = {};
      for (const issue of result.error?.issues ?? []) {
        const name = issue.path[0] as keyof Values;
        found[name] ??= issue.message;
      }
      setErrors(found);
      const first = Object.keys(initial).find((name) => found[name]);
      if (first) (form.elements.namedItem(first) as HTMLInputElement | null)?.focus();
      return result.success;
    },
    reset: () => {
      setValues(initial);
      setErrors({});
    },
  };
}
