import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { linePlus, lineSearch } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import styles from '../admin.module.css';
import { JobList } from '../components/job-list.tsx';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { focusFirstRow, moveByKey } from '../components/row-keys.tsx';
import { SearchBar } from '../components/search-bar.tsx';
import { useAddressFilters } from '../components/use-address-filters.ts';
import { NO_MATCH_YET } from '../filter-rules.ts';
import { TagDialog } from '../tags/tag-dialog.tsx';
import { TagRow } from '../tags/tag-row.tsx';

const NAMES = ['q'] as const;

/** `/admin/tags`, for admins and moderators. */
export function Component() {
  usePageTitle('Tags');
  return <StaffGate>{(viewer) => <Tags viewer={viewer} />}</StaffGate>;
}

function Tags({ viewer }: { readonly viewer: User }) {
  const { values, change } = useAddressFilters(NAMES);
  const q = values.q ?? '';
  const query = useInfiniteQuery(tagQueries.list(q ? { q } : {}));
  const list = useRef<HTMLUListElement>(null);
  const [isCreating, setCreating] = useState(false);
  const total = totalOf(query);
  return (
    <div className={`container ${styles.page}`}>
      <h1>Tags</h1>
      <div className={styles.panel}>
        <div className={styles.bar}>
          <h2 aria-live="polite">
            {total === null ? 'All tags' : `${counted(total, 'tag', 'tags')} ${q ? 'found' : 'in total'}`}
          </h2>
          <Button size="small" icon={<Icon icon={linePlus} />} onClick={() => setCreating(true)}>
            New Tag
          </Button>
        </div>
        <SearchBar
          name="Find tags"
          label="Name"
          value={q}
          onFind={(words, options) => change({ q: words }, options)}
          onLeave={() => focusFirstRow(list.current)}
          isNarrowed={q !== ''}
          onClear={() => change({ q: '' })}
        >
          {null}
        </SearchBar>
        {isAdmin(viewer) && <JobList />}
        <PagedList
          query={query}
          noun="tags"
          rowHeight={56}
          noneYet={NO_MATCH_YET}
          empty={
            q ? (
              <EmptyState icon={lineSearch} title="No tags found" headingLevel={3}>
                Try another search text.
              </EmptyState>
            ) : (
              <EmptyState title="No tags yet" headingLevel={3}>
                Posts get tags in the editor. Names that no tag has make one.
              </EmptyState>
            )
          }
        >
          {(tags) => (
            <ul
              ref={list}
              className={`${styles.rows} ${styles.list}`}
              aria-busy={query.isPlaceholderData}
              onKeyDown={moveByKey}
            >
              {tags.map((tag) => (
                <TagRow key={tag.id} tag={tag} viewer={viewer} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {isCreating && <TagDialog tag={null} onClose={() => setCreating(false)} />}
    </div>
  );
}
