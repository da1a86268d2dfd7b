import type { Analytics } from '@inkwell/shared/analytics';
import { counted } from '@inkwell/shared/format';
import { lineCheck } from '@inkwell/shared/line-icons';
import type { MailSender } from '@inkwell/shared/mail';
import { isAdmin } from '@inkwell/shared/permissions';
import { type Settings, settingsApi } from '@inkwell/shared/settings';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import type { User } from '@inkwell/shared/users';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { call } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { mailQueries } from '../api/mail.ts';
import { settingsQueries } from '../api/settings.ts';
import { showActionError } from '../api/unauthorized.ts';
import { RECORD_NAMES, RECORD_STATES } from '../mail/sender-records.tsx';
import { movingQueries } from '../moving/api.ts';
import { Block } from './block.tsx';

/** With this many posts and people, a publication is no longer new, and its admins cause no reads for the list. */
const ESTABLISHED = { posts: 10, users: 5 } as const;

const isEstablished = ({ totalPosts, totalUsers }: Analytics): boolean =>
  totalPosts >= ESTABLISHED.posts && totalUsers >= ESTABLISHED.users;

/**
 * The open steps in a new publication, for admins until one of them dismisses the list.
 * @returns null for no list; undefined until known
 */
export function useSetupList(viewer: User, analytics: UseQueryResult<Analytics>): ReactElement | null | undefined {
  const mayBeNew = isAdmin(viewer) && analytics.data !== undefined && !isEstablished(analytics.data);
  const settings = useQuery({ ...settingsQueries.read(), enabled: mayBeNew });
  if (mayBeNew && settings.data)
    return settings.data.setupIsDismissed ? null : <SetupList analytics={analytics.data} settings={settings.data} />;
  return isAdmin(viewer) && (analytics.isPending || (mayBeNew && settings.isPending)) ? undefined : null;
}

interface Step {
  readonly label: string;
  readonly to: string;
  /** Undefined while loading. */
  readonly isDone: boolean | undefined;
  readonly state: string;
}

const LOOK = ['name', 'tagLine', 'logo', 'icon', 'accentLight', 'accentDark', 'edition'] as const;

/** DKIM counts as open until its selector is known. */
function senderStep(query: UseQueryResult<MailSender>): Pick<Step, 'isDone' | 'state'> {
  if (!query.data) return { isDone: undefined, state: query.isError ? 'Could not be checked' : 'Checking...' };
  const open = query.data.records.filter(({ state }) => state !== 'found');
  const words = open.map(({ kind, state }) => `${RECORD_NAMES[kind]} ${RECORD_STATES[state].label}`);
  return { isDone: open.length === 0, state: words.join(', ') || 'SPF, DKIM and DMARC found' };
}

function useSteps({ totalPosts, totalUsers }: Analytics, settings: Settings): readonly Step[] {
  const sender = useQuery(mailQueries.sender());
  const imports = useQuery(movingQueries.imports());
  const hasLook = LOOK.some((field) => settings[field] !== DEFAULT_SITE[field]);
  const links = settings.menu.header.length + settings.menu.footer.length;
  const hasImport = imports.data?.some(({ state }) => state === 'running' || state === 'paused' || state === 'done');
  const importState = hasImport === undefined ? 'Checking...' : hasImport ? 'Imported' : 'Nothing imported this week';
  return [
    {
      label: 'Name and look',
      to: writingPaths.settings,
      isDone: hasLook,
      state: hasLook ? settings.name : 'Not changed yet',
    },
    {
      label: 'First post',
      to: totalPosts > 0 ? `${paths.admin}?tab=posts` : paths.createPost,
      isDone: totalPosts > 0,
      state: totalPosts > 0 ? counted(totalPosts, 'post', 'posts') : 'No posts yet',
    },
    {
      label: 'Menu',
      to: writingPaths.menu,
      isDone: links > 0,
      state: links > 0 ? counted(links, 'link', 'links') : 'No links yet',
    },
    { label: 'Email sender and DNS records', to: writingPaths.newsletter, ...senderStep(sender) },
    {
      label: 'People',
      to: `${paths.admin}?tab=users`,
      isDone: totalUsers > 1,
      state: totalUsers > 1 ? counted(totalUsers, 'account', 'accounts') : 'Only you',
    },
    {
      label: 'Import from another platform',
      to: writingPaths.import,
      isDone: hasImport,
      state: imports.isError && !imports.data ? 'Could not be checked' : importState,
    },
  ];
}

/** The state in words; finished steps also have a check mark. */
const stateNote = ({ isDone, state }: Step): ReactNode => (
  <>
    {isDone && <Icon icon={lineCheck} label="Done" />}
    {isDone === false && <span className="visually-hidden">To do:</span>} <bdi>{state}</bdi>
  </>
);

function SetupList({ analytics, settings }: { readonly analytics: Analytics; readonly settings: Settings }) {
  const client = useQueryClient();
  const steps = useSteps(analytics, settings);
  const hintId = useId();
  const dismiss = useMutation({
    mutationFn: () => call(settingsApi.change, { body: { setupIsDismissed: true } }),
    onSuccess(stored) {
      // The focused button is gone then.
      document.querySelector('main')?.focus();
      showAnswer(client, settingsQueries.read().queryKey, stored);
      toastSuccess('Success', 'The setup list was dismissed for all admins.');
    },
    onError: (error) => showActionError('dismiss the list', error),
  });
  return (
    <Block
      title="Set up your publication"
      more={
        <Button
          size="small"
          variant="quiet"
          isPending={dismiss.isPending}
          aria-describedby={hintId}
          onClick={() => dismiss.mutate()}
        >
          Dismiss
          <span id={hintId} hidden>
            Hides this list for all admins.
          </span>
        </Button>
      }
      size={steps.length}
      rows={steps.map((step) => ({ key: step.label, to: step.to, label: step.label, note: stateNote(step) }))}
    />
  );
}
