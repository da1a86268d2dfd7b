import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { linePlus, lineSearch } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import { PRIVACY_SLUG, personalDataApi } from '@inkwell/shared/personal-data';
import type { User } from '@inkwell/shared/users';
import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { toastError } from '../../../lib/toast.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import styles from '../admin.module.css';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { focusFirstRow, moveByKey } from '../components/row-keys.tsx';
import { SearchBar } from '../components/search-bar.tsx';
import { useAddressFilters } from '../components/use-address-filters.ts';
import { NO_MATCH_YET } from '../filter-rules.ts';
import { PageRow } from '../site-pages/page-row.tsx';

const NAMES = ['q', 'status'] as const;

/** `/admin/pages`, for admins and moderators: the pages of the site. */
export function Component() {
  usePageTitle('Pages');
  return <StaffGate>{(viewer) => <Pages viewer={viewer} />}</StaffGate>;
}

/** Begins a page with what is stored of people and how long, and opens it in the editor. Not where a page is at its address. */
function PrivacyPageButton() {
  const navigate = useNavigate();
  // Forgotten on leaving, because the button makes the page.
  const { data, isPending } = useQuery({ ...staffPageQueries.slugState(PRIVACY_SLUG, null), gcTime: 0 });
  const make = useMutation({
    mutationFn: () => call(personalDataApi.privacyPage),
    onSuccess: ({ id }) => navigate(writingPaths.editPage(id)),
    onError: (error) => toastError('No Page Was Made', 'Failed to make a privacy page', failureText(error)),
  });
  if (isPending || data?.is === 'taken' || data?.is === 'moved') return null;
  return (
    <Button size="small" variant="secondary" isPending={make.isPending} onClick={() => make.mutate()}>
      {make.isPending ? 'Making...' : 'Make a Privacy Page'}
    </Button>
  );
}

function Pages({ viewer }: { readonly viewer: User }) {
  const { values, change } = useAddressFilters(NAMES);
  const q = values.q ?? '';
  const isTrash = values.status === 'trash';
  const query = useInfiniteQuery(staffPageQueries.list({ ...(q && { q }), ...(isTrash && { status: 'trash' }) }));
  const list = useRef<HTMLUListElement>(null);
  const total = totalOf(query);
  return (
    <div className={`container ${styles.page}`}>
      <h1>Pages</h1>
      <div className={styles.panel}>
        <div className={styles.bar}>
          {/* A line of its own, because beside two buttons it would move them when it comes. */}
          <span role="status" className={styles.note} style={{ flexBasis: '100%' }}>
            {total === null ? '\u00a0' : `${counted(total, 'page', 'pages')} ${q || isTrash ? 'found' : 'in total'}`}
          </span>
          <ButtonLink size="small" icon={<Icon icon={linePlus} />} to={writingPaths.newPage}>
            New Page
          </ButtonLink>
          {isAdmin(viewer) && <PrivacyPageButton />}
        </div>
        <SearchBar
          name="Find pages"
          label="Title or text"
          value={q}
          onFind={(words, options) => change({ q: words }, options)}
          onLeave={() => focusFirstRow(list.current)}
          isNarrowed={q !== '' || isTrash}
          onClear={() => change({ q: '', status: '' })}
        >
          <NativeSelect
            label="Status"
            value={isTrash ? 'trash' : ''}
            onChange={({ currentTarget }) => change({ status: currentTarget.value })}
          >
            <option value="">All but the trash</option>
            <option value="trash">Trash</option>
          </NativeSelect>
        </SearchBar>
        <PagedList
          query={query}
          noun="pages"
          rowHeight={56}
          noneYet={NO_MATCH_YET}
          empty={
            q || isTrash ? (
              <EmptyState icon={lineSearch} title="No pages found" headingLevel={2}>
                {isTrash && !q ? 'The trash is empty.' : 'Try another search text.'}
              </EmptyState>
            ) : (
              <EmptyState title="No pages yet" headingLevel={2}>
                About, contact, privacy: what every reader looks for belongs on a page of its own.
              </EmptyState>
            )
          }
        >
          {(pages) => (
            <ul
              ref={list}
              className={`${styles.rows} ${styles.list}`}
              aria-busy={query.isPlaceholderData}
              onKeyDown={moveByKey}
            >
              {pages.map((page) => (
                <PageRow key={page.id} page={page} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </div>
  );
}
