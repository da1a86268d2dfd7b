import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { NamedLists } from '../named-lists/named-lists.tsx';
import { TagDialog } from '../tags/tag-dialog.tsx';
import { TagRow } from '../tags/tag-row.tsx';

const WORDS = {
  ...{ title: 'Tags', one: 'tag', many: 'tags', create: 'New Tag' },
  first: 'Add tags to posts in the editor. Typing a new name creates a tag.',
};

/** `/admin/tags`, for admins and moderators. */
export function Component() {
  usePageTitle('Tags');
  return (
    <StaffGate>
      {(viewer) => (
        <NamedLists
          viewer={viewer}
          queries={tagQueries}
          words={WORDS}
          renderRow={(tag) => <TagRow key={tag.id} tag={tag} viewer={viewer} />}
          renderNew={(onClose) => <TagDialog tag={null} onClose={onClose} />}
        />
      )}
    </StaffGate>
  );
}
