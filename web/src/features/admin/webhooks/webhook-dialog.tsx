import '@mantine/core/styles/Checkbox.layer.css';
import { WEBHOOK_EVENT_WORDS, type Webhook, WebhookEvent, WebhookInput } from '@inkwell/shared/webhooks';
import { Checkbox, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useChangeWebhook, useCreateWebhook } from '../api/webhooks.ts';
import styles from '../components/once-shown.module.css';
import { OnceShown } from '../components/once-shown.tsx';

interface WebhookDialogProps {
  /** Omitted for a new one. */
  readonly webhook?: Webhook;
  readonly onClose: () => void;
}

/** Edits a webhook, or creates one and shows its secret, which is never shown again. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const create = useCreateWebhook(key);
  const change = useChangeWebhook({ id: webhook?.id ?? '' });
  const { url = '', events = [], withAddresses = false } = webhook ?? {};
  const form = useForm({
    initialValues: { url, events: [...events] as string[], withAddresses },
    validate: schemaResolver(WebhookInput, { sync: true }),
  });
  const isDone = create.isSuccess || change.isSuccess;
  const guard = useDiscardGuard(() => form.isDirty() && !isDone, 'The webhook has not been saved.');
  if (create.data) {
    return (
      <OnceShown
        {...{ title: 'Webhook Created', noun: 'secret', label: 'Copy Secret', onClose }}
        text={create.data.secret}
        copied={['Secret Copied', 'Store it where the receiver verifies signatures.']}
      />
    );
  }
  const save = (values: typeof form.values) => {
    const input = WebhookInput.parse(values);
    if (webhook) change.mutate(input, { onSuccess: onClose });
    else create.mutate(input);
  };
  const hasSubscribers = form.values.events.some((event) => event.startsWith('subscriber.'));
  return (
    <FormDialog
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      confirmLabel={webhook ? 'Save Changes' : 'Create Webhook'}
      pendingLabel={webhook ? 'Saving...' : 'Creating...'}
      isPending={create.isPending || change.isPending}
      guard={guard}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="Where events are sent, e.g. https://example.com/hooks"
        type="url"
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="Events" withAsterisk {...form.getInputProps('events')}>
        <div className={styles.choices}>
          {WebhookEvent.options.map((event) => (
            <Checkbox key={event} value={event} label={event} description={WEBHOOK_EVENT_WORDS[event]} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label="Include email addresses"
        description="Subscriber events will include the address as well as the id."
        disabled={!hasSubscribers}
        {...form.getInputProps('withAddresses', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
