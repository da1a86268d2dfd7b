import { longDate, personName } from '@inkwell/shared/format';
import { isStaff } from '@inkwell/shared/permissions';
import type { LibraryPicture } from '@inkwell/shared/picture-library';
import type { User } from '@inkwell/shared/users';
import { useId } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Image } from '../../../components/image.tsx';
import { RowDelete, RowDialog, RowNameId } from '../components/staff-row.tsx';
import { DescribeDialog } from './describe-dialog.tsx';
import { placesIn, useDeletePicture } from './picture-acts.ts';
import styles from './picture-card.module.css';
import { PlacesList } from './places-list.tsx';
import { UsedDialog } from './used-dialog.tsx';

interface PictureCardProps {
  readonly picture: LibraryPicture;
  readonly viewer: User;
}

/** A stored picture with its description, the places that show it, and its acts. */
export function PictureCard({ picture, viewer }: PictureCardProps) {
  const { fileName, imageUrl, width, height, description, uploadedAt, owner, places, keptUntil } = picture;
  const nameId = useId();
  const remove = useDeletePicture(picture);
  const inUse = placesIn(remove.error);
  const isLinked = isStaff(viewer);
  return (
    <li className={styles.card} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      <Image
        src={imageUrl}
        alt={description ?? ''}
        sizes="18rem"
        className={styles.picture}
        fallback={<span className={styles.picture}>This picture cannot be shown.</span>}
      />
      <div className={styles.words}>
        <h3 id={nameId} dir="auto" className={styles.name}>
          {fileName || 'Picture'}
        </h3>
        <p className={styles.meta}>
          <span>
            {width} × {height}
          </span>
          <time dateTime={uploadedAt}>{longDate(uploadedAt)}</time>
          {owner && owner.id !== viewer.id && <bdi>{personName(owner)}</bdi>}
        </p>
        {description ? <p dir="auto">{description}</p> : <Badge tone="warning">Not described</Badge>}
        {places.length > 0 ? (
          <PlacesList use={picture} isLinked={isLinked} />
        ) : (
          <p className={styles.meta}>Not used. Kept until {longDate(keptUntil)}.</p>
        )}
      </div>
      <div className={styles.acts}>
        <RowNameId value={nameId}>
          <RowDialog label="Describe">{(close) => <DescribeDialog picture={picture} onClose={close} />}</RowDialog>
          <RowDelete
            title="Delete Picture"
            question={`Delete ${fileName || 'this picture'}? It cannot be restored. A picture in use is not deleted.`}
            isPending={remove.isPending}
            onConfirm={(close) => {
              close();
              remove.mutate();
            }}
          />
        </RowNameId>
      </div>
      {inUse && <UsedDialog fileName={fileName} use={inUse} isLinked={isLinked} onClose={remove.reset} />}
    </li>
  );
}
