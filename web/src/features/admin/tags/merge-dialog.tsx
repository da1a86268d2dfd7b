import '@mantine/core/styles/Combobox.layer.css';
import { counted } from '@inkwell/shared/format';
import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { staleWith } from '../named-lists/list-acts.ts';

const useMergeTag = ({ id, name }: StaffTag) =>
  useStaffChange({
    send: (into: StaffTag) => call(tagApi.merge, { params: { id }, body: { into: into.id } }),
    done: (_, into) => `${name} was merged into ${into.name}`,
    action: 'merge tag',
    stale: staleWith(tagQueries.all),
  });

const PAUSE_MS = 200;

/** Asks for the tag to merge another one into. */
export function MergeDialog({ tag, onClose }: { readonly tag: StaffTag; readonly onClose: () => void }) {
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
