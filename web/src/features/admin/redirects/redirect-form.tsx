import { REDIRECT_TEXTS, type Redirect, RedirectInput, redirectApi } from '@inkwell/shared/redirects';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { call, isApiError, serverText } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { adminQueries } from '../api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';
import styles from './redirect-form.module.css';

interface Values {
  readonly from: string;
  readonly to: string;
  readonly status: string;
}

type Errors = Partial<Record<keyof Values, string>>;

const NONE: Values = { from: '', to: '', status: '301' };

/** Refusals about the old address; the others are about the new one. */
const ABOUT_FROM: readonly string[] = [
  REDIRECT_TEXTS.taken,
  REDIRECT_TEXTS.reserved,
  REDIRECT_TEXTS.follower,
  REDIRECT_TEXTS.full,
  REDIRECT_TEXTS.fullPatterns,
];

/** Creates or changes a redirect. */
export function RedirectForm({ redirect, onDone }: { readonly redirect?: Redirect; readonly onDone?: () => void }) {
  const client = useQueryClient();
  const [values, setValues] = useState<Values>(redirect ? { ...redirect, status: String(redirect.status) } : NONE);
  const [errors, setErrors] = useState<Errors>({});
  const save = useMutation({
    mutationFn: (body: RedirectInput) =>
      redirect ? call(redirectApi.change, { params: { id: redirect.id }, body }) : call(redirectApi.create, { body }),
    onSuccess: () => {
      toastSuccess('Success', redirect ? 'Redirect changed' : 'Redirect added');
      if (!redirect) setValues(NONE);
      onDone?.();
      return client.invalidateQueries({ queryKey: adminQueries.everyRedirect });
    },
    onError: (error) => {
      const text = isApiError(error, 400) || isApiError(error, 409) ? serverText(error, '') : '';
      if (text) setErrors({ [ABOUT_FROM.includes(text) ? 'from' : 'to']: text });
      else showActionError('save the redirect', error);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const { data, error } = RedirectInput.safeParse({ ...values, status: Number(values.status) });
    setErrors(Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]).reverse() ?? []));
    if (data) save.mutate(data);
  };
  const field = (name: 'from' | 'to') => ({
    value: values[name],
    error: errors[name],
    maxLength: 2_000,
    dir: 'auto',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  return (
    <form
      className={redirect ? styles.stacked : styles.form}
      aria-label={redirect ? 'Change redirect' : 'New redirect'}
      noValidate
      onSubmit={submit}
    >
      <TextInput label="Old address" placeholder="/about-us or /blog/*" {...field('from')} />
      <TextInput label="New address" placeholder="/about or https://..." {...field('to')} />
      <NativeSelect
        label="Kind"
        value={values.status}
        data={[
          { value: '301', label: 'Permanent (301)' },
          { value: '302', label: 'Temporary (302)' },
        ]}
        onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, status: value }))}
      />
      <Button type="submit" isPending={save.isPending}>
        {redirect ? 'Save' : 'Add Redirect'}
      </Button>
    </form>
  );
}
