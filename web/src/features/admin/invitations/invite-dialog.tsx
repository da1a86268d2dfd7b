import { InvitationInput, type InvitedName } from '@inkwell/shared/invitations';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { isApiError, serverText } from '../../../lib/api.ts';
import { invitationTo, useInvite } from '../api/invitations.ts';
import { showActionError } from '../api/unauthorized.ts';
import { InvitationList } from './invitation-list.tsx';
import styles from './invite-dialog.module.css';
import { INVITED_LABELS } from './invited-labels.ts';

interface Values {
  readonly email: string;
  readonly right: InvitedName;
}

const RIGHTS = ['contributor', 'author', 'moderator'] as const satisfies InvitedName[];
const NOBODY: Values = { email: '', right: 'contributor' };

const rightNamed = (name: string | undefined): InvitedName => RIGHTS.find((right) => right === name) ?? NOBODY.right;

const faultsOf = ({ email, right }: Values) => {
  const fault = InvitationInput.safeParse(invitationTo(email, right)).error?.issues[0]?.message;
  return fault === undefined ? {} : { email: fault };
};

/** Refusals that say something about the address or the number of invitations. */
const refusalIn = (error: unknown): string =>
  [400, 409, 429].some((status) => isApiError(error, status)) ? serverText(error, '') : '';

/** Invites people by mail, and shows the invitations of the last days. What is typed is autosaved until it is sent or discarded. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const invite = useInvite();
  const saved = useAutosavedFields('invitation', {
    lifeMs: FORM_LIFE_MS,
    restore({ email = '', right }) {
      form.setValues({ email, right: rightNamed(right) });
      return true;
    },
  });
  const form = useForm<Values>({
    initialValues: NOBODY,
    validate: faultsOf,
    onValuesChange: (values) => saved.write(values.email.trim() ? { ...values } : null),
  });
  const guard = useDiscardGuard(
    () => form.getValues().email.trim() !== '',
    'The invitation has not been sent, and the address will be lost.',
    () => saved.write(null),
  );
  const close = () => guard.ask(onClose);

  const submit = form.onSubmit(({ email, right }) => {
    if (invite.isPending) return;
    const attempt = saved.attempt();
    invite.mutate(
      { body: invitationTo(email.trim(), right), attempt },
      {
        onSuccess() {
          attempt.sent();
          form.setValues({ email: '', right });
          field.current?.focus();
        },
        onError(error) {
          const refusal = refusalIn(error);
          if (refusal) form.setFieldError('email', refusal);
          else showActionError('send the invitation', error);
        },
        onSettled: () => attempt.release(),
      },
    );
  });

  return (
    <Dialog onClose={close} closeOnClickOutside={false} title="Invite People" size="lg">
      <form noValidate className={styles.form} onSubmit={submit}>
        <RestoredBanner
          isRestored={saved.isRestored}
          isPending={invite.isPending}
          onDiscard={() => guard.ask(form.reset)}
        />
        <TextInput
          ref={field}
          className={styles.email ?? ''}
          label="Email"
          type="email"
          withAsterisk
          data-autofocus
          autoComplete="off"
          readOnly={invite.isPending}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label="Invited as"
          data={RIGHTS.map((value) => ({ value, label: INVITED_LABELS[value] }))}
          {...form.getInputProps('right')}
        />
        <Button type="submit" isPending={invite.isPending}>
          {invite.isPending ? 'Sending...' : 'Send Invitation'}
        </Button>
      </form>
      <InvitationList onLeft={() => field.current?.focus()} />
      {guard.question}
    </Dialog>
  );
}
