import { MENU_LIMITS, MenuLink } from '@inkwell/shared/menu';
import type { SitePageCard } from '@inkwell/shared/site-pages';
import { categoryPath, seriesPath, sitePagePath, tagPath } from '@inkwell/shared/slug';
import { isInternalTag } from '@inkwell/shared/tag-names';
import { NativeSelect, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { Page } from '../../../lib/api.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { staffCategories } from '../api/categories.ts';

/** The loaded part of a list. */
const itemsOf = <T,>({ data }: { readonly data: InfiniteData<Page<T>> | undefined }): readonly T[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

/** The site pages that were changed last. None while they load or if that fails, because menus can be edited without them. */
export const useLastPages = (): readonly SitePageCard[] => itemsOf(useInfiniteQuery(staffPageQueries.list({})));

/** Whether an address belongs to one of these pages, and the page is unpublished. */
export const leadsNowhere = (pages: readonly SitePageCard[], address: string): boolean =>
  pages.some(({ slug, isPublished }) => !isPublished && [sitePagePath(slug), `/${slug}`].includes(address.trim()));

interface MenuLinkDialogProps {
  /** Null for a new link. */
  readonly link: MenuLink | null;
  readonly isSaving: boolean;
  /** Whether another dialog is above, which then handles Escape. */
  readonly isCovered: boolean;
  readonly onSave: (link: MenuLink) => void;
  readonly onClose: () => void;
}

/** Adds or changes a link. The form stays open until it is saved. */
export function MenuLinkDialog({ link, isSaving, isCovered, onSave, onClose }: MenuLinkDialogProps) {
  const pages = useLastPages();
  const places = usePlaces(pages);
  const form = useForm<MenuLink>({
    initialValues: { label: link?.label ?? '', address: link?.address ?? '' },
    validate: schemaResolver(MenuLink, { sync: true }),
  });
  const guard = useDiscardGuard(() => form.isDirty(), 'The link has not been saved, and what you typed will be lost.');
  const fillIn = (address: string) => {
    const chosen = places.flatMap(({ items }) => items).find(({ value }) => value === address);
    if (!chosen) return;
    form.setValues({ label: chosen.name, address });
    // A name that is too long shows an error; people shorten it.
    form.validateField('label');
  };

  return (
    <FormDialog
      title={link === null ? 'New Link' : 'Edit Link'}
      confirmLabel="Save Link"
      pendingLabel="Saving..."
      isPending={isSaving}
      guard={guard}
      closeOnEscape={!isCovered}
      onSubmit={form.onSubmit(onSave)}
      onClose={onClose}
    >
      {places.length > 0 && (
        <NativeSelect
          label="Fill in"
          description="Or write any address below."
          value=""
          data={[{ value: '', label: 'Choose a page, category, tag or series' }, ...places.map(optionsOf)]}
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
        description={leadsNowhere(pages, form.values.address) && 'This page is not published.'}
        {...form.getInputProps('address')}
      />
    </FormDialog>
  );
}

interface Place {
  readonly value: string;
  readonly name: string;
  readonly isPublished?: boolean;
}

interface Places {
  readonly group: string;
  readonly items: readonly Place[];
}

/** The pages of the publication, in groups; groups that failed to load are left out. */
function usePlaces(pages: readonly SitePageCard[]): readonly Places[] {
  const categories = useQuery(staffCategories()).data ?? [];
  const tags = itemsOf(useInfiniteQuery(tagQueries.list({}))).filter(({ name }) => !isInternalTag(name));
  const series = itemsOf(useInfiniteQuery(seriesQueries.list({})));
  const groups: Places[] = [
    {
      group: 'Pages',
      items: pages.map(({ slug, title, isPublished }) => ({ value: sitePagePath(slug), name: title, isPublished })),
    },
    { group: 'Categories', items: categories.map((one) => ({ value: categoryPath(one), name: one.name })) },
    { group: 'Tags', items: tags.map(({ slug, name }) => ({ value: tagPath(slug), name })) },
    { group: 'Series', items: series.map(({ slug, name }) => ({ value: seriesPath(slug), name })) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

const optionsOf = ({ group, items }: Places) => ({
  group,
  items: items.map(({ value, name, isPublished = true }) => ({
    value,
    label: isPublished ? name : `${name} (not published)`,
  })),
});
