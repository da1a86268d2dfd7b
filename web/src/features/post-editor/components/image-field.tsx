import { Progress } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FileButton } from '../../../components/file-button.tsx';
import { Image } from '../../../components/image.tsx';
import { failureText } from '../../../lib/failure.ts';
import { acceptedFiles, imageProblem, needsPreparing } from '../../text-editor/pictures/file-rules.ts';
import { LazyLibraryDialog } from '../../text-editor/pictures/lazy-dialogs.ts';
import { prepared } from '../../text-editor/pictures/prepared.ts';
import { PictureProblem } from '../../text-editor/pictures/upload-queue.ts';
import { type ImageChoice, storedImage, withFile, withoutImage } from '../featured-image.ts';
import styles from '../post-editor.module.css';
import { useImageUrl } from '../use-image-url.ts';
import type { PostEditor } from '../use-post-editor.ts';

const ONE_ONLY = 'A post has one featured image: the first one was taken.';

/** Selects, shows and removes the featured image. Type and size are checked before the upload. */
export function ImageField({ editor: { state, session, set } }: { readonly editor: PostEditor }) {
  const { image, uploadShare } = state;
  const onChange = (image: ImageChoice) => session.dispatch({ type: 'pictureChosen', image });
  const libraryButton = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const [isPreparing, setPreparing] = useState(false);
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  /** The most recently selected file. */
  const latest = useRef<File | null>(null);
  const url = useImageUrl(image);

  /** Takes the first valid file, converted as the server requires. */
  async function take(files: readonly File[]): Promise<void> {
    const [first] = files;
    if (!first) return;
    const file = files.find((candidate) => !imageProblem(candidate));
    setProblem(file ? (files.length > 1 ? ONE_ONLY : null) : imageProblem(first));
    if (!file) return;
    latest.current = file;
    if (!needsPreparing(file)) return onChange(withFile(image, file));
    setPreparing(true);
    try {
      const ready = await prepared(file);
      // Another file may have been selected meanwhile.
      if (latest.current === file) onChange(withFile(image, ready));
    } catch (error) {
      if (latest.current === file) setProblem(error instanceof PictureProblem ? error.message : failureText(error));
    } finally {
      if (latest.current === file) setPreparing(false);
    }
  }

  const givingHandlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      // Moving to a child element does not count as leaving.
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      void take([...event.dataTransfer.files]);
    },
    onPaste(event: ClipboardEvent) {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      void take([...event.clipboardData.files]);
    },
  };

  /** A file that is still being prepared must not replace a later one. */
  const settle = (next: ImageChoice) => {
    latest.current = null;
    setPreparing(false);
    setProblem(null);
    onChange(next);
  };
  const closeLibrary = () => {
    setLibraryOpen(false);
    libraryButton.current?.focus();
  };

  return (
    <div className={styles.image} data-over={isOver || undefined} data-testid="featured-image" {...givingHandlers}>
      {url && (
        <Image
          key={url}
          src={url}
          alt="Featured image preview"
          sizes="20rem"
          className={styles.picture}
          fallback={<p className="fine">This image cannot be shown.</p>}
        />
      )}
      {image.kind === 'file' && <p className="fine">{image.file.name}</p>}
      {uploadShare !== null && <Progress value={uploadShare * 100} aria-label="Uploading image" />}
      <div className={styles.imageButtons}>
        <FileButton
          variant="secondary"
          size="small"
          accept={acceptedFiles(navigator.userAgent)}
          fieldLabel="Featured image file"
          onFile={(file) => void take([file])}
        >
          Choose Image
        </FileButton>
        <Button ref={libraryButton} variant="secondary" size="small" onClick={() => setLibraryOpen(true)}>
          Choose from Media
        </Button>
        {image.kind !== 'none' && (
          <Button variant="danger" size="small" onClick={() => settle(withoutImage(image))}>
            Remove Image
          </Button>
        )}
      </div>
      <p className="fine">{isOver ? 'Drop the picture here.' : 'PNG, JPG up to 10MB'}</p>
      <p role="status" className="fine if-any">
        {isPreparing && 'Preparing the picture...'}
      </p>
      <div role="alert" className={styles.failed}>
        {problem}
      </div>
      {isLibraryOpen && (
        <LazyLibraryDialog
          onChoose={({ imageUrl, description }) => {
            settle(storedImage(imageUrl));
            // Text that the writer typed stays.
            if (description && !state.form.coverDescription?.trim()) set('coverDescription', description);
            closeLibrary();
          }}
          onClose={closeLibrary}
        />
      )}
    </div>
  );
}
