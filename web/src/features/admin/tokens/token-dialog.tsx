import '@mantine/core/styles/Checkbox.layer.css';
import { SCOPE_WORDS, TokenScope } from '@inkwell/shared/token-scopes';
import { TokenInput, tokenApi } from '@inkwell/shared/tokens';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { useStaffChange } from '../api/staff-change.ts';
import styles from '../components/once-shown.module.css';
import { OnceShown } from '../components/once-shown.tsx';

/** The key of the list of tokens. */
export const TOKENS = ['admin', 'tokens'] as const;

const DAY_MS = 86_400_000;

/** Days of validity; empty for a token that does not expire. */
const EXPIRIES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Never' },
];

const NEW = { name: '', scopes: [] as string[], days: '90' };

const inputOf = ({ name, scopes, days }: typeof NEW) => ({
  name,
  scopes,
  ...(days && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
});

const faultsOf = (values: typeof NEW) =>
  Object.fromEntries(
    TokenInput.safeParse(inputOf(values)).error?.issues.map(({ path, message }) => [path[0], message]) ?? [],
  );

/** Creates a token, then shows its secret, which is never shown again. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  // The same for each attempt, so that a repeat after a lost answer shows the same token.
  const [key] = useState(() => crypto.randomUUID());
  const create = useStaffChange({
    send: (body: TokenInput) => call(tokenApi.create, { body }, { headers: { 'Idempotency-Key': key } }),
    action: 'create the token',
    stale: [TOKENS],
  });
  const form = useForm({ initialValues: NEW, validate: faultsOf });
  const guard = useDiscardGuard(() => form.isDirty() && !create.isSuccess, 'The token has not been created.');
  if (create.data) {
    return (
      <OnceShown
        {...{ title: 'Token Created', noun: 'token', label: 'Copy Token', onClose }}
        text={create.data.token}
        copied={['Token Copied', 'Store it where the program can read it.']}
      />
    );
  }
  return (
    <FormDialog
      title="New Token"
      confirmLabel="Create Token"
      pendingLabel="Creating..."
      isPending={create.isPending}
      guard={guard}
      onSubmit={form.onSubmit((values) => create.mutate(TokenInput.parse(inputOf(values))))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What uses the token, e.g. “Website build”"
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="Scopes" withAsterisk {...form.getInputProps('scopes')}>
        <div className={styles.choices}>
          {TokenScope.options.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} description={SCOPE_WORDS[scope]} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect label="Expires after" data={EXPIRIES} {...form.getInputProps('days')} />
    </FormDialog>
  );
}
