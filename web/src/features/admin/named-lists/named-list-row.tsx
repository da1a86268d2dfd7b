import { counted } from '@inkwell/shared/format';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Image } from '../../../components/image.tsx';
import styles from '../admin.module.css';
import { RowDelete, RowDialog, StaffRow } from '../components/staff-row.tsx';
import { LIST_KINDS, type ListKind, type NamedList, useDeleteList } from './list-acts.ts';

interface NamedListRowProps {
  readonly kind: ListKind;
  readonly list: NamedList;
  /** The address of its page. */
  readonly path: string;
  /** Whether readers see the page. */
  readonly hasPage: boolean;
  /** Shown beside the name. */
  readonly badge?: ReactNode;
  /** Actions besides deleting: the button's label and the dialog that it opens. */
  readonly acts: Readonly<Record<string, (onClose: () => void) => ReactNode>>;
  /** The question before deleting. */
  readonly question: string;
}

/** A tag or series in a staff list, with its actions. */
export function NamedListRow({ kind, list, path, hasPage, badge, acts, question }: NamedListRowProps) {
  const { name, description, picture, postCount } = list;
  const remove = useDeleteList(kind, list);
  return (
    <StaffRow
      start={picture && <Image src={picture} alt="" sizes="36px" className={styles.thumb} />}
      name={hasPage ? <Link to={path}>{name}</Link> : name}
      badges={badge}
      acts={
        <>
          {Object.entries(acts).map(([label, dialog]) => (
            <RowDialog key={label} label={label}>
              {dialog}
            </RowDialog>
          ))}
          <RowDelete noun={LIST_KINDS[kind].noun} name={name} question={question} remove={remove} closesAtOnce />
        </>
      }
    >
      <p className={styles.meta}>
        <span>{counted(postCount, 'published post', 'published posts')}</span>
        <bdi>{decodeURIComponent(path)}</bdi>
        {description && <bdi>{description}</bdi>}
      </p>
    </StaffRow>
  );
}
