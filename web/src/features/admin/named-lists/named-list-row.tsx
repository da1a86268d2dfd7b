import { counted } from '@inkwell/shared/format';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Image } from '../../../components/image.tsx';
import styles from './named-list-row.module.css';
import type { StaffList } from './staff-list.ts';

interface NamedListRowProps {
  readonly list: StaffList;
  readonly nameId: string;
  /** The address of its page. */
  readonly path: string;
  /** Whether readers see the page. */
  readonly hasPage: boolean;
  /** Beside the name. */
  readonly badge?: ReactNode;
  readonly acts: ReactNode;
  /** Dialogs of the acts. */
  readonly children: ReactNode;
}

/** A tag or series as staff see it, with its acts. */
export function NamedListRow({ list, nameId, path, hasPage, badge, acts, children }: NamedListRowProps) {
  const { name, description, picture, postCount } = list;
  return (
    <li className={styles.list} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      {picture && <Image src={picture} alt="" sizes="36px" className={styles.thumb} />}
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={nameId} dir="auto">
            {hasPage ? <Link to={path}>{name}</Link> : name}
          </h3>
          {badge}
        </div>
        <p className={styles.meta}>
          <span>{counted(postCount, 'published post', 'published posts')}</span>
          <bdi>{decodeURIComponent(path)}</bdi>
          {description && <bdi>{description}</bdi>}
        </p>
      </div>
      <div className={styles.acts}>{acts}</div>
      {children}
    </li>
  );
}
