import { counted } from '@inkwell/shared/format';
import type { User } from '@inkwell/shared/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { UserRow } from '../components/user-row.tsx';

/** All accounts, for admins. */
export function UsersTab({ viewer }: { readonly viewer: User }) {
  const query = useInfiniteQuery(adminQueries.users());
  const total = totalOf(query);
  return (
    <>
      <div className={styles.bar}>
        <h2>Users</h2>
        {total !== null && <span className={styles.note}>{counted(total, 'user', 'users')} in total</span>}
      </div>
      <PagedList query={query} noun="users" empty={<EmptyState title="No users yet" headingLevel={3} />}>
        {(users) => (
          <ul className={styles.rows}>
            {users.map((user) => (
              <UserRow key={user.id} user={user} viewer={viewer} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
