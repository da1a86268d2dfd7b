import { longDate, personName, shortDate } from '@inkwell/shared/format';
import { isStaff } from '@inkwell/shared/permissions';
import type { LibraryPicture, PictureUse } from '@inkwell/shared/picture-library';
import type { User } from '@inkwell/shared/users';
import { useId } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Image } from '../../../components/image.tsx';
import { RowDelete, RowDialog, RowNameId } from '../components/staff-row.tsx';
import { DescribeDialog } from './describe-dialog.tsx';
import { placesIn, useDeletePicture } from './picture-acts.ts';
import styles from './picture-card.module.css';
import { placeLines } from './place-texts.ts';

interface PlacesListProps {
  readonly use: PictureUse;
  /** Whether the viewer may open staff pages. */
  readonly isLinked: boolean;
}

/** Where a picture is used. */
function PlacesList({ use: { places, hasMorePlaces }, isLinked }: PlacesListProps) {
  return (
    <ul className={styles.places} aria-label="Used in">
      {placeLines(places).map(({ key, label, name, to }) => (
        <li key={key}>
          {label} {name !== null && (to && isLinked ? <Link to={to}>{name}</Link> : <bdi>{name}</bdi>)}
        </li>
      ))}
      {hasMorePlaces && <li>and in other places</li>}
    </ul>
  );
}

interface UsedDialogProps {
  readonly fileName: string;
  readonly use: PictureUse;
  readonly isLinked: boolean;
  readonly onClose: () => void;
}

/** Says why a picture cannot be deleted. */
function UsedDialog({ fileName, use, isLinked, onClose }: UsedDialogProps) {
  return (
    <Dialog onClose={onClose} title="Picture in Use">
      <p>
        <bdi>{fileName}</bdi> is not deleted, because it is used. Revisions, the trash and unsaved texts count too.
      </p>
      <PlacesList use={use} isLinked={isLinked} />
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PictureCardProps {
  readonly picture: LibraryPicture;
  readonly viewer: User;
}

/** A stored picture with its description, the places that show it, and its actions. */
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
          <time dateTime={uploadedAt}>{shortDate(uploadedAt)}</time>
        </p>
        <p className={styles.meta}>
          <bdi>{owner ? personName(owner) : 'Owner unknown'}</bdi>
        </p>
        {description ? (
          <p dir="auto" className={styles.description}>
            {description}
          </p>
        ) : (
          <span className={styles.lacking}>
            <Badge tone="warning">No alt text</Badge>
          </span>
        )}
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
            noun="Picture"
            name={fileName || 'Picture'}
            question="It cannot be restored. A picture in use is not deleted."
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
