import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import { canMergeTags } from '@inkwell/shared/permissions';
import { isInternalTag } from '@inkwell/shared/tag-names';
import type { StaffTag } from '@inkwell/shared/tags';
import type { User } from '@inkwell/shared/users';
import { Badge } from '../../../components/badge.tsx';
import { paths } from '../../../lib/paths.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { NamedListDialog } from '../named-lists/named-list-dialog.tsx';
import { NamedListRow } from '../named-lists/named-list-row.tsx';
import { NamedLists } from '../named-lists/named-lists.tsx';
import { MergeDialog } from '../tags/merge-dialog.tsx';

/** One tag with its actions. */
function TagRow({ tag, viewer }: { readonly tag: StaffTag; readonly viewer: User }) {
  const { name, slug, postCount } = tag;
  const losing =
    postCount === 0
      ? 'No published post has this tag'
      : `${counted(postCount, 'published post loses', 'published posts lose')} it`;
  return (
    <NamedListRow
      kind="tag"
      list={tag}
      path={paths.tag(slug)}
      hasPage={postCount > 0 && !isInternalTag(name)}
      badge={isInternalTag(name) && <Badge>Internal</Badge>}
      acts={{
        Edit: (onClose) => <NamedListDialog kind="tag" list={tag} onClose={onClose} />,
        ...(canMergeTags(viewer) && {
          Merge: (onClose: () => void) => <MergeDialog tag={tag} onClose={onClose} />,
        }),
      }}
      question={`${losing}, and every draft that has it loses it. Its page is removed.`}
    />
  );
}

const WORDS = {
  title: 'Tags',
  one: 'tag',
  many: 'tags',
  create: 'New Tag',
  first: 'Add tags to posts in the editor. Typing a new name creates a tag.',
};

/** `/admin/tags`, for admins and moderators. */
export function Component() {
  return (
    <NamedLists
      kind="tag"
      queries={tagQueries}
      words={WORDS}
      renderRow={(tag, viewer) => <TagRow key={tag.id} tag={tag} viewer={viewer} />}
    />
  );
}
