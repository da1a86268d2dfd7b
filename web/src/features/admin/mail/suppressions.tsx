import { INVALID_EMAIL, isDeliverable } from '@inkwell/shared/email-address';
import { counted, shortDate } from '@inkwell/shared/format';
import { linePeople } from '@inkwell/shared/line-icons';
import { MAIL_LIMITS, type Suppression } from '@inkwell/shared/mail';
import { Textarea, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { FormDialog, type FormDialogProps } from '../../../components/form-dialog.tsx';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { mailQueries, useFree, useSuppress } from '../api/mail.ts';
import { totalOf } from '../components/paged-list.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { EVENTS, REASONS, SOURCES } from './mail-texts.ts';

interface RemarkDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  /** A sentence that says what will happen. */
  readonly children: string;
  /** The address; null to ask for it. */
  readonly email: string | null;
  readonly onConfirm: (input: { email: string; remark: string }) => void;
}

/** Asks for the reason, and for the address. Stays open with the input if the change fails. */
function RemarkDialog({ children, email: known, onConfirm, ...dialog }: RemarkDialogProps) {
  const [values, setValues] = useState({ email: known ?? '', remark: '' });
  const [errors, setErrors] = useState<{ email?: string; remark?: string }>({});
  const submit = () => {
    const input = { email: values.email.trim(), remark: values.remark.trim() };
    const faults = {
      ...(known === null && !isDeliverable(input.email) && { email: INVALID_EMAIL }),
      ...(input.remark === '' && { remark: 'Please say why' }),
    };
    setErrors(faults);
    if (Object.keys(faults).length === 0) onConfirm(input);
  };
  const change = (name: 'email' | 'remark', value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors({});
  };

  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <p>{children}</p>
      {known === null && (
        <TextInput
          type="email"
          label="Email address"
          data-autofocus
          value={values.email}
          error={errors.email}
          onChange={({ currentTarget: { value } }) => change('email', value)}
        />
      )}
      <Textarea
        label="Reason, kept in the activity"
        data-autofocus={known === null ? undefined : true}
        rows={2}
        maxLength={MAIL_LIMITS.remark}
        value={values.remark}
        error={errors.remark}
        onChange={({ currentTarget: { value } }) => change('remark', value)}
      />
    </FormDialog>
  );
}

/** Addresses that get no email, each with the reason. An address can be looked up, suppressed or freed. */
export function Suppressions() {
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState<Suppression | 'new' | null>(null);
  const query = useInfiniteQuery(mailQueries.suppressions(email ? { email } : {}));
  const total = totalOf(query);
  const suppress = useSuppress();
  const free = useFree();
  const close = { onSuccess: () => setAsked(null) };

  const look = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    const isWrong = wanted !== '' && !isDeliverable(wanted);
    setError(isWrong ? INVALID_EMAIL : null);
    if (!isWrong) setEmail(wanted);
  };

  return (
    <>
      <div className={styles.bar}>
        <h2>Suppressed Addresses</h2>
        <p role="status">{total === null || email ? '' : counted(total, 'address', 'addresses')}</p>
        <Button variant="secondary" size="small" onClick={() => setAsked('new')}>
          Suppress an Address
        </Button>
      </div>
      <form className={styles.bar} noValidate onSubmit={look} aria-label="Look up an address">
        <TextInput
          type="email"
          label="Address"
          value={typed}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            setError(null);
            if (value === '') setEmail('');
          }}
        />
        <Button type="submit" variant="secondary" size="small">
          Look Up
        </Button>
      </form>
      <StaffList
        label="Suppressed addresses"
        query={query}
        noun="addresses"
        loadingHeight={144}
        empty={
          <EmptyState
            icon={linePeople}
            headingLevel={3}
            title={email ? `${email} is not suppressed` : 'No address is suppressed'}
          />
        }
      >
        {(address) => <Row key={address.id} address={address} onFree={() => setAsked(address)} />}
      </StaffList>
      {asked === 'new' && (
        <RemarkDialog
          title="Suppress an address"
          email={null}
          confirmLabel="Suppress"
          pendingLabel="Suppressing..."
          isPending={suppress.isPending}
          onConfirm={(input) => suppress.mutate(input, close)}
          onClose={() => setAsked(null)}
        >
          It receives no more email: no newsletter, no confirmation, no invitation.
        </RemarkDialog>
      )}
      {asked !== null && asked !== 'new' && (
        <RemarkDialog
          title={`Free ${asked.email}?`}
          email={asked.email}
          confirmLabel="Free"
          pendingLabel="Freeing..."
          isPending={free.isPending}
          onConfirm={({ remark }) => free.mutate({ id: asked.id, remark }, close)}
          onClose={() => setAsked(null)}
        >
          {asked.reason === 'complaint'
            ? 'The owner complained about our email. Free the address only if they asked for email again.'
            : 'It receives email again, until one fails in the same way.'}
        </RemarkDialog>
      )}
    </>
  );
}

function Row({ address, onFree }: { readonly address: Suppression; readonly onFree: () => void }) {
  const { email, suppressedAt, reason, remark, notes } = address;
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <strong dir="auto">{email}</strong>
        <span className={styles.meta}>
          <Badge tone={suppressedAt === null ? 'success' : 'warning'}>
            {reason === null ? 'Not suppressed' : REASONS[reason]}
          </Badge>
          {suppressedAt !== null && <span>since {shortDate(suppressedAt)}</span>}
          {remark !== null && <span dir="auto">{remark}</span>}
        </span>
        {notes.length > 0 && (
          <details>
            <summary>
              Delivery response<span className="visually-hidden"> from {email}</span>
            </summary>
            <ul>
              {notes.map(({ kind, source, at, reply }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and they do not move
                <li key={index}>
                  <time dateTime={at}>{shortDate(at)}</time>, {EVENTS[kind]}, by {SOURCES[source]}
                  {reply !== '' && (
                    <>
                      : <q dir="auto">{reply}</q>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {suppressedAt !== null && (
        <div className={styles.rowActions}>
          <Button variant="secondary" size="small" aria-label={`Free ${email}`} onClick={onFree}>
            Free
          </Button>
        </div>
      )}
    </li>
  );
}
