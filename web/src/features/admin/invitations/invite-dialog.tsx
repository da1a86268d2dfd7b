import { INVITATION_LIMITS, InvitationInput, type InvitedName } from '@inkwell/shared/invitations';
import { NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { type InviteResult, invitationTo, useInvite } from '../api/invitations.ts';
import { showActionError } from '../api/unauthorized.ts';
import { INVITED_LABELS, InvitationList } from './invitation-list.tsx';
import styles from './invite-dialog.module.css';

interface Values {
  /** Addresses, separated by commas, semicolons or white space. */
  readonly email: string;
  readonly right: InvitedName;
}

const RIGHTS = ['contributor', 'author', 'moderator'] as const satisfies InvitedName[];
const NOBODY: Values = { email: '', right: 'contributor' };

const rightNamed = (name: string | undefined): InvitedName => RIGHTS.find((right) => right === name) ?? NOBODY.right;

/** Each address once, as it was first typed. */
function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const email of text.split(/[\s,;]+/)) {
    const key = email.toLowerCase();
    if (email && !found.has(key)) found.set(key, email);
  }
  return [...found.values()];
}

const faultsOf = ({ email: text, right }: Values) => {
  const emails = addressesIn(text);
  if (emails.length > INVITATION_LIMITS.perDay) {
    return { email: `Please invite at most ${INVITATION_LIMITS.perDay} people at once` };
  }
  for (const email of emails.length > 0 ? emails : ['']) {
    const fault = InvitationInput.safeParse(invitationTo(email, right)).error?.issues[0]?.message;
    if (fault !== undefined) return { email: emails.length > 1 ? `${email}: ${fault}` : fault };
  }
  return {};
};

/** Invites people by email, and shows the invitations of the last days. The input is autosaved until it is sent or discarded. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const invite = useInvite();
  const [results, setResults] = useState<readonly InviteResult[]>([]);
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
    'The invitation has not been sent, and the addresses will be lost.',
    () => saved.write(null),
  );
  const close = () => guard.ask(onClose);

  const submit = form.onSubmit(({ email: text, right }) => {
    if (invite.isPending) return;
    const emails = addressesIn(text);
    const attempt = saved.attempt();
    const sent = new Set<string>();
    let lastRefusal = '';
    setResults([]);
    invite.mutate(
      {
        emails,
        right,
        attempt,
        report(result) {
          lastRefusal = result.refusal;
          if (!result.refusal) sent.add(result.email);
          if (emails.length > 1) setResults((before) => [...before, result]);
        },
      },
      {
        onSuccess() {
          const email = emails.filter((one) => !sent.has(one)).join('\n');
          if (sent.size > 0) {
            attempt.sent(() => (email ? { email, right } : null));
            toastSuccess(
              'Success',
              sent.size === 1 ? `Invitation sent to ${[...sent][0]}` : `${sent.size} invitations sent`,
            );
          }
          form.setValues({ email, right });
          if (emails.length === 1 && lastRefusal) form.setFieldError('email', lastRefusal);
          field.current?.focus();
        },
        // All addresses stay, because those without an answer may have been invited, and a repeat invites nobody twice.
        onError: (error) => showActionError('send the invitation', error),
        onSettled: () => attempt.release(),
      },
    );
  });
  const addresses = addressesIn(form.values.email);

  return (
    <Dialog onClose={close} closeOnClickOutside={false} title="Invite People" size="lg">
      <form noValidate className={styles.form} onSubmit={submit}>
        <RestoredBanner
          isRestored={saved.isRestored}
          isPending={invite.isPending}
          onDiscard={() => guard.ask(form.reset)}
        />
        <Textarea
          ref={field}
          className={styles.email ?? ''}
          label="Email"
          description="Separate several addresses with commas or lines."
          withAsterisk
          data-autofocus
          autoComplete="off"
          rows={2}
          spellCheck={false}
          readOnly={invite.isPending}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label="Invited as"
          data={RIGHTS.map((value) => ({ value, label: INVITED_LABELS[value] }))}
          {...form.getInputProps('right')}
        />
        <Button type="submit" isPending={invite.isPending}>
          {!invite.isPending
            ? addresses.length > 1
              ? `Send ${addresses.length} Invitations`
              : 'Send Invitation'
            : addresses.length > 1
              ? `Sending ${Math.min(results.length + 1, addresses.length)} of ${addresses.length}...`
              : 'Sending...'}
        </Button>
        <div role="status" className="if-any">
          {results.length > 0 && (
            <ul className={styles.results}>
              {results.map(({ email, refusal }) => (
                <li key={email} data-refused={refusal !== ''}>
                  <strong dir="auto">{email}</strong>: {refusal || 'Invitation sent'}
                </li>
              ))}
            </ul>
          )}
        </div>
      </form>
      <InvitationList onLeft={() => field.current?.focus()} />
      {guard.question}
    </Dialog>
  );
}
