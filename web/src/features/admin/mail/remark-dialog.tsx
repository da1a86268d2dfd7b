import { INVALID_EMAIL, isDeliverable } from '@inkwell/shared/email-address';
import { MAIL_LIMITS } from '@inkwell/shared/mail';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog, type FormDialogProps } from '../../../components/form-dialog.tsx';

interface RemarkDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  /** A sentence that says what will happen. */
  readonly children: string;
  /** The address; null to ask for it. */
  readonly email: string | null;
  readonly onConfirm: (input: { email: string; remark: string }) => void;
}

/** Asks for the reason, and for the address. Stays open with the input if the change fails. */
export function RemarkDialog({ children, email: known, onConfirm, ...dialog }: RemarkDialogProps) {
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
