import '../../../components/mantine-parts.ts';
import { counted, longDate } from '@inkwell/shared/format';
import { linePlus } from '@inkwell/shared/line-icons';
import { canManageAllTokens } from '@inkwell/shared/permissions';
import { type Token, tokenApi } from '@inkwell/shared/tokens';
import type { User } from '@inkwell/shared/users';
import { type ComponentProps, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { WriterGate } from '../../../components/staff-gate.tsx';
import { lineKey } from '../../../components/staff-icons.ts';
import { EmptyState } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import styles from '../admin.module.css';
import { useStaffChange } from '../api/staff-change.ts';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { RowDelete, StaffRow } from '../components/staff-row.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import { TOKENS, TokenDialog } from '../tokens/token-dialog.tsx';

/** The caller's tokens; for admins, everybody's. */
const tokenQuery = () => staffListQuery(TOKENS, tokenApi.list);

/** `/admin/tokens`, for writers: tokens for programs that act for them. */
export const Component = staffPage({ title: 'Tokens', gate: WriterGate, hasHead: true }, Tokens);

const NewToken = (props: Pick<ComponentProps<typeof Button>, 'variant' | 'onClick'>) => (
  <Button size="small" icon={<Icon icon={linePlus} />} {...props}>
    New Token
  </Button>
);

function Tokens({ viewer }: { readonly viewer: User }) {
  const list = useStaffList([], tokenQuery);
  // Not in the empty state, which disappears with the first token, while its secret is shown.
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  return (
    <>
      <PageHead count={list.total ? counted(list.total, 'token', 'tokens') : ''}>
        <NewToken onClick={create} />
      </PageHead>
      {isCreating && <TokenDialog onClose={() => setCreating(false)} />}
      <p className={styles.info}>
        A program that sends a token acts for the person who created it, within the scopes of the token. The{' '}
        <a href="/api/docs">API reference</a> describes every call, and <a href="/api/openapi.json">openapi.json</a> is
        its form for tools. AI assistants connect to <code>/mcp</code>.
      </p>
      <StaffList
        {...list}
        noun="tokens"
        title="All tokens"
        rowHeight={56}
        headingLevel={2}
        empty={
          <EmptyState
            icon={lineKey}
            title="No tokens yet"
            headingLevel={2}
            actions={<NewToken variant="secondary" onClick={create} />}
          >
            Create a token to publish from a repository or a program.
          </EmptyState>
        }
      >
        {(token) => <TokenRow key={token.id} token={token} hasOwner={canManageAllTokens(viewer)} />}
      </StaffList>
    </>
  );
}

function TokenRow({ token, hasOwner }: { readonly token: Token; readonly hasOwner: boolean }) {
  const remove = useStaffChange({
    send: () => call(tokenApi.remove, { params: { id: token.id } }),
    done: 'Token deleted',
    action: 'delete the token',
    stale: [TOKENS],
  });
  const { name, scopes, owner, expiresAt, lastUsedAt, works } = token;
  return (
    <StaffRow
      name={name}
      badges={works ? null : <Badge>Ended</Badge>}
      acts={
        <RowDelete
          aria-label={`Delete ${name}`}
          noun="Token"
          name={name}
          question="Programs that use it are refused from their next request on."
          remove={remove}
        />
      }
    >
      <p className={styles.meta}>
        {hasOwner && <span dir="auto">{owner.name}</span>}
        <span>{scopes.join(', ')}</span>
        <span>{lastUsedAt ? `Last used ${longDate(lastUsedAt)}` : 'Never used'}</span>
        <span>{expiresAt ? `Expires ${longDate(expiresAt)}` : 'Does not expire'}</span>
      </p>
    </StaffRow>
  );
}
