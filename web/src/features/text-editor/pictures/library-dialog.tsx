import { longDate } from '@inkwell/shared/format';
import type { OwnPicture } from '@inkwell/shared/storage';
import { Modal } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../components/button.tsx';
import { Image } from '../../../components/image.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { linePicture } from '../../../components/staff-icons.ts';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { useRovingFocus } from '../use-roving-focus.ts';
import { fileNameOf } from './description.ts';
import styles from './library-dialog.module.css';
import { ownPictures } from './own-pictures.ts';

export interface LibraryDialogProps {
  /** Called before the dialog is closed. */
  readonly onChoose: (picture: OwnPicture) => void;
  readonly onClose: () => void;
}

const NO_PICTURES: readonly OwnPicture[] = [];

function Pictures({ onChoose }: Pick<LibraryDialogProps, 'onChoose'>) {
  const query = useInfiniteQuery(ownPictures());
  const { current, setCurrent, ref, onKeyDown } = useRovingFocus();
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const pictures = data?.pages.flatMap(({ items }) => items) ?? NO_PICTURES;
  const isLastPageEmpty = data?.pages.at(-1)?.items.length === 0;

  // A page can be empty although more pages follow.
  useEffect(() => {
    if (isLastPageEmpty && hasNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isLastPageEmpty, hasNextPage, isFetchNextPageError, fetchNextPage]);

  if (query.isPending || (pictures.length === 0 && isFetchingNextPage))
    return (
      <LoadingRegion label="Loading your pictures">
        <Skeleton height="16rem" />
      </LoadingRegion>
    );
  if (query.isError && pictures.length === 0)
    return <ErrorState title="Your pictures could not be loaded" error={query.error} onRetry={query.refetch} />;
  if (pictures.length === 0)
    return (
      <EmptyState icon={linePicture} title="No pictures yet">
        Pictures that you upload appear here, so that you can use them again.
      </EmptyState>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the buttons are not form fields */}
      <div
        ref={ref}
        role="group"
        aria-label="Your pictures, newest first"
        className={styles.grid}
        onKeyDown={onKeyDown}
      >
        {pictures.map((picture, index) => (
          <button
            key={picture.imageUrl}
            type="button"
            className={styles.choice}
            aria-label={`${fileNameOf(picture.imageUrl) ?? 'Picture'}, ${longDate(picture.uploadedAt)}, ${picture.width} × ${picture.height}`}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onClick={() => onChoose(picture)}
          >
            <Image
              src={picture.imageUrl}
              alt=""
              sizes="10rem"
              className={styles.thumbnail}
              fallback={<span className={styles.thumbnail}>This image cannot be shown.</span>}
            />
            <span className={styles.name}>{fileNameOf(picture.imageUrl) ?? 'Picture'}</span>
            <span className={styles.date}>{longDate(picture.uploadedAt)}</span>
          </button>
        ))}
      </div>
      {isFetchNextPageError && <p role="alert">More of your pictures could not be loaded.</p>}
      {hasNextPage && (
        <Button variant="secondary" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Lets a writer choose one of the pictures uploaded earlier. */
export function LibraryDialog({ onChoose, onClose }: LibraryDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      size="48rem"
      title="Your Pictures"
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      <div className={styles.library}>
        <Pictures onChoose={onChoose} />
      </div>
    </Modal>
  );
}
