import { INVALID_EMAIL, isDeliverable } from '@inkwell/shared/email-address';
import { MAIL_LIMITS } from '@inkwell/shared/mail';
import { Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import styles from '../admin.module.css';

interface RemarkDialogProps {
  readonly title: string;
  /** What will happen, as a sentence. */
  readonly children: string;
  /** Null to ask for the address. */
  readonly email: string | null;
  readonly confirmLabel: string;
  readonly pendingLabel: string;
  readonly isPending: boolean;
  readonly onConfirm: (input: { email: string; remark: string }) => void;
  readonly onClose: () => void;
}

/** Asks why, and for which address. Stays open with what was typed if the change fails. */
export function RemarkDialog(props: RemarkDialogProps) {
  const { title, children, email: known, confirmLabel, pendingLabel, isPending, onConfirm, onClose } = props;
  useFocusBack();
  const [values, setValues] = useState({ email: known ?? '', remark: '' });
  const [errors, setErrors] = useState<{ email?: string; remark?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
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
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={styles.dialogForm} noValidate onSubmit={submit}>
        <p>{children}</p>
        {known === null && (
          <TextInput
            type="email"
            label="E-mail address"
            data-autofocus
            value={values.email}
            error={errors.email}
            onChange={({ currentTarget: { value } }) => change('email', value)}
          />
        )}
        <Textarea
          label="Why, for the activity"
          data-autofocus={known === null ? undefined : true}
          rows={2}
          maxLength={MAIL_LIMITS.remark}
          value={values.remark}
          error={errors.remark}
          onChange={({ currentTarget: { value } }) => change('remark', value)}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={isPending}>
            {isPending ? pendingLabel : confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
