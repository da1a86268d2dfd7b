import '../../../components/mantine-parts.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { NamedLists } from '../named-lists/named-lists.tsx';
import { TagRow } from '../tags/tag-row.tsx';

const WORDS = {
  ...{ title: 'Tags', one: 'tag', many: 'tags', create: 'New Tag' },
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
