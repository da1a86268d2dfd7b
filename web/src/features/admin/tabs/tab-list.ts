import type { Role } from '@inkwell/shared/roles';

/** The tabs with a trigger, in order. Product §2. */
const TABS = [
  { value: 'overview', label: 'Overview', isAdminOnly: false },
  { value: 'posts', label: 'Posts', isAdminOnly: false },
  { value: 'users', label: 'Users', isAdminOnly: true },
  { value: 'notifications', label: 'Notifications', isAdminOnly: true },
  { value: 'newsletter', label: 'Newsletter', isAdminOnly: true },
  { value: 'analytics', label: 'Analytics', isAdminOnly: false },
] as const;

/** `storage` has a body but no trigger. */
export type AdminTab = (typeof TABS)[number]['value'] | 'storage';

/** Six for admins, three for moderators. */
export const tabsOf = (role: Role) => TABS.filter((tab) => role === 'admin' || !tab.isAdminOnly);

/** The tab in the address; Overview for unknown tabs and for tabs that the role does not have. */
export function tabFromUrl(value: string | null, role: Role): AdminTab {
  if (value === 'storage' && role === 'admin') return 'storage';
  return tabsOf(role).find((tab) => tab.value === value)?.value ?? 'overview';
}
