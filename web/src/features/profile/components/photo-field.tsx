import { USER_LIMITS, type User } from '@inkwell/shared/users';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { FileButton } from '../../../components/file-button.tsx';
import { toastError } from '../../../lib/toast.ts';
import { readAsPicture } from '../reencode-image.ts';
import styles from './photo-field.module.css';

/** The picture after saving: unchanged, a new one, or none. */
export type PhotoChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'new'; readonly file: File }
  | { readonly kind: 'remove' };

interface PhotoFieldProps {
  readonly user: User;
  readonly change: PhotoChange;
  readonly onChange: (change: PhotoChange) => void;
  readonly isDisabled: boolean;
}

/** Address of a selected file, revoked when another is selected. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const preview = URL.createObjectURL(file);
    setUrl(preview);
    return () => URL.revokeObjectURL(preview);
  }, [file]);
  return url;
}

/** Selects a profile picture: images only, under 5 MB. Product §5. */
export function PhotoField({ user, change, onChange, isDisabled }: PhotoFieldProps) {
  /** The most recently selected file. */
  const read = useRef<File>(null);
  const preview = usePreview(change.kind === 'new' ? change.file : null);
  const shown = change.kind === 'keep' ? user.profileImageUrl : preview;

  const choose = (file: File) => {
    if (!file.type.startsWith('image/')) {
      toastError('Invalid File', 'Please select an image file.');
    } else if (file.size >= USER_LIMITS.profileImageBytes) {
      toastError('File Too Large', 'Please select an image smaller than 5MB.');
    } else {
      read.current = file;
      readAsPicture(file).then(
        () => read.current === file && onChange({ kind: 'new', file }),
        () => toastError('Invalid File', 'Please select an image file.', 'This browser cannot read it as a picture.'),
      );
    }
  };

  return (
    <div className={styles.photo}>
      <Avatar person={{ ...user, profileImageUrl: shown }} size={80} />
      <div className={styles.side}>
        <div className={styles.buttons}>
          <FileButton
            size="small"
            variant="secondary"
            disabled={isDisabled}
            accept="image/*"
            fieldLabel="Profile photo"
            onFile={choose}
          >
            Change Photo
          </FileButton>
          {shown && (
            <Button
              size="small"
              variant="quiet"
              disabled={isDisabled}
              onClick={() => onChange({ kind: user.profileImageUrl ? 'remove' : 'keep' })}
            >
              Remove Photo
            </Button>
          )}
        </div>
        <p className="note">JPG, PNG, WebP or GIF under 5 MB. We remove location data.</p>
      </div>
    </div>
  );
}
