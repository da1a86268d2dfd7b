import '../../../components/mantine-parts.ts';
import { canManageAllPictures } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { linePicture } from '../../../components/staff-icons.ts';
import { EmptyState } from '../../../components/states.tsx';
import { pictureQueries } from '../../../lib/picture-queries.ts';
import styles from '../admin.module.css';
import { foundText } from '../components/paged-list.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { type AddressFilters, givenOf, oneOf } from '../components/use-address-filters.ts';
import { useStaffList } from '../components/use-staff-list.ts';
import { PictureCard } from '../media/picture-card.tsx';
import { UploadDialog } from '../media/upload-dialog.tsx';

/** `/admin/media`, for admins and moderators; `/writing/media`, for other writers. */
export const Component = staffPage({ title: 'Media', gate: WriterGate, hasHead: true }, Media);

const NAMES = ['q', 'show', 'of'] as const;
const SHOW = [
  { value: 'unused', label: 'Unused' },
  { value: 'undescribed', label: 'No alt text' },
];
const OF = [{ value: 'me', label: 'Yours' }];

const choiceOf = ({ q, show, of }: AddressFilters<(typeof NAMES)[number]>['values']) =>
  givenOf({ q, show: oneOf(['unused', 'undescribed'], show), of: oneOf(['me'], of) });

/** The stored pictures: all for staff, their own for other writers. */
function Media({ viewer }: { readonly viewer: User }) {
  const list = useStaffList(NAMES, (values) => pictureQueries.list(choiceOf(values)));
  const { total, change } = list;
  const choice = choiceOf(list.values);
  const isNarrowed = Object.keys(choice).length > 0;
  return (
    <>
      <PageHead count={foundText(total, 'picture', 'pictures', isNarrowed)}>
        <DialogButton size="small" label="Upload">
          {(close) => <UploadDialog onClose={close} />}
        </DialogButton>
      </PageHead>
      <SearchBar
        name="Find pictures"
        label="File name or description"
        placeholder="Search pictures"
        list={list}
        isNarrowed={isNarrowed}
      >
        <Filter label="Show" any="All" value={choice.show ?? ''} options={SHOW} onChange={(show) => change({ show })} />
        {canManageAllPictures(viewer) && (
          <Filter
            label="Whose"
            any="Everybody's"
            value={choice.of ?? ''}
            options={OF}
            onChange={(of) => change({ of })}
          />
        )}
      </SearchBar>
      <StaffList
        {...list}
        noun="pictures"
        title="Pictures"
        headingLevel={2}
        label="Pictures, newest first"
        className={styles.pictures}
        rowHeight={360}
        noneFound={isNarrowed && 'Try another search text or filter.'}
        empty={
          <EmptyState icon={linePicture} title="No pictures yet" headingLevel={2}>
            Pictures that are uploaded for posts and pages appear here.
          </EmptyState>
        }
      >
        {(picture) => <PictureCard key={picture.name} picture={picture} viewer={viewer} />}
      </StaffList>
    </>
  );
}
