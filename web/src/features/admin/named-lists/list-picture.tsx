import { storageApi } from '@inkwell/shared/storage';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FileButton } from '../../../components/file-button.tsx';
import { Image } from '../../../components/image.tsx';
import { failureText } from '../../../lib/failure.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { acceptedFiles, imageProblem } from '../../text-editor/pictures/file-rules.ts';
import { prepared } from '../../text-editor/pictures/prepared.ts';
import styles from './list-picture.module.css';

interface ListPictureProps {
  /** Owner of the picture. */
  readonly noun: string;
  readonly legend?: string;
  readonly description?: string;
  /** An error about the picture, shown instead of an upload error. */
  readonly error?: ReactNode;
  readonly url: string | null;
  readonly onChange: (url: string | null) => void;
  readonly onBusy: (isBusy: boolean) => void;
}

/** The picture of a tag, a series or the site, which can be uploaded or removed. */
export function ListPicture({ noun, legend = 'Picture', description, error, url, onChange, onBusy }: ListPictureProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isUploading, setUploading] = useState(false);

  async function take(file: File): Promise<void> {
    const fault = imageProblem(file);
    setProblem(fault);
    if (fault) return;
    setUploading(true);
    onBusy(true);
    try {
      onChange((await uploadFile(storageApi.upload, await prepared(file))).imageUrl);
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setUploading(false);
      onBusy(false);
    }
  }

  return (
    <fieldset className={styles.picture}>
      <legend>{legend}</legend>
      {description && <p className={styles.description}>{description}</p>}
      {url && <Image key={url} src={url} alt={`Picture of the ${noun}`} sizes="6rem" className={styles.shown} />}
      <FileButton
        variant="secondary"
        size="small"
        isPending={isUploading}
        accept={acceptedFiles(navigator.userAgent)}
        fieldLabel={legend === 'Picture' ? 'Picture file' : `${legend}: file`}
        onFile={(file) => void take(file)}
      >
        {isUploading ? 'Uploading...' : 'Choose Picture'}
      </FileButton>
      {url && (
        <Button variant="quiet" size="small" onClick={() => onChange(null)}>
          Remove Picture
        </Button>
      )}
      <p role="alert" className={styles.problem}>
        {problem ?? error}
      </p>
    </fieldset>
  );
}
