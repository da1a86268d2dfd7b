import '@mantine/core/styles/Radio.layer.css';
import { counted, wholeNumber } from '@inkwell/shared/format';
import { SUBSCRIBER_LIMITS, type SubscriberImport } from '@inkwell/shared/subscribers';
import { Radio, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FileButton } from '../../../components/file-button.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import styles from '../admin.module.css';
import { showActionError } from '../api/unauthorized.ts';
import { importSubscribers, readSubscribers, type SubscriberFile } from './subscriber-csv.ts';

const MOST = SUBSCRIBER_LIMITS.part * SUBSCRIBER_LIMITS.parts;

interface ImportDialogProps {
  readonly onClose: () => void;
  readonly onBegun: (begun: SubscriberImport) => void;
}

type ChosenFile = SubscriberFile & { readonly name: string };

/** Selects a CSV file and states how its people consented. */
export function ImportDialog({ onClose, onBegun }: ImportDialogProps) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [kind, setKind] = useState<'confirmed' | 'ask'>('ask');
  const [values, setValues] = useState({ source: '', day: '' });
  const [errors, setErrors] = useState<Partial<Record<'file' | 'source' | 'day', string | undefined>>>({});
  const [sent, setSent] = useState(0);
  const asksForDay = kind === 'confirmed' && (!file || file.dated < file.rows.length);
  const begin = useMutation({
    mutationFn: ({ chosen }: { chosen: ChosenFile }) => {
      const source = values.source.trim();
      const at = new Date(`${values.day}T00:00:00Z`);
      const consent = { kind, source, ...(asksForDay && { at: at.toISOString() }) };
      return importSubscribers(chosen, consent, setSent);
    },
    onSuccess: onBegun,
    onError: (error) => showActionError('import subscribers', error),
  });

  const choose = async (chosen: File) => {
    const read = readSubscribers(await chosen.text());
    setFile({ ...read, name: chosen.name });
    setErrors((before) => ({ ...before, file: undefined }));
  };

  const submit = () => {
    const at = Date.parse(`${values.day}T00:00:00Z`);
    const faults = {
      ...((!file || file.rows.length === 0) && { file: 'Choose a file with at least one address' }),
      ...(file && file.rows.length > MOST && { file: `At most ${wholeNumber(MOST)} people at once` }),
      ...(values.source.trim() === '' && { source: 'Enter where these people come from' }),
      ...(asksForDay && !(at <= Date.now()) && { day: 'Choose a day that is not in the future' }),
    };
    setErrors(faults);
    if (Object.keys(faults).length === 0 && file) begin.mutate({ chosen: file });
  };
  const field = (name: 'source' | 'day') => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  return (
    <FormDialog
      title="Import subscribers"
      confirmLabel="Import"
      pendingLabel={`Sending ${wholeNumber(sent)} of ${wholeNumber(file?.rows.length ?? 0)}...`}
      isPending={begin.isPending}
      onSubmit={submit}
      staysWhilePending
      onClose={onClose}
    >
      <div className={styles.bar}>
        <FileButton
          variant="secondary"
          size="small"
          data-autofocus
          accept=".csv,text/csv"
          fieldLabel="CSV file"
          onFile={(chosen) => void choose(chosen)}
        >
          Choose CSV File
        </FileButton>
        <p role="status">
          {file ? `${file.name}: ${counted(file.rows.length, 'address', 'addresses')}` : 'No file chosen'}
        </p>
      </div>
      {errors.file && (
        <p role="alert" className={styles.notice}>
          {errors.file}
        </p>
      )}
      <Radio.Group
        label="Did these people agree to this newsletter?"
        value={kind}
        onChange={(value) => setKind(value === 'confirmed' ? 'confirmed' : 'ask')}
      >
        <Radio mt="xs" value="ask" label="Not yet: ask each of them by email" />
        <Radio mt="xs" value="confirmed" label="Yes, they confirmed it elsewhere" />
      </Radio.Group>
      <TextInput
        label="Where do these addresses come from?"
        description="Stored with each consent, such as “Newsletter at our old provider”."
        maxLength={SUBSCRIBER_LIMITS.source}
        {...field('source')}
      />
      {asksForDay && (
        <TextInput
          type="date"
          label="When did they confirm?"
          description={
            file && file.dated > 0
              ? `For rows without a date; ${counted(file.dated, 'row has', 'rows have')} one.`
              : 'For all of them, because the file gives no dates.'
          }
          {...field('day')}
        />
      )}
      <p>
        {kind === 'ask'
          ? 'Each person gets one email with a link, within your hourly limit. Nobody is subscribed until they follow it.'
          : 'They are subscribed at once. People who have unsubscribed or are already subscribed are not changed.'}
      </p>
    </FormDialog>
  );
}
