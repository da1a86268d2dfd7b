import type { PictureUse } from '@inkwell/shared/picture-library';
import { Link } from 'react-router';
import styles from './picture-card.module.css';
import { placeLines } from './place-texts.ts';

interface PlacesListProps {
  readonly use: PictureUse;
  /** Whether the viewer may follow links to pages of the staff. */
  readonly isLinked: boolean;
}

/** Where a picture is used. */
export function PlacesList({ use: { places, hasMorePlaces }, isLinked }: PlacesListProps) {
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
