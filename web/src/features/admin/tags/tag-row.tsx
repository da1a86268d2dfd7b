import { counted } from '@inkwell/shared/format';
import { canMergeTags } from '@inkwell/shared/permissions';
import { isInternalTag } from '@inkwell/shared/tag-names';
import type { StaffTag } from '@inkwell/shared/tags';
import type { User } from '@inkwell/shared/users';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Image } from '../../../components/image.tsx';
import { paths } from '../../../lib/paths.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { useDeleteTag } from './tag-actions.ts';
import { TagDialog } from './tag-dialog.tsx';
import styles from './tag-row.module.css';

/** One tag with its acts. */
export function TagRow({ tag, viewer }: { readonly tag: StaffTag; readonly viewer: User }) {
  const { name, slug, description, picture, postCount } = tag;
  const nameId = useId();
  const [asked, setAsked] = useState<'edit' | 'merge' | 'delete' | null>(null);
  const remove = useDeleteTag(tag);
  const hasPage = postCount > 0 && !isInternalTag(name);
  const close = () => setAsked(null);
  return (
    <li className={styles.tag} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      {picture && <Image src={picture} alt="" sizes="36px" className={styles.thumb} />}
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={nameId} dir="auto">
            {hasPage ? <Link to={paths.tag(slug)}>{name}</Link> : name}
          </h3>
          {isInternalTag(name) && <Badge>Internal</Badge>}
        </div>
        <p className={styles.meta}>
          <span>{counted(postCount, 'published post', 'published posts')}</span>
          <bdi>/tags/{slug}</bdi>
          {description && <bdi>{description}</bdi>}
        </p>
      </div>
      <div className={styles.acts}>
        <Button variant="quiet" size="small" aria-describedby={nameId} onClick={() => setAsked('edit')}>
          Edit
        </Button>
        {canMergeTags(viewer) && (
          <Button variant="quiet" size="small" aria-describedby={nameId} onClick={() => setAsked('merge')}>
            Merge
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          data-danger
          isPending={remove.isPending}
          aria-describedby={nameId}
          onClick={() => setAsked('delete')}
        >
          {remove.isPending ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
      {asked === 'edit' && <TagDialog tag={tag} onClose={close} />}
      {asked === 'merge' && <MergeDialog tag={tag} onClose={close} />}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title="Delete Tag"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => {
          close();
          remove.mutate();
        }}
        onClose={close}
      >
        {`Delete the tag ${name}? ${postCount === 0 ? 'No published post has it' : `${counted(postCount, 'published post loses', 'published posts lose')} it`}, and every draft that has it loses it. Its page ends.`}
      </ConfirmDialog>
    </li>
  );
}
