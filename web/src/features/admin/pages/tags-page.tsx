import '../../../components/mantine-parts.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { counted } from '@inkwell/shared/format';
import { canMergeTags } from '@inkwell/shared/permissions';
import { isInternalTag } from '@inkwell/shared/tag-names';
import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import type { User } from '@inkwell/shared/users';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { staleWith } from '../named-lists/list-acts.ts';
import { NamedListDialog } from '../named-lists/named-list-dialog.tsx';
import { NamedListRow } from '../named-lists/named-list-row.tsx';
import { NamedLists } from '../named-lists/named-lists.tsx';

const useMergeTag = ({ id, name }: StaffTag) =>
  useStaffChange({
    send: (into: StaffTag) => call(tagApi.merge, { params: { id }, body: { into: into.id } }),
    done: (_, into) => `${name} was merged into ${into.name}`,
    action: 'merge tag',
    stale: staleWith(tagQueries.all),
  });

const PAUSE_MS = 200;

/** Asks for the tag to merge another one into. */
function MergeDialog({ tag, onClose }: { readonly tag: StaffTag; readonly onClose: () => void }) {
  const merge = useMergeTag(tag);
  const [words, setWords] = useState('');
  const [into, setInto] = useState<StaffTag | null>(null);
  const [q] = useDebouncedValue(words === into?.name ? '' : words.trim(), PAUSE_MS);
  const found = useQuery(tagQueries.found(q));
  const others = (found.data?.items ?? []).filter(({ id }) => id !== tag.id && id !== into?.id);
  const options = [...(into ? [into] : []), ...others];
  return (
    <FormDialog
      title="Merge Tag"
      confirmLabel="Merge"
      pendingLabel="Merging..."
      isPending={merge.isPending}
      variant="danger"
      isIncomplete={!into}
      onSubmit={() => into && merge.mutate(into, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {counted(tag.postCount, 'published post', 'published posts')} and every draft with <bdi>{tag.name}</bdi> get the
        other tag. Addresses of <bdi>{tag.name}</bdi> lead there. This cannot be undone.
      </p>
      <Select
        label="Merge into"
        data-autofocus
        searchable
        selectFirstOptionOnChange
        value={into?.id ?? null}
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        // Already filtered by the server.
        filter={({ options: all }) => all}
        searchValue={words}
        onSearchChange={setWords}
        onChange={(id) => setInto(options.find((option) => option.id === id) ?? null)}
        nothingFoundMessage={
          found.isError
            ? 'Tags could not be loaded'
            : found.isFetching
              ? 'Loading tags...'
              : 'No other tag with that name'
        }
        maxDropdownHeight={280}
      />
    </FormDialog>
  );
}

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

/** `/admin/tags`, for admins and moderators. */
export const Component = () => (
  <NamedLists kind="tag" renderRow={(tag, viewer) => <TagRow key={tag.id} tag={tag} viewer={viewer} />} />
);
