import '../../../components/mantine-parts.ts';
import { replacedBy } from '@inkwell/shared/addresses';
import { linePlus } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import { PRIVACY_SLUG, personalDataApi } from '@inkwell/shared/personal-data';
import { POST_STATUS_LABELS } from '@inkwell/shared/schedule';
import { type SitePageCard, sitePageApi } from '@inkwell/shared/site-pages';
import type { User } from '@inkwell/shared/users';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { ageOrDate } from '../../../lib/time.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { statusAgain, undoButton } from '../../posts/api/undo.ts';
import { ScheduledBadge } from '../../scheduling/components/scheduling-actions.tsx';
import { refreshPages, SHOW_PAGES, staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import styles from '../admin.module.css';
import { useStaffChange } from '../api/staff-change.ts';
import { showActionError } from '../api/unauthorized.ts';
import { foundText } from '../components/paged-list.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { RowButton, RowDelete, RowLink, StaffRow } from '../components/staff-row.tsx';
import { TrashNote } from '../components/trash-note.tsx';
import { givenOf, oneOf } from '../components/use-address-filters.ts';
import { useStaffList } from '../components/use-staff-list.ts';

const NAMES = ['q', 'status'] as const;
const TRASH = ['trash'] as const;

/** `/admin/pages`, for admins and moderators: the pages of the site. */
export const Component = staffPage({ title: 'Pages', hasHead: true }, Pages);

/** Creates a privacy page that lists the stored personal data, and opens it in the editor. Not offered if its address has a page. */
function PrivacyPageButton() {
  const navigate = useNavigate();
  // Not cached, because the button creates the page.
  const { data, isPending } = useQuery({ ...staffPageQueries.slugState(PRIVACY_SLUG, null), gcTime: 0 });
  const make = useMutation({
    mutationFn: () => call(personalDataApi.privacyPage),
    onSuccess: ({ id }) => navigate(writingPaths.editPage(id)),
    onError: (error) => toastError('No Page Created', 'Failed to create a privacy page', failureText(error)),
  });
  if (isPending || data?.is === 'taken' || data?.is === 'moved') return null;
  return (
    <Button size="small" variant="secondary" isPending={make.isPending} onClick={() => make.mutate()}>
      {make.isPending ? 'Creating...' : 'Create Privacy Page'}
    </Button>
  );
}

const undo = (client: QueryClient, takeBack: () => Promise<string>) =>
  undoButton(client, () => takeBack().finally(() => refreshPages(client)), 'page');

/** Publishes or unpublishes a page. Undo in its toast restores the scheduled time too. */
function usePublishPage({ id, isPublished, updatedAt, publishAt }: SitePageCard) {
  const client = useQueryClient();
  const act = isPublished ? 'unpublish' : 'publish';
  const takeBack = async (baseUpdatedAt: string) => {
    const body = { isPublished, baseUpdatedAt, undo: true, ...(publishAt !== null && { publishAt }) };
    return statusAgain('page', (await call(sitePageApi.update, { params: { id }, body })).status);
  };
  return useMutation({
    mutationFn: () =>
      call(sitePageApi.update, { params: { id }, body: { isPublished: !isPublished, baseUpdatedAt: updatedAt } }),
    onSuccess: (after) =>
      toastSuccess('Success', `Page ${act}ed successfully!`, {
        action: undo(client, () => takeBack(after.updatedAt)),
      }),
    onError: (error) => showActionError(`${act} page`, error),
    onSettled: () => refreshPages(client),
  });
}

/** Moves a page to the trash; its toast can undo that. */
function useDeletePage({ id }: Pick<SitePageCard, 'id'>) {
  const client = useQueryClient();
  const takeBack = async () => {
    await call(sitePageApi.undelete, { params: { id } });
    return 'The page is restored as a draft.';
  };
  return useMutation({
    mutationFn: () => call(sitePageApi.remove, { params: { id } }),
    onSuccess: () => toastSuccess('Success', 'Page deleted successfully!', { action: undo(client, takeBack) }),
    onError: (error) => showActionError('delete page', error),
    onSettled: () => refreshPages(client),
  });
}

/** Restores a page from the trash. */
const useRestorePage = ({ id }: Pick<SitePageCard, 'id'>) =>
  useStaffChange({
    send: () => call(sitePageApi.undelete, { params: { id } }),
    done: 'Page restored as a draft!',
    action: 'restore page',
    stale: SHOW_PAGES,
  });

/** The actions of a page that is not in the trash. */
function Acts({ page }: { readonly page: SitePageCard }) {
  const publish = usePublishPage(page);
  const remove = useDeletePage(page);
  const [label, pending] = page.isPublished ? ['Unpublish', 'Unpublishing...'] : ['Publish', 'Publishing...'];
  return (
    <>
      <RowLink to={writingPaths.editPage(page.id)}>Edit</RowLink>
      <RowButton isPending={publish.isPending} onClick={() => publish.mutate()}>
        {publish.isPending ? pending : label}
      </RowButton>
      <RowDelete
        noun="Page"
        name={page.title}
        question={`Readers of /${page.slug} will find nothing there.`}
        options={<TrashNote />}
        remove={remove}
        closesAtOnce
      />
    </>
  );
}

function Restore({ page }: { readonly page: SitePageCard }) {
  const restore = useRestorePage(page);
  return (
    <RowButton isPending={restore.isPending} onClick={() => restore.mutate()}>
      {restore.isPending ? 'Restoring...' : 'Restore'}
    </RowButton>
  );
}

/** One page of the site with its state, address and actions. */
function PageRow({ page }: { readonly page: SitePageCard }) {
  const nowMs = useNow();
  const { title, slug, status, publishAt, updatedAt } = page;
  const replaced = replacedBy(`/${slug}`);
  return (
    <StaffRow
      heading="h2"
      name={status === 'published' ? <Link to={paths.sitePage(slug)}>{title}</Link> : title}
      badges={
        publishAt && status === 'scheduled' ? (
          <ScheduledBadge publishAt={publishAt} />
        ) : (
          <Badge tone={status === 'published' ? 'success' : 'neutral'}>{POST_STATUS_LABELS[status]}</Badge>
        )
      }
      acts={status === 'trash' ? <Restore page={page} /> : <Acts page={page} />}
    >
      <p className={styles.meta}>
        <bdi>/{slug}</bdi>
        {replaced && <span>instead of the {replaced}</span>}
        <span>changed {ageOrDate(updatedAt, nowMs)}</span>
      </p>
    </StaffRow>
  );
}

function Pages({ viewer }: { readonly viewer: User }) {
  const list = useStaffList(NAMES, ({ q, status }) =>
    staffPageQueries.list(givenOf({ q, status: oneOf(TRASH, status) })),
  );
  const { total, change } = list;
  const q = list.values.q ?? '';
  const isTrash = list.values.status === 'trash';
  const isNarrowed = q !== '' || isTrash;
  return (
    <>
      <PageHead count={foundText(total, 'page', 'pages', isNarrowed)}>
        {isAdmin(viewer) && <PrivacyPageButton />}
        <ButtonLink size="small" icon={<Icon icon={linePlus} />} to={writingPaths.newPage}>
          New Page
        </ButtonLink>
      </PageHead>
      <SearchBar
        name="Find pages"
        label="Title or text"
        placeholder="Search pages"
        list={list}
        isNarrowed={isNarrowed}
        hasOtherEntries
      >
        <Filter
          label="Status"
          any="All (not in trash)"
          value={isTrash ? 'trash' : ''}
          options={[{ value: 'trash', label: 'Trash' }]}
          onChange={(status) => change({ status })}
        />
      </SearchBar>
      <StaffList
        {...list}
        noun="pages"
        rowHeight={56}
        headingLevel={2}
        noneFound={isNarrowed && (isTrash && !q ? 'The trash is empty.' : 'Try another search text.')}
        empty={
          <EmptyState title="No pages yet" headingLevel={2}>
            About, contact, privacy: what every reader looks for belongs on a page of its own.
          </EmptyState>
        }
      >
        {(page) => <PageRow key={page.id} page={page} />}
      </StaffList>
    </>
  );
}
