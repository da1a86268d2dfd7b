import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FileButton } from '../../../components/file-button.tsx';
import styles from './import-form.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly accept: string;
  readonly hint?: string;
  readonly file: File | null;
  readonly error?: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (file: File | null) => void;
}

const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A field for one file, which is selected with a button or dropped. */
export function FileField({ label, accept, hint, file, error, isDisabled, onChange }: FileFieldProps) {
  const choose = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const id = useId();

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={styles.file}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        if (isDisabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event: DragEvent) => {
        setOver(false);
        const [dropped] = event.dataTransfer.files;
        if (!dropped) return;
        event.preventDefault();
        if (!isDisabled) onChange(dropped);
      }}
    >
      <div className={styles.fileText}>
        <strong>{label}</strong>
        <span id={id} className="note">
          <bdi>{file ? `${file.name}, ${megabytes(file.size)}` : (hint ?? 'Optional')}</bdi>
        </span>
        {error && (
          <span role="alert" className={styles.fault}>
            {error}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        {file && (
          <Button
            variant="quiet"
            size="small"
            disabled={isDisabled}
            aria-label={`Remove ${label}`}
            onClick={() => {
              onChange(null);
              choose.current?.focus();
            }}
          >
            Remove
          </Button>
        )}
        <FileButton
          ref={choose}
          variant="secondary"
          size="small"
          disabled={isDisabled}
          aria-label={`Choose ${label}`}
          aria-describedby={id}
          accept={accept}
          fieldLabel={label}
          onFile={onChange}
        >
          <span>
            Choose <span className={styles.drop}>or Drop </span>File
          </span>
        </FileButton>
      </div>
    </div>
  );
}
