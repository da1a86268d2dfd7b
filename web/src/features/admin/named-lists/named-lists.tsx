import { linePlus } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import type { ReactNode } from 'react';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import type { namedListQueries } from '../../../lib/named-list-queries.ts';
import { JobList } from '../components/job-list.tsx';
import { foundText } from '../components/paged-list.tsx';
import { SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import type { ListKind } from './list-acts.ts';
import type { NamedList } from './named-list.ts';
import { NamedListDialog } from './named-list-dialog.tsx';

interface NamedListsProps {
  readonly kind: ListKind;
  readonly queries: Pick<ReturnType<typeof namedListQueries>, 'list'>;
  readonly words: {
    readonly title: string;
    readonly one: string;
    readonly many: string;
    readonly create: string;
    /** Advice if there are none. */
    readonly first: string;
  };
  readonly renderRow: (list: NamedList, viewer: User) => ReactNode;
}

/** The page of all tags or series, where they are searched, created and changed. */
export function NamedLists(props: NamedListsProps) {
  return (
    <StaffPage title={props.words.title} hasHead>
      {(viewer) => <All {...props} viewer={viewer} />}
    </StaffPage>
  );
}

function All({ viewer, queries, words, renderRow, kind }: NamedListsProps & { readonly viewer: User }) {
  const list = useStaffList(['q'], queries.list);
  const isNarrowed = Boolean(list.values.q);
  return (
    <>
      <PageHead count={foundText(list.total, words.one, words.many, isNarrowed)}>
        <DialogButton size="small" icon={<Icon icon={linePlus} />} label={words.create}>
          {(close) => <NamedListDialog kind={kind} list={null} onClose={close} />}
        </DialogButton>
      </PageHead>
      <SearchBar
        name={`Find ${words.many}`}
        label="Name"
        placeholder={`Search ${words.many}`}
        list={list}
        isNarrowed={isNarrowed}
      />
      <StaffList
        {...list}
        noun={words.many}
        title={`All ${words.many}`}
        rowHeight={56}
        headingLevel={2}
        noneFound={isNarrowed && 'Try another search text.'}
        empty={
          <EmptyState title={`No ${words.many} yet`} headingLevel={2}>
            {words.first}
          </EmptyState>
        }
      >
        {(one) => renderRow(one, viewer)}
      </StaffList>
      {/* Both below and after the rows, so that neither moves when the other loads. */}
      {isAdmin(viewer) && !list.query.isPending && <JobList />}
    </>
  );
}
