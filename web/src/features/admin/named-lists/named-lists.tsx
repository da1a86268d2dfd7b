import { linePlus } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import type { ReactNode } from 'react';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { JobList } from '../components/job-list.tsx';
import { foundText } from '../components/paged-list.tsx';
import { SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import { type Kind, LIST_KINDS, type ListKind, type NamedList } from './list-acts.ts';
import { NamedListDialog } from './named-list-dialog.tsx';

interface NamedListsProps {
  readonly kind: ListKind;
  readonly renderRow: (list: NamedList, viewer: User) => ReactNode;
}

/** The page of all tags or series, where they are searched, created and changed. */
export function NamedLists(props: NamedListsProps) {
  return (
    <StaffPage title={LIST_KINDS[props.kind].plural} hasHead>
      {(viewer) => <All {...props} viewer={viewer} />}
    </StaffPage>
  );
}

function All({ viewer, renderRow, kind }: NamedListsProps & { readonly viewer: User }) {
  const { noun, plural, queries, first }: Kind = LIST_KINDS[kind];
  const many = plural.toLowerCase();
  const list = useStaffList(['q'], queries.list);
  const isNarrowed = Boolean(list.values.q);
  return (
    <>
      <PageHead count={foundText(list.total, noun.toLowerCase(), many, isNarrowed)}>
        <DialogButton size="small" icon={<Icon icon={linePlus} />} label={`New ${noun}`}>
          {(close) => <NamedListDialog kind={kind} list={null} onClose={close} />}
        </DialogButton>
      </PageHead>
      <SearchBar
        name={`Find ${many}`}
        label="Name"
        placeholder={`Search ${many}`}
        list={list}
        isNarrowed={isNarrowed}
      />
      <StaffList
        {...list}
        noun={many}
        title={`All ${many}`}
        rowHeight={56}
        headingLevel={2}
        noneFound={isNarrowed && 'Try another search text.'}
        empty={
          <EmptyState title={`No ${many} yet`} headingLevel={2}>
            {first}
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
