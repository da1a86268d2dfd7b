import { MENU_LIMITS, MenuLink } from '@inkwell/shared/menu';
import { categoryPath, seriesPath, sitePagePath, tagPath } from '@inkwell/shared/slug';
import { isInternalTag } from '@inkwell/shared/tag-names';
import { Modal, NativeSelect, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import type { Page } from '../../../lib/api.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import styles from '../admin.module.css';
import { staffCategories } from '../api/categories.ts';

interface MenuLinkDialogProps {
  /** Null for a new one. */
  readonly link: MenuLink | null;
  readonly isSaving: boolean;
  readonly onSave: (link: MenuLink) => void;
  readonly onClose: () => void;
}

/** Adds or changes a link. While it is saved, and if that fails, the form stays. */
export function MenuLinkDialog({ link, isSaving, onSave, onClose }: MenuLinkDialogProps) {
  useFocusBack();
  const places = usePlaces();
  const form = useForm<MenuLink>({
    initialValues: { label: link?.label ?? '', address: link?.address ?? '' },
    validate: schemaResolver(MenuLink, { sync: true }),
  });
  const guard = useDiscardGuard(() => form.isDirty(), 'The link has not been saved, and what you typed will be lost.');
  const close = () => guard.ask(onClose);
  const fillIn = (address: string) => {
    const chosen = places.flatMap(({ items }) => items).find(({ value }) => value === address);
    if (chosen) form.setValues({ label: chosen.label.slice(0, MENU_LIMITS.label), address });
  };
  const submit = form.onSubmit((values) => {
    if (!isSaving) onSave(values);
  });

  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={link === null ? 'New Link' : 'Edit Link'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate className={styles.dialogForm} onSubmit={submit}>
        {places.length > 0 && (
          <NativeSelect
            label="Fill in"
            description="Or write any address below."
            value=""
            data={[{ value: '', label: 'Choose a page, category, tag or series' }, ...places]}
            onChange={({ currentTarget }) => fillIn(currentTarget.value)}
          />
        )}
        <TextInput
          label="Text"
          withAsterisk
          data-autofocus
          dir="auto"
          maxLength={MENU_LIMITS.label}
          {...form.getInputProps('label')}
        />
        <TextInput
          label="Address"
          withAsterisk
          dir="auto"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="/about or https://..."
          {...form.getInputProps('address')}
        />
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" isPending={isSaving}>
            {isSaving ? 'Saving...' : 'Save Link'}
          </Button>
        </DialogActions>
      </form>
      {guard.question}
    </Modal>
  );
}

/** What the publication has, in groups; those that could not be loaded are left out. */
function usePlaces() {
  const pages = itemsOf(useInfiniteQuery(staffPageQueries.list({})));
  const categories = useQuery(staffCategories()).data ?? [];
  const tags = itemsOf(useInfiniteQuery(tagQueries.list({}))).filter(({ name }) => !isInternalTag(name));
  const series = itemsOf(useInfiniteQuery(seriesQueries.list({})));
  return [
    { group: 'Pages', items: pages.map(({ slug, title }) => ({ value: sitePagePath(slug), label: title })) },
    { group: 'Categories', items: categories.map((one) => ({ value: categoryPath(one), label: one.name })) },
    { group: 'Tags', items: tags.map(({ slug, name }) => ({ value: tagPath(slug), label: name })) },
    { group: 'Series', items: series.map(({ slug, name }) => ({ value: seriesPath(slug), label: name })) },
  ].filter(({ items }) => items.length > 0);
}

const itemsOf = <T,>({ data }: { readonly data: InfiniteData<Page<T>> | undefined }): readonly T[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];
