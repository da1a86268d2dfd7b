import '../../../components/mantine-parts.ts';
import { linePlus } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import { PRIVACY_SLUG, personalDataApi } from '@inkwell/shared/personal-data';
import type { User } from '@inkwell/shared/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { foundText } from '../components/paged-list.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { givenOf, oneOf } from '../components/use-address-filters.ts';
import { useStaffList } from '../components/use-staff-list.ts';
import { PageRow } from '../site-pages/page-row.tsx';

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
