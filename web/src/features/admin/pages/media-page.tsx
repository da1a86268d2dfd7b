import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { lineSearch } from '@inkwell/shared/line-icons';
import { canManageAllPictures, canWrite } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { linePicture } from '../../../components/staff-icons.ts';
import { EmptyState } from '../../../components/states.tsx';
import { pictureQueries } from '../../../lib/picture-queries.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { focusFirstRow, moveByKey } from '../components/row-keys.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { oneOf, useAddressFilters } from '../components/use-address-filters.ts';
import { NO_MATCH_YET } from '../filter-rules.ts';
import { PictureCard } from '../media/picture-card.tsx';

/** `/admin/media`, for admins and moderators; `/writing/media`, for others who write. */
export function Component() {
  usePageTitle('Media');
  return <StaffGate may={canWrite}>{(viewer) => <Media viewer={viewer} />}</StaffGate>;
}

const NAMES = ['q', 'show', 'of'] as const;
const SHOW = [
  { value: '', label: 'All' },
  { value: 'unused', label: 'Unused' },
  { value: 'undescribed', label: 'Not described' },
];
const OF = [
  { value: '', label: "Everybody's" },
  { value: 'me', label: 'Yours' },
];

/** The stored pictures: all for staff, own ones for others who write. */
function Media({ viewer }: { readonly viewer: User }) {
  const { values, change } = useAddressFilters(NAMES);
  const q = values.q ?? '';
  const show = oneOf(['unused', 'undescribed'], values.show);
  const of = oneOf(['me'], values.of);
  const query = useInfiniteQuery(pictureQueries.list({ ...(q && { q }), ...(show && { show }), ...(of && { of }) }));
  const list = useRef<HTMLUListElement>(null);
  const total = totalOf(query);
  const isNarrowed = Boolean(q || show || of);
  return (
    <div className={`container ${styles.page}`}>
      <h1>Media</h1>
      <div className={styles.panel}>
        <div className={styles.bar}>
          <h2 aria-live="polite">
            {total === null
              ? 'Pictures'
              : `${counted(total, 'picture', 'pictures')} ${isNarrowed ? 'found' : 'in total'}`}
          </h2>
        </div>
        <SearchBar
          name="Find pictures"
          label="File name or description"
          value={q}
          onFind={(found, options) => change({ q: found }, options)}
          onLeave={() => focusFirstRow(list.current)}
          isNarrowed={isNarrowed}
          onClear={() => change({ q: '', show: '', of: '' })}
        >
          <Filter label="Show" value={show ?? ''} options={SHOW} onChange={(value) => change({ show: value })} />
          {canManageAllPictures(viewer) && (
            <Filter label="Whose" value={of ?? ''} options={OF} onChange={(value) => change({ of: value })} />
          )}
        </SearchBar>
        <PagedList
          query={query}
          noun="pictures"
          rowHeight={360}
          noneYet={NO_MATCH_YET}
          empty={
            isNarrowed ? (
              <EmptyState icon={lineSearch} title="No pictures found" headingLevel={3}>
                Try another search text or filter.
              </EmptyState>
            ) : (
              <EmptyState icon={linePicture} title="No pictures yet" headingLevel={3}>
                Pictures that are uploaded for posts and pages appear here.
              </EmptyState>
            )
          }
        >
          {(pictures) => (
            <ul
              ref={list}
              className={styles.pictures}
              aria-label="Pictures, newest first"
              aria-busy={query.isPlaceholderData}
              onKeyDown={moveByKey}
            >
              {pictures.map((picture) => (
                <PictureCard key={picture.name} picture={picture} viewer={viewer} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </div>
  );
}
