import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { OWN_POST_TEXTS } from '@inkwell/shared/own-posts';
import { canCreateTags } from '@inkwell/shared/post-permissions';
import { TAG_LIMITS } from '@inkwell/shared/tags';
import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { failureText, Unable } from '../../../lib/failure.ts';
import { useViewer } from '../../../lib/session.tsx';
import { createTag, tagQueries } from '../../tags/api/queries.ts';
import type { EditedPost } from '../post-form.ts';
import type { PostEditor } from '../use-post-editor.ts';

const PAUSE_MS = 200;

const idsIn = (value: string): string[] => (value === '' ? [] : value.split(','));

const namesIn = (post: EditedPost | null): [id: string, name: string][] => {
  const names = post?.tags?.map(({ name }) => name) ?? [];
  return post?.tagIds.length === names.length ? post.tagIds.map((id, n) => [id, names[n] ?? '']) : [];
};

const suits = (option: object | string, search: string): boolean =>
  typeof option === 'object' &&
  'label' in option &&
  String(option.label).toLowerCase().includes(search.trim().toLowerCase());

const isSameName = (one: string, other: string): boolean =>
  one.trim().localeCompare(other.trim(), undefined, { sensitivity: 'accent' }) === 0;

/** The tag with this name, for people who may not create tags. @throws Unable if there is none */
async function existingTag(client: QueryClient, name: string) {
  const { items } = await client.fetchQuery(tagQueries.found(name));
  const tag = items.find((one) => isSameName(one.name, name));
  if (!tag) throw new Unable(OWN_POST_TEXTS.newTag);
  return tag;
}

/** The tags of a post by name. Typing completes existing tags, and a new name creates one, except for contributors. A save waits for creation. */
export const TagsField = ({ editor: { session, state, waitFor } }: { readonly editor: PostEditor }) => (
  <Tags
    session={session}
    stored={state.stored}
    value={state.form.tagIds}
    error={state.errors.tagIds}
    waitFor={waitFor}
  />
);

interface TagsProps extends Pick<PostEditor, 'session' | 'waitFor'> {
  /** Contains the names of its tags, so that they need no request. */
  readonly stored: EditedPost | null;
  /** Ids, joined by commas. */
  readonly value: string;
  readonly error: string | undefined;
}

/** Memoized, because every key typed into the text would redraw it. */
const Tags = memo(function Tags({ session, stored, value, error: fault, waitFor }: TagsProps) {
  const client = useQueryClient();
  const canCreate = canCreateTags(useViewer());
  const ids = idsIn(value);
  const [words, setWords] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  /** Names that are being created. */
  const [making, setMaking] = useState<readonly string[]>([]);
  /** Names of tags that were selected here. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [q] = useDebouncedValue(words.trim(), PAUSE_MS);
  const [isUsed, setUsed] = useState(false);
  const found = useQuery({ ...tagQueries.found(q), enabled: isUsed });
  const known = new Map([...namesIn(stored), ...chosen]);
  const named = useQuery(tagQueries.named(ids.filter((id) => !known.has(id))));

  const names = new Map([...(named.data ?? []).map(({ askedId, name }) => [askedId, name] as const), ...known]);
  // A tag stays until its name is known; one without a name was deleted.
  const shown = ids.filter((id) => names.has(id));
  const isNaming = named.isLoading && !named.isError;
  const isUnnamed = named.isError && shown.length < ids.length;
  const values = [...new Set([...shown.map((id) => names.get(id) ?? ''), ...making])];

  const isFound = q === words.trim() && !found.isPlaceholderData;

  const latest = () => idsIn(session.snapshot().form.tagIds);
  const setIds = (next: readonly string[]) =>
    session.type({ ...session.snapshot().form, tagIds: [...new Set(next)].join(',') });
  const take = (id: string, name: string) => {
    setChosen((before) => new Map(before).set(id, name));
    setIds([...latest(), id]);
  };

  async function make(name: string): Promise<void> {
    setMaking((before) => [...before, name]);
    try {
      const tag = canCreate ? await createTag(name) : await existingTag(client, name);
      take(tag.id, tag.name);
      if (canCreate) void client.invalidateQueries({ queryKey: tagQueries.all });
    } catch (error) {
      setFailure(`The tag "${name}" could not be added. ${failureText(error)}`);
      setWords((typed) => typed || name);
      throw error;
    } finally {
      setMaking((before) => before.filter((other) => other !== name));
    }
  }

  function change(next: readonly string[]): void {
    setFailure(null);
    const removed = shown.filter((id) => !next.includes(names.get(id) ?? ''));
    if (removed.length > 0) setIds(ids.filter((id) => !removed.includes(id)));
    for (const name of next.filter((one) => !values.some((other) => isSameName(one, other)))) {
      const known = found.data?.items.find((tag) => isSameName(tag.name, name));
      if (known) take(known.id, known.name);
      else waitFor(make(name.trim()));
    }
  }

  return (
    <TagsInput
      label="Tags"
      placeholder={values.length === 0 ? (isNaming ? 'Loading tags...' : 'Add a tag') : undefined}
      description={
        isUnnamed
          ? 'The tag names could not be loaded. The tags are not changed.'
          : values.length >= TAG_LIMITS.perPost && `${TAG_LIMITS.perPost} tags are the most a post can have.`
      }
      error={failure ?? fault}
      data-path="tagIds"
      value={values}
      data={(found.data?.items ?? []).map(({ name }) => name).filter((name) => !values.includes(name))}
      // Already filtered by the server; until it has answered, the matching ones of the previous search.
      filter={({ options, search }) => (isFound ? options : options.filter((option) => suits(option, search)))}
      searchValue={words}
      onSearchChange={(typed) => {
        setWords(typed);
        // Names that could not be created are no longer there.
        if (typed === '') setFailure(null);
      }}
      onFocus={() => setUsed(true)}
      onChange={change}
      maxTags={TAG_LIMITS.perPost}
      maxLength={TAG_LIMITS.name}
      splitChars={[',']}
      maxDropdownHeight={280}
      dir="auto"
      classNames={{ input: 'ringed' }}
    />
  );
});
