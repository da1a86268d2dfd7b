import '../../../components/mantine-parts.ts';
import type { User } from '@inkwell/shared/users';
import { Tabs } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';
import { useTabStrip } from '../components/use-tab-strip.ts';
import { AnalyticsTab } from '../tabs/analytics-tab.tsx';
import { NewsletterTab } from '../tabs/newsletter-tab.tsx';
import { NotificationsTab } from '../tabs/notifications-tab.tsx';
import { OverviewTab } from '../tabs/overview-tab.tsx';
import { PostsTab } from '../tabs/posts-tab.tsx';
import { StorageTab } from '../tabs/storage-tab.tsx';
import { type AdminTab, tabFromUrl, tabsOf } from '../tabs/tab-list.ts';
import { UsersTab } from '../tabs/users-tab.tsx';

const BODIES: Readonly<Record<AdminTab, (viewer: User) => ReactNode>> = {
  overview: (viewer) => <OverviewTab viewer={viewer} />,
  posts: (viewer) => <PostsTab viewerId={viewer.id} />,
  users: (viewer) => <UsersTab viewer={viewer} />,
  notifications: () => <NotificationsTab />,
  newsletter: () => <NewsletterTab />,
  analytics: () => <AnalyticsTab />,
  storage: () => <StorageTab />,
};

/** The tabs of the viewer's role; the open one is in the address. */
function AdminPanel({ viewer }: { readonly viewer: User }) {
  const [search, setSearch] = useSearchParams();
  const tabs = tabsOf(viewer.role);
  const current = tabFromUrl(search.get('tab'), viewer.role);
  const strip = useTabStrip(current);
  const body = (
    <ErrorBoundary key={current} title="This tab could not be shown">
      <div className={styles.panel}>{BODIES[current](viewer)}</div>
    </ErrorBoundary>
  );

  return (
    <div className={`container ${styles.page}`}>
      <h1>{viewer.role === 'admin' ? 'Admin Panel' : 'Moderator Panel'}</h1>
      <Tabs
        // Without an active tab, all of them stay reachable by keyboard.
        value={current === 'storage' ? null : current}
        onChange={(tab) => tab && setSearch({ tab }, { replace: true, preventScrollReset: true })}
        keepMounted={false}
      >
        <Tabs.List
          {...strip}
          aria-label="Admin areas"
          className={styles.tabs ?? ''}
          style={{ '--tab-columns': tabs.length } as CSSProperties}
        >
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {current !== 'storage' && <Tabs.Panel value={current}>{body}</Tabs.Panel>}
      </Tabs>
      {current === 'storage' && body}
    </div>
  );
}

/** `/admin`, for admins and moderators. Product §2. */
export function Component() {
  usePageTitle('Admin');
  return <StaffGate>{(viewer) => <AdminPanel viewer={viewer} />}</StaffGate>;
}
