import { counted } from '@inkwell/shared/format';
import { canMergeTags } from '@inkwell/shared/permissions';
import { isInternalTag } from '@inkwell/shared/tag-names';
import type { StaffTag } from '@inkwell/shared/tags';
import type { User } from '@inkwell/shared/users';
import { useId, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { paths } from '../../../lib/paths.ts';
import { NamedListRow } from '../named-lists/named-list-row.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useDeleteTag } from './tag-actions.ts';
import { TagDialog } from './tag-dialog.tsx';

/** One tag with its acts. */
export function TagRow({ tag, viewer }: { readonly tag: StaffTag; readonly viewer: User }) {
  const { name, slug, postCount } = tag;
  const nameId = useId();
  const [asked, setAsked] = useState<'edit' | 'merge' | 'delete' | null>(null);
  const remove = useDeleteTag(tag);
  const hasPage = postCount > 0 && !isInternalTag(name);
  const close = () => setAsked(null);
  const act = { variant: 'quiet', size: 'small', 'aria-describedby': nameId } as const;
  return (
    <NamedListRow
      list={tag}
      nameId={nameId}
      path={paths.tag(slug)}
      hasPage={hasPage}
      badge={isInternalTag(name) && <Badge>Internal</Badge>}
      acts={
        <>
          <Button {...act} onClick={() => setAsked('edit')}>
            Edit
          </Button>
          {canMergeTags(viewer) && (
            <Button {...act} onClick={() => setAsked('merge')}>
              Merge
            </Button>
          )}
          <Button {...act} data-danger isPending={remove.isPending} onClick={() => setAsked('delete')}>
            {remove.isPending ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    >
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
    </NamedListRow>
  );
}
