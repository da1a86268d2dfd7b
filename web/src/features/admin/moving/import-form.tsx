import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import {
  type ContentImport,
  IMPORT_EXTRAS,
  IMPORT_KINDS,
  IMPORT_LIMITS,
  type ImportKind,
  importApi,
} from '@inkwell/shared/imports';
import { Checkbox, Progress, Radio, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useLeaveGuard } from '../../../hooks/use-leave-guard.ts';
import { call } from '../../../lib/api.ts';
import { showActionError } from '../api/unauthorized.ts';
import { FileField } from './file-field.tsx';
import styles from './import-form.module.css';
import { KINDS } from './import-texts.ts';

const FILES = ['file', 'members', 'redirects', 'pictures'] as const;
type FileName = (typeof FILES)[number];

const EXTRAS = [
  { name: 'members', label: 'Members (CSV)', accept: '.csv,text/csv' },
  { name: 'redirects', label: 'Redirects (YAML or JSON)', accept: '.yaml,.yml,.json' },
  { name: 'pictures', label: 'Pictures (zip)', accept: '.zip,application/zip' },
] as const;

const SITE = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/;

const faultOf = (file: File | undefined, isNeeded: boolean): string | undefined => {
  if (!file) return isNeeded ? 'Choose a file' : undefined;
  if (file.size === 0) return 'This file is empty';
  return file.size > IMPORT_LIMITS.uploadBytes ? 'A file has at most 1 GB' : undefined;
};

/** Selects the kind and files of an import, uploads them, and starts the first pass. */
export function ImportForm({ onBegun }: { readonly onBegun: (begun: ContentImport) => void }) {
  const [kind, setKind] = useState<ImportKind>('ghost');
  const [files, setFiles] = useState<Partial<Record<FileName, File>>>({});
  const [site, setSite] = useState('');
  const [isFetching, setFetching] = useState(false);
  const [faults, setFaults] = useState<Partial<Record<FileName | 'site', string | undefined>>>({});
  const [sent, setSent] = useState<{ name: string; share: number } | null>(null);
  const abort = useRef<AbortController | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const extras = IMPORT_EXTRAS[kind];
  const taken = (name: FileName): File | undefined =>
    name === 'file' || extras.includes(name) ? files[name] : undefined;

  const begin = useMutation({
    async mutationFn() {
      const { storeImportFile } = await import('../../../lib/firebase-storage.ts');
      const controller = new AbortController();
      abort.current = controller;
      const ids: Partial<Record<FileName, string>> = {};
      for (const name of FILES) {
        const file = taken(name);
        if (!file) continue;
        setSent({ name: file.name, share: 0 });
        ids[name] = await storeImportFile(file, {
          signal: controller.signal,
          onProgress: (share) => setSent({ name: file.name, share }),
        });
      }
      setSent(null);
      return call(importApi.create, {
        body: {
          kind,
          name: files.file?.name ?? '',
          file: '',
          ...ids,
          fetch: isFetching && extras.includes('fetch'),
          site: (extras.includes('site') && site.trim()) || null,
        },
      });
    },
    onSuccess: onBegun,
    onError(error) {
      if (!abort.current?.signal.aborted) showActionError('import these files', error);
      submitButton.current?.focus();
    },
    onSettled: () => setSent(null),
  });
  const guard = useLeaveGuard(() => begin.isPending);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (begin.isPending) return;
    const found = {
      ...Object.fromEntries(FILES.map((name) => [name, faultOf(taken(name), name === 'file')])),
      site:
        extras.includes('site') && site.trim() !== '' && !SITE.test(site.trim())
          ? 'An address begins with https://'
          : undefined,
    };
    setFaults(found);
    if (Object.values(found).every((fault) => fault === undefined)) begin.mutate();
  };
  const choose = (name: FileName) => (file: File | null) => {
    setFiles(({ [name]: _, ...others }) => ({ ...others, ...(file && { [name]: file }) }));
    setFaults((before) => ({ ...before, [name]: undefined }));
  };
  const { file, accept, hint } = KINDS[kind];
  const fields = [
    { name: 'file', label: file, accept, hint: 'Required' } as const,
    ...EXTRAS.filter(({ name }) => extras.includes(name)),
  ];

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="New import">
      <Radio.Group
        label="What are you importing?"
        value={kind}
        onChange={(value) => {
          setKind(IMPORT_KINDS.find((one) => one === value) ?? 'ghost');
          // A file of another kind does not fit.
          choose('file')(null);
        }}
      >
        <div className={styles.kinds}>
          {IMPORT_KINDS.map((one) => (
            <Radio key={one} value={one} label={KINDS[one].label} disabled={begin.isPending} />
          ))}
        </div>
      </Radio.Group>
      <p className="note">{hint}</p>
      <div className={styles.files}>
        {fields.map(({ name, ...field }) => (
          <FileField
            key={name}
            {...field}
            file={files[name] ?? null}
            error={faults[name]}
            isDisabled={begin.isPending}
            onChange={choose(name)}
          />
        ))}
      </div>
      {extras.includes('site') && (
        <TextInput
          label="Old site’s URL"
          description="Optional. Needed only if the file does not contain it. Old addresses and links redirect to the new ones."
          placeholder="https://old.example"
          maxLength={500}
          value={site}
          error={faults.site}
          disabled={begin.isPending}
          onChange={({ currentTarget: { value } }) => {
            setSite(value);
            setFaults((before) => ({ ...before, site: undefined }));
          }}
        />
      )}
      {extras.includes('fetch') && (
        <Checkbox
          label="Fetch pictures from the old site"
          description="Fetches pictures that are not in the files. Otherwise they keep their old addresses."
          checked={isFetching}
          disabled={begin.isPending}
          onChange={({ currentTarget: { checked } }) => setFetching(checked)}
        />
      )}
      <p className="note">
        The whole file is read first, and nothing is published. You then see what would be imported, and decide whether
        to start. Files are deleted after {IMPORT_LIMITS.keptDays} days.
      </p>
      {sent && <Progress value={sent.share * 100} aria-label={`Uploading ${sent.name}`} />}
      <div className={styles.buttons}>
        <Button ref={submitButton} type="submit" isPending={begin.isPending}>
          {sent ? `Uploading, ${Math.floor(sent.share * 100)}%` : begin.isPending ? 'Reading...' : 'Check File'}
        </Button>
        {sent && (
          <Button variant="secondary" onClick={() => abort.current?.abort()}>
            Stop Upload
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={guard.isAsking}
        title="Stop the upload?"
        confirmLabel="Leave"
        pendingLabel="Leave"
        isPending={false}
        onConfirm={guard.leave}
        onClose={guard.stay}
      >
        The files are not uploaded yet. If you leave this page, you will have to choose them again.
      </ConfirmDialog>
    </form>
  );
}
