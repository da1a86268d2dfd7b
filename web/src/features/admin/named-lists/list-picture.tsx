import { storageApi } from '@inkwell/shared/storage';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Image } from '../../../components/image.tsx';
import { failureText } from '../../../lib/failure.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { acceptedFiles, imageProblem } from '../../text-editor/pictures/file-rules.ts';
import { prepared } from '../../text-editor/pictures/prepared.ts';
import styles from './list-picture.module.css';

interface ListPictureProps {
  /** What has the picture. */
  readonly noun: string;
  readonly legend?: string;
  readonly description?: string;
  /** What is wrong with the picture, in place of a problem of the upload. */
  readonly error?: ReactNode;
  readonly url: string | null;
  readonly onChange: (url: string | null) => void;
  readonly onBusy: (isBusy: boolean) => void;
}

/** The picture of a tag, a series or the site: chosen and uploaded at once, or removed. */
export function ListPicture({ noun, legend = 'Picture', description, error, url, onChange, onBusy }: ListPictureProps) {
  const input = useRef<HTMLInputElement>(null);
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

  const onFile = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) void take(file);
  };

  return (
    <fieldset className={styles.picture}>
      <legend>{legend}</legend>
      {description && <p className={styles.description}>{description}</p>}
      {url && <Image key={url} src={url} alt={`Picture of the ${noun}`} sizes="6rem" className={styles.shown} />}
      <Button variant="secondary" size="small" isPending={isUploading} onClick={() => input.current?.click()}>
        {isUploading ? 'Uploading...' : 'Choose Picture'}
      </Button>
      {url && (
        <Button variant="quiet" size="small" onClick={() => onChange(null)}>
          Remove Picture
        </Button>
      )}
      <p role="alert" className={styles.problem}>
        {problem ?? error}
      </p>
      <input
        ref={input}
        type="file"
        accept={acceptedFiles(navigator.userAgent)}
        hidden
        aria-label={legend === 'Picture' ? 'Picture file' : `${legend}: file`}
        onChange={onFile}
      />
    </fieldset>
  );
}
