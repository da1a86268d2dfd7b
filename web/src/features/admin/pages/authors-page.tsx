import '../../../components/mantine-parts.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { authorApi, type GuestAuthor, GuestInput } from '@inkwell/shared/authors';
import { authorPath } from '@inkwell/shared/bylines';
import { counted } from '@inkwell/shared/format';
import { HANDLE_NAMES } from '@inkwell/shared/handles';
import { linePeople, linePlus } from '@inkwell/shared/line-icons';
import { canJoinGuests } from '@inkwell/shared/permissions';
import { handleFields, type User } from '@inkwell/shared/users';
import { Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { AboutFields } from '../../../components/about-fields.tsx';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { aboutOf } from '../../../lib/about.ts';
import { call } from '../../../lib/api.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { foundText } from '../components/paged-list.tsx';
import { SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { RowDelete, RowDialog, StaffRow } from '../components/staff-row.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import { nameOf } from '../users/user-row.tsx';

/** Guest authors by name, or the results of a search. */
const guestQuery = (filters: { readonly q?: string }) =>
  staffListQuery(['admin', 'authors', 'guests', filters], authorApi.adminList, { query: filters });
const STALE = [['admin', 'authors'], ['posts']] as const;

/** Selects the account for joining a guest author; for admins. */
function JoinDialog({ guest, onClose }: { readonly guest: GuestAuthor; readonly onClose: () => void }) {
  const join = useStaffChange({
    send: (id: string) => call(authorApi.join, { params: { id: guest.id }, body: { userId: id } }),
    done: 'Author joined to the account. The posts follow within a moment.',
    action: 'join the author',
    stale: STALE,
  });
  const [words, setWords] = useState('');
  const [userId, setUserId] = useState<string | null>(null);
  const found = useInfiniteQuery(adminQueries.users(words.trim() && userId === null ? { q: words.trim() } : {}));
  const users = found.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog onClose={onClose} title={`Join ${guest.name} to an Account`}>
      <div className="stack">
        <p>
          The account gets the posts and the address of the page. Name, picture and text of the guest author are
          deleted. This cannot be undone.
        </p>
        <Select
          label="Account"
          placeholder="Name or address"
          searchable
          data-autofocus
          value={userId}
          // Already filtered by the server.
          filter={({ options }) => options}
          data={users.map((user) => ({
            value: user.id,
            label: user.email === null ? nameOf(user) : `${nameOf(user)} · ${user.email}`,
          }))}
          nothingFoundMessage={found.isError ? 'Accounts could not be loaded' : 'No account with that name'}
          onSearchChange={setWords}
          onChange={setUserId}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            aria-disabled={userId === null}
            isPending={join.isPending}
            onClick={() => userId !== null && join.mutate(userId, { onSuccess: onClose })}
          >
            {join.isPending ? 'Joining...' : 'Join'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

const Fields = z.extend(GuestInput, handleFields);

const NOBODY = { text: null, website: null, handles: {} };

/** Creates or edits a guest author; null for a new one. */
function GuestDialog({ guest, onClose }: { readonly guest: GuestAuthor | null; readonly onClose: () => void }) {
  const save = useStaffChange({
    send: (body: z.input<typeof GuestInput>) =>
      guest ? call(authorApi.update, { params: { id: guest.id }, body }) : call(authorApi.create, { body }),
    done: guest ? 'Author saved' : 'Author created',
    action: 'save the author',
    stale: STALE,
  });
  const form = useForm({
    initialValues: {
      name: guest?.name ?? '',
      profileImageUrl: guest?.profileImageUrl ?? '',
      ...aboutOf(guest ?? NOBODY),
    },
    validate: schemaResolver(Fields, { sync: true }),
  });
  const guard = useDiscardGuard(form.isDirty, 'The changes have not been saved.', () => undefined);

  const submit = form.onSubmit(({ name, profileImageUrl, text, website, ...values }) => {
    const handles = Object.fromEntries(HANDLE_NAMES.map((kind) => [kind, values[kind]]));
    save.mutate({ name, profileImageUrl, text, website, handles }, { onSuccess: onClose });
  });
  return (
    <FormDialog
      title={guest ? 'Edit Guest Author' : 'New Guest Author'}
      confirmLabel={guest ? 'Save Changes' : 'Create Author'}
      pendingLabel="Saving..."
      isPending={save.isPending}
      guard={guard}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label="Picture"
        description="Its address"
        type="url"
        placeholder="https://"
        autoComplete="off"
        {...form.getInputProps('profileImageUrl')}
      />
      <AboutFields fieldOf={form.getInputProps} textLabel="About the author" />
    </FormDialog>
  );
}

function GuestRow({ guest, canJoin }: { readonly guest: GuestAuthor; readonly canJoin: boolean }) {
  const { id, name, profileImageUrl, postCount } = guest;
  const remove = useStaffChange({
    send: () => call(authorApi.remove, { params: { id } }),
    done: 'Author deleted',
    action: 'delete the author',
    stale: STALE,
  });
  return (
    <StaffRow
      start={<Avatar person={{ displayName: name, firstName: null, profileImageUrl }} size={36} />}
      name={postCount > 0 ? <Link to={authorPath(guest)}>{name}</Link> : name}
      actsClass={`${styles.rowActions} ${styles.indented}`}
      acts={
        <>
          <RowDialog label="Edit" aria-label={`Edit ${name}`}>
            {(close) => <GuestDialog guest={guest} onClose={close} />}
          </RowDialog>
          {canJoin && (
            <RowDialog label="Join..." aria-label={`Join ${name}`}>
              {(close) => <JoinDialog guest={guest} onClose={close} />}
            </RowDialog>
          )}
          <RowDelete
            aria-label={`Delete ${name}`}
            noun="Guest Author"
            name={name}
            question="Only authors without posts can be deleted; posts in the trash count too."
            remove={remove}
          />
        </>
      }
    >
      <p className={styles.meta}>{counted(postCount, 'published post', 'published posts')}</p>
    </StaffRow>
  );
}

/** `/admin/authors`: authors without an account. */
export const Component = staffPage({ title: 'Guest Authors', hasHead: true }, Guests);

function Guests({ viewer }: { readonly viewer: User }) {
  const list = useStaffList(['q'], guestQuery);
  const isNarrowed = Boolean(list.values.q);
  return (
    <>
      <PageHead count={foundText(list.total, 'author', 'authors', isNarrowed)}>
        <DialogButton size="small" icon={<Icon icon={linePlus} />} label="New Guest Author">
          {(close) => <GuestDialog guest={null} onClose={close} />}
        </DialogButton>
      </PageHead>
      <SearchBar name="Find authors" label="Name" placeholder="Search authors" list={list} isNarrowed={isNarrowed} />
      <StaffList
        {...list}
        noun="authors"
        title="All guest authors"
        rowHeight={56}
        headingLevel={2}
        noneFound={isNarrowed && 'Try another name.'}
        empty={
          <EmptyState icon={linePeople} title="No guest authors yet" headingLevel={2}>
            Guest authors appear in bylines but have no account.
          </EmptyState>
        }
      >
        {(guest) => <GuestRow key={guest.id} guest={guest} canJoin={canJoinGuests(viewer)} />}
      </StaffList>
    </>
  );
}
