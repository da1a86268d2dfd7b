import '@mantine/core/styles/Checkbox.layer.css';
import { BroadcastInput, NotificationType, notificationApi } from '@inkwell/shared/notifications';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { notificationQueries } from '../../notifications/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';

const TYPE_LABELS: Record<NotificationType, string> = {
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
};

type Values = Omit<BroadcastInput, 'isMailed'>;

const isWritten = ({ title, message }: Values) => title.trim() !== '' || message.trim() !== '';

interface Sending {
  readonly body: Omit<BroadcastInput, 'isMailed'> & { readonly isMailed?: true };
  /** The autosaved text is removed once it is sent, unless it has changed since. */
  readonly attempt: Attempt;
}

/** Sends a notification to all users. Repeating the same text repeats the same notification, because a lost answer must not create two. */
function useSendNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, attempt }: Sending) =>
      tellIfLate(
        call(
          notificationApi.broadcast,
          { body },
          { headers: { 'Idempotency-Key': attempt.key(JSON.stringify(body)) } },
        ),
      ),
    onSuccess: (_sent, { attempt }) => {
      attempt.sent();
      toastSuccess('Success', 'Notification sent to all users!');
      void client.invalidateQueries({ queryKey: adminQueries.broadcasts().queryKey });
      void client.invalidateQueries({ queryKey: notificationQueries.all });
    },
    onError: (error) => showActionError('send notification', error),
    onSettled: (_sent, _error, { attempt }) => attempt.release(),
  });
}

/**
 * Writes a broadcast; the text is autosaved until it is sent or discarded. If sending fails, the form stays. Closing
 * asks if there is text. Product §2.
 */
export function SendNotificationDialog({ onClose }: { readonly onClose: () => void }) {
  const saved = useAutosavedFields('broadcast', {
    lifeMs: FORM_LIFE_MS,
    restore({ title = '', message = '', type }) {
      form.setValues({ title, message, type: NotificationType.safeParse(type).data ?? 'info' });
      return true;
    },
  });
  const send = useSendNotification();
  // Never restored, because the recipients are chosen again each time.
  const [isMailed, setMailed] = useState(false);
  const form = useForm<Values>({
    initialValues: { title: '', message: '', type: 'info' },
    validate: schemaResolver(BroadcastInput, { sync: true }),
    onValuesChange: (values) => saved.write(isWritten(values) ? { ...values } : null),
  });
  const guard = useDiscardGuard(
    () => isWritten(form.getValues()),
    send.isPending
      ? 'The notification is being sent. If that fails, your text will be lost.'
      : 'The notification has not been sent, and your text will be lost.',
    () => saved.write(null),
  );

  const submit = form.onSubmit(({ title, message, type }) => {
    const onSuccess = () => {
      saved.write(null);
      onClose();
    };
    send.mutate(
      {
        body: { title: title.trim(), message: message.trim(), type, ...(isMailed && { isMailed }) },
        attempt: saved.attempt(),
      },
      { onSuccess },
    );
  });

  return (
    <FormDialog
      title="Send Notification to All Users"
      confirmLabel="Send Notification"
      pendingLabel="Sending..."
      isPending={send.isPending}
      guard={guard}
      onSubmit={submit}
      onClose={onClose}
    >
      <RestoredBanner
        isRestored={saved.isRestored}
        isPending={send.isPending}
        onDiscard={() => guard.ask(form.reset)}
      />
      <TextInput label="Title" withAsterisk data-autofocus readOnly={send.isPending} {...form.getInputProps('title')} />
      <Textarea label="Message" withAsterisk rows={4} readOnly={send.isPending} {...form.getInputProps('message')} />
      <NativeSelect
        label="Type"
        data={NotificationType.options.map((type) => ({ value: type, label: TYPE_LABELS[type] }))}
        {...form.getInputProps('type')}
      />
      <Checkbox
        label="Also send by email"
        description="Sent to users who chose email news in their profile."
        checked={isMailed}
        onChange={({ currentTarget }) => setMailed(currentTarget.checked)}
      />
    </FormDialog>
  );
}
