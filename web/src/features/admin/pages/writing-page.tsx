import '../../../components/mantine-parts.ts';
import { linePen, lineSearch } from '@inkwell/shared/line-icons';
import { OwnPostStatus } from '@inkwell/shared/own-posts';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { POST_STATUS_LABELS } from '@inkwell/shared/schedule';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { adminQueries } from '../api/queries.ts';
import { ListTabs } from '../components/list-tabs.tsx';
import { foundText } from '../components/paged-list.tsx';
import { PostColumns, PostRow } from '../components/post-row.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { givenOf, oneOf } from '../components/use-address-filters.ts';
import { useStaffList } from '../components/use-staff-list.ts';

const TABS: readonly { readonly label: string; readonly status?: OwnPostStatus }[] = [
  { label: 'All' },
  { label: 'Drafts', status: 'draft' },
  { label: 'In Review', status: 'in-review' },
  { label: POST_STATUS_LABELS.scheduled, status: 'scheduled' },
  { label: POST_STATUS_LABELS.published, status: 'published' },
  { label: POST_STATUS_LABELS.trash, status: 'trash' },
];

/** `/writing`, for writers: their posts, with the actions for each. Product §2. */
export const Component = staffPage({ title: 'My Posts', gate: WriterGate, hasHead: true }, OwnPosts);

function OwnPosts() {
  const list = useStaffList(['status'], ({ status }) =>
    adminQueries.ownPosts(givenOf({ status: oneOf(OwnPostStatus.options, status) })),
  );
  const status = oneOf(OwnPostStatus.options, list.values.status);
  return (
    <>
      <PageHead count={foundText(list.total, 'post', 'posts', status !== undefined)}>
        <ButtonLink size="small" icon={<Icon icon={linePen} />} to={paths.createPost}>
          Write New Post
        </ButtonLink>
      </PageHead>
      <ListTabs
        aria-label="Which posts"
        tabs={TABS.map(({ label, status: one }) => ({
          label,
          to: one ? `?${new URLSearchParams({ status: one })}` : paths.writing,
          isCurrent: one === status,
        }))}
      />
      <StaffList {...list} noun="posts" title="Posts" columns={<PostColumns />} empty={<NoPosts status={status} />}>
        {(post) => <PostRow key={post.id} post={post} isOwn />}
      </StaffList>
    </>
  );
}

function NoPosts({ status }: { readonly status: OwnPostStatus | undefined }) {
  if (status === 'trash')
    return (
      <EmptyState title="The Trash Is Empty" headingLevel={2}>
        Deleted posts are here for {POST_LIMITS.trashDays} days.
      </EmptyState>
    );
  if (status)
    return (
      <EmptyState icon={lineSearch} title="No posts found" headingLevel={2}>
        None of your posts has this status.
      </EmptyState>
    );
  return (
    <EmptyState icon={linePen} title="No Posts Yet" headingLevel={2}>
      Your posts appear here, published or not.
    </EmptyState>
  );
}
