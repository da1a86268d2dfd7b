import { PICTURE_LIBRARY, pictureLibraryApi } from '@inkwell/shared/picture-library';
import { storageApi } from '@inkwell/shared/storage';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FileButton } from '../../../components/file-button.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { pictureQueries } from '../../../lib/picture-queries.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { acceptedFiles, imageProblem } from '../../text-editor/pictures/file-rules.ts';
import { prepared } from '../../text-editor/pictures/prepared.ts';

interface Chosen {
  readonly key: number;
  readonly file: File;
  readonly description: string;
  /** Set once the picture is stored, so that a retry only describes it. */
  readonly name: string | null;
  readonly problem: string | null;
}

/** The id of a stored picture, from its address. */
const nameOf = (imageUrl: string): string => decodeURIComponent(imageUrl.replace(/[?#].*/, '')).replace(/.*\//, '');

/** Uploads several pictures, each with its description. Failed ones stay in the dialog, with the reason. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [done, setDone] = useState(0);
  const change = (key: number, values: Partial<Chosen>) =>
    setChosen((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const guard = useDiscardGuard(
    () => chosen.length > 0,
    'These pictures have not been uploaded, and their descriptions will be lost.',
  );

  async function store({ key, file, description, name: known }: Chosen): Promise<boolean> {
    try {
      const name = known ?? nameOf((await uploadFile(storageApi.upload, await prepared(file))).imageUrl);
      change(key, { name });
      if (description.trim()) await call(pictureLibraryApi.describe, { params: { name }, body: { description } });
      setChosen((all) => all.filter((one) => one.key !== key));
      return true;
    } catch (error) {
      change(key, { problem: failureText(error) });
      return false;
    }
  }
  const upload = useMutation({
    async mutationFn(pictures: readonly Chosen[]) {
      setDone(0);
      let stored = 0;
      // One after the other: a phone has neither the memory nor the network for several at once.
      for (const one of pictures) {
        if (imageProblem(one.file) === null && (await store(one))) stored += 1;
        setDone((before) => before + 1);
      }
      return stored;
    },
    onSuccess(stored, pictures) {
      if (stored > 0) toastSuccess('Success', stored === 1 ? 'Picture uploaded' : `${stored} pictures uploaded`);
      if (stored === pictures.length) onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: pictureQueries.all }),
  });

  return (
    <FormDialog
      title="Upload Pictures"
      confirmLabel="Upload"
      pendingLabel={`Uploading ${done + 1} of ${upload.variables?.length ?? 0}...`}
      isPending={upload.isPending}
      isIncomplete={chosen.length === 0}
      guard={guard}
      staysWhilePending
      onSubmit={() => upload.mutate(chosen)}
      onClose={onClose}
    >
      <div>
        <FileButton
          variant="secondary"
          size="small"
          data-autofocus
          isMultiple
          disabled={upload.isPending}
          accept={acceptedFiles(navigator.userAgent)}
          fieldLabel="Picture files"
          onFile={(file) =>
            setChosen((all) => [
              ...all,
              { key: (all.at(-1)?.key ?? 0) + 1, file, description: '', name: null, problem: imageProblem(file) },
            ])
          }
        >
          Choose Pictures
        </FileButton>
      </div>
      {chosen.map(({ key, file, description, problem }) => (
        <TextInput
          key={key}
          label={<bdi>{file.name}</bdi>}
          placeholder="What the picture shows"
          dir="auto"
          maxLength={PICTURE_LIBRARY.description}
          readOnly={upload.isPending}
          value={description}
          error={problem}
          onChange={({ currentTarget: { value } }) => change(key, { description: value })}
        />
      ))}
      {chosen.length > 0 && <p className="note">Descriptions are read to people who do not see the pictures.</p>}
    </FormDialog>
  );
}
