import { counted, longDate } from '@inkwell/shared/format';
import { lineSearch } from '@inkwell/shared/line-icons';
import { canManageAllPictures } from '@inkwell/shared/permissions';
import type { LibraryPicture } from '@inkwell/shared/picture-library';
import { Modal, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Image } from '../../../components/image.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { linePicture } from '../../../components/staff-icons.ts';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { type PictureFilters, pictureQueries } from '../../../lib/picture-queries.ts';
import { useSession } from '../../../lib/session.tsx';
import { useRovingFocus } from '../use-roving-focus.ts';
import styles from './library-dialog.module.css';

export interface LibraryDialogProps {
  /** Called before the dialog is closed. */
  readonly onChoose: (picture: LibraryPicture) => void;
  readonly onClose: () => void;
}

const NO_PICTURES: readonly LibraryPicture[] = [];

const nameOf = ({ fileName }: LibraryPicture): string => fileName || 'Picture';

interface PicturesProps extends Pick<LibraryDialogProps, 'onChoose'> {
  readonly filters: PictureFilters;
  readonly roving: ReturnType<typeof useRovingFocus>;
}

function Pictures({ filters, roving, onChoose }: PicturesProps) {
  const query = useInfiniteQuery(pictureQueries.list(filters));
  const { current, setCurrent, ref, onKeyDown } = roving;
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const pictures = data?.pages.flatMap(({ items }) => items) ?? NO_PICTURES;
  const isLastPageEmpty = data?.pages.at(-1)?.items.length === 0;

  // A page can be empty although more pages follow.
  useEffect(() => {
    if (isLastPageEmpty && hasNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isLastPageEmpty, hasNextPage, isFetchNextPageError, fetchNextPage]);

  if (query.isPending || (pictures.length === 0 && isFetchingNextPage))
    return (
      <LoadingRegion label="Loading pictures">
        <Skeleton height="16rem" />
      </LoadingRegion>
    );
  if (query.isError && pictures.length === 0)
    return <ErrorState title="The pictures could not be loaded" error={query.error} onRetry={query.refetch} />;
  if (pictures.length === 0)
    return filters.q ? (
      <EmptyState icon={lineSearch} title="No pictures found">
        Try another search text.
      </EmptyState>
    ) : (
      <EmptyState icon={linePicture} title="No pictures yet">
        Pictures that are uploaded appear here, to be used again.
      </EmptyState>
    );
  // After a search, the list may have no picture where the focus was.
  const stop = Math.min(current, pictures.length - 1);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the buttons are not form fields */}
      <div
        ref={ref}
        role="group"
        aria-label="Pictures, newest first"
        aria-busy={query.isPlaceholderData}
        className={styles.grid}
        onKeyDown={onKeyDown}
      >
        {pictures.map((picture, index) => (
          <button
            key={picture.name}
            type="button"
            className={styles.choice}
            aria-label={[
              nameOf(picture),
              picture.description,
              longDate(picture.uploadedAt),
              `${picture.width} × ${picture.height}`,
            ]
              .filter(Boolean)
              .join(', ')}
            tabIndex={index === stop ? 0 : -1}
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
            <span className={styles.name} dir="auto">
              {picture.description ?? nameOf(picture)}
            </span>
            <span className={styles.date}>{longDate(picture.uploadedAt)}</span>
          </button>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {filters.q && !query.isPlaceholderData && `${counted(pictures.length, 'picture', 'pictures')} shown`}
      </p>
      {isFetchNextPageError && <p role="alert">More pictures could not be loaded.</p>}
      {hasNextPage && (
        <Button variant="secondary" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Lets a writer select a stored picture: one of their own, or anybody's for staff. */
export function LibraryDialog({ onChoose, onClose }: LibraryDialogProps) {
  const session = useSession();
  const [q, setQ] = useState('');
  const [of, setOf] = useState<'everybody' | 'me'>('everybody');
  const roving = useRovingFocus();
  const seesAll = session.status === 'signed-in' && canManageAllPictures(session.user);
  return (
    <Modal opened onClose={onClose} size="48rem" title="Media" returnFocus={false}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: in React's tree, the text with its keys contains this dialog */}
      <div className={styles.library} onKeyDown={(event) => event.stopPropagation()}>
        <div className={styles.find}>
          <SearchBox
            label="File name or description"
            value={q}
            onFind={setQ}
            onLeave={() => roving.ref.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()}
            className={styles.words}
          />
          {seesAll && (
            <NativeSelect
              label="Whose"
              value={of}
              data={[
                { value: 'everybody', label: "Everybody's" },
                { value: 'me', label: 'Yours' },
              ]}
              onChange={({ currentTarget }) => setOf(currentTarget.value === 'me' ? 'me' : 'everybody')}
            />
          )}
        </div>
        <Pictures filters={{ ...(q && { q }), ...(of === 'me' && { of }) }} roving={roving} onChoose={onChoose} />
      </div>
    </Modal>
  );
}
