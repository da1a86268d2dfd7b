import { IMAGE_TYPES } from '@inkwell/shared/storage';
import { Progress } from '@mantine/core';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Image } from '../../../components/image.tsx';
import styles from '../editor.module.css';
import { type ImageChoice, imageProblem, withFile, withoutImage } from '../featured-image.ts';

interface ImageFieldProps {
  readonly image: ImageChoice;
  readonly onChange: (image: ImageChoice) => void;
  /** 0 to 1 while the picture is on its way, else null. */
  readonly uploadShare: number | null;
}

/** An address under which the browser shows a file that was not uploaded yet. */
function useFileUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setUrl(null);
    };
  }, [file]);
  return url;
}

const ONE_ONLY = 'A post has one featured image: the first one was taken.';

/** Chooses, shows and takes back the featured image. Type and size are checked before anything is uploaded. */
export function ImageField({ image, onChange, uploadShare }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const fileUrl = useFileUrl(image.kind === 'file' ? image.file : null);
  const url = image.kind === 'stored' ? image.url : fileUrl;

  /** Takes the first file that will do. */
  const take = (files: readonly File[]) => {
    const [first] = files;
    if (!first) return;
    const file = files.find((candidate) => !imageProblem(candidate));
    if (file) onChange(withFile(image, file));
    setProblem(file ? (files.length > 1 ? ONE_ONLY : null) : imageProblem(first));
  };

  const onFile = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    take(files);
  };

  const dropHandlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      take([...event.dataTransfer.files]);
    },
  };

  const remove = () => {
    setProblem(null);
    onChange(withoutImage(image));
  };

  return (
    <div className={styles.image} data-over={isOver || undefined} data-testid="featured-image" {...dropHandlers}>
      {url && (
        <Image
          key={url}
          src={url}
          alt="Featured image preview"
          sizes="20rem"
          className={styles.picture}
          fallback={<p className={styles.hint}>This image cannot be shown.</p>}
        />
      )}
      {image.kind === 'file' && <p className={styles.hint}>{image.file.name}</p>}
      {uploadShare !== null && <Progress value={uploadShare * 100} aria-label="Uploading image" />}
      <div className={styles.imageButtons}>
        <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
          Choose Image
        </Button>
        {image.kind !== 'none' && (
          <Button variant="danger" size="small" onClick={remove}>
            Remove Image
          </Button>
        )}
      </div>
      <p className={styles.hint}>PNG, JPG up to 10MB</p>
      <div role="alert" className={styles.failed}>
        {problem}
      </div>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        hidden
        aria-label="Featured image file"
        onChange={onFile}
      />
    </div>
  );
}
