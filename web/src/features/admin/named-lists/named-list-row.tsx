import { counted } from '@inkwell/shared/format';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Image } from '../../../components/image.tsx';
import styles from '../admin.module.css';
import type { useDeleteList } from './list-acts.ts';
import type { NamedList } from './named-list.ts';

interface NamedListRowProps {
  readonly list: NamedList;
  /** `Tag`, `Series`. */
  readonly noun: string;
  /** The address of its page. */
  readonly path: string;
  /** Whether readers see the page. */
  readonly hasPage: boolean;
  /** Beside the name. */
  readonly badge?: ReactNode;
  /** What can be done besides deleting, by the name of the button, and the dialog that it opens. */
  readonly acts: Readonly<Record<string, (onClose: () => void) => ReactNode>>;
  readonly remove: ReturnType<typeof useDeleteList>;
  /** What is asked before deleting. */
  readonly question: string;
}

/** A tag or series as staff see it, with its acts. */
export function NamedListRow({ list, noun, path, hasPage, badge, acts, remove, question }: NamedListRowProps) {
  const { name, description, picture, postCount } = list;
  const nameId = useId();
  const [asked, setAsked] = useState<string | null>(null);
  const close = () => setAsked(null);
  const act = { variant: 'quiet', size: 'small', 'aria-describedby': nameId } as const;
  return (
    <li className={styles.lowRow} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
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
      <div className={styles.rowActions}>
        {Object.keys(acts).map((label) => (
          <Button key={label} {...act} onClick={() => setAsked(label)}>
            {label}
          </Button>
        ))}
        <Button {...act} data-danger isPending={remove.isPending} onClick={() => setAsked(DELETE)}>
          {remove.isPending ? 'Deleting...' : DELETE}
        </Button>
      </div>
      {asked !== null && acts[asked]?.(close)}
      <ConfirmDialog
        isOpen={asked === DELETE}
        title={`Delete ${noun}`}
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => {
          close();
          remove.mutate();
        }}
        onClose={close}
      >
        {question}
      </ConfirmDialog>
    </li>
  );
}

const DELETE = 'Delete';
