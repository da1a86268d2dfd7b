import { counted, longDate, personName, shortDate } from '@inkwell/shared/format';
import { isStaff } from '@inkwell/shared/permissions';
import { type LibraryPicture, type PicturePlace, PictureUse, pictureLibraryApi } from '@inkwell/shared/picture-library';
import type { User } from '@inkwell/shared/users';
import { useId } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Image } from '../../../components/image.tsx';
import { call } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { pictureQueries } from '../../../lib/picture-queries.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { RowDelete, RowDialog, RowNameId } from '../components/staff-row.tsx';
import { DescribeDialog } from './describe-dialog.tsx';
import styles from './picture-card.module.css';

/** The kinds of places that show a picture, and the staff page of each. */
interface PlaceText {
  readonly label: string;
  /** For places that the viewer may not see. */
  readonly others: readonly [one: string, many: string];
  readonly to?: (id: string) => string;
}

const TEXTS: Readonly<Record<PicturePlace['kind'], PlaceText>> = {
  post: { label: 'Post', others: ['post by somebody else', 'posts by others'], to: paths.editPost },
  page: { label: 'Page', others: ['page', 'pages'], to: writingPaths.editPage },
  'trashed-post': {
    label: 'Post in the trash',
    others: ['post by somebody else in the trash', 'posts by others in the trash'],
    to: () => `${paths.admin}?tab=posts&status=trash`,
  },
  'trashed-page': {
    label: 'Page in the trash',
    others: ['page in the trash', 'pages in the trash'],
    to: () => `${writingPaths.pages}?status=trash`,
  },
  'post-revision': {
    label: 'Revision of',
    others: ['revision of a post by somebody else', 'revisions of posts by others'],
    to: writingPaths.revisions,
  },
  'page-revision': {
    label: 'Revision of the page',
    others: ['revision of a page', 'revisions of pages'],
    to: writingPaths.pageRevisions,
  },
  draft: {
    label: 'Unsaved text',
    others: ['unsaved text by somebody else', 'unsaved texts by others'],
    to: () => writingPaths.drafts,
  },
  'discarded-draft': {
    label: 'Discarded text',
    others: ['discarded text by somebody else', 'discarded texts by others'],
    to: () => writingPaths.drafts,
  },
  tag: { label: 'Tag', others: ['tag', 'tags'], to: () => writingPaths.tags },
  series: { label: 'Series', others: ['series', 'series'], to: () => writingPaths.series },
  'guest-author': {
    label: 'Guest author',
    others: ['guest author', 'guest authors'],
    to: () => writingPaths.guestAuthors,
  },
  issue: {
    label: 'Newsletter issue',
    others: ['newsletter issue', 'newsletter issues'],
    to: writingPaths.newsletterIssue,
  },
  settings: { label: 'Settings', others: ['setting', 'settings'] },
  profile: { label: 'Profile of', others: ['profile', 'profiles'] },
};

/** A line about places: name and address of one that the viewer may see, or the number of others. */
interface PlaceLine {
  readonly key: string;
  readonly label: string;
  readonly name: string | null;
  readonly to: string | null;
}

function placeLines(places: readonly PicturePlace[]): PlaceLine[] {
  const seen = places.flatMap(({ kind, id, name }): PlaceLine[] => {
    if (id === null) return [];
    const { label, to } = TEXTS[kind];
    return [{ key: `${kind} ${id}`, label, name: name || 'Untitled', to: to?.(id) ?? null }];
  });
  const kinds = [...new Set(places.filter(({ id }) => id === null).map(({ kind }) => kind))];
  const others = kinds.map((kind): PlaceLine => {
    const count = places.filter((place) => place.kind === kind && place.id === null).length;
    return { key: kind, label: counted(count, ...TEXTS[kind].others), name: null, to: null };
  });
  return [...seen, ...others];
}

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

/** The places that show a picture, if they prevented its deletion; null for other failures. */
const placesIn = (error: unknown): PictureUse | null => refusalBody(error, 409, PictureUse);

/** A stored picture with its description, the places that show it, and its actions. */
export function PictureCard({ picture, viewer }: { readonly picture: LibraryPicture; readonly viewer: User }) {
  const { name, fileName, imageUrl, width, height, description, uploadedAt, owner, places, keptUntil } = picture;
  const nameId = useId();
  const remove = useStaffChange({
    send: () => call(pictureLibraryApi.remove, { params: { name } }),
    done: `Picture ${fileName} deleted`,
    action: 'delete picture',
    explain: (error) => placesIn(error) !== null,
    stale: [pictureQueries.all],
  });
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
          <p dir="auto" className="clamped">
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
            remove={remove}
            closesAtOnce
          />
        </RowNameId>
      </div>
      {inUse && <UsedDialog fileName={fileName} use={inUse} isLinked={isLinked} onClose={remove.reset} />}
    </li>
  );
}
