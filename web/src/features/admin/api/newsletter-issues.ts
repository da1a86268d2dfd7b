import {
  Issue,
  type IssueCard,
  type IssueDecision,
  type IssueInput,
  type IssueMail,
  type IssueSegment,
  newsletterIssueApi,
} from '@inkwell/shared/newsletter-issues';
import { isAdmin } from '@inkwell/shared/permissions';
import type { PostCard } from '@inkwell/shared/posts';
import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, isApiError, serverText } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { useViewer } from '../../../lib/session.tsx';
import { showAnswer } from '../../../lib/show-answer.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { showActionError } from './unauthorized.ts';

/** Refresh interval while mails are sent. */
const PROGRESS_POLL_MS = 3_000;

/** Whether mails of an issue are being sent, or its audience is being frozen. */
export const isUnderWay = ({ status, finishedAt }: Pick<Issue, 'status' | 'finishedAt'>): boolean =>
  status === 'queueing' || status === 'sending' || (status === 'cancelled' && finishedAt === null);

const KEY = ['admin', 'newsletter-issues'] as const;

export const issueQueries = {
  all: KEY,
  list: () => staffListQuery([...KEY, 'list', {}], newsletterIssueApi.list),
  one: (id: string) =>
    queryOptions({
      ...callQuery([...KEY, 'one', id], newsletterIssueApi.read, { params: { id } }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? PROGRESS_POLL_MS : false),
    }),
  /** The count is part of the key, so that the list is read again when it grows. */
  mails: (id: string, state: IssueMail['state'], count: number) =>
    staffListQuery([...KEY, 'mails', id, String(count), { state }], newsletterIssueApi.mails, {
      params: { id },
      query: { state },
    }),
  audience: (segment: IssueSegment) =>
    queryOptions({
      ...callQuery([...KEY, 'audience', segment], newsletterIssueApi.audience, { body: { segment } }),
      staleTime: 30_000,
    }),
  preview: (body: Pick<IssueInput, 'subject' | 'content' | 'previewText'>) =>
    queryOptions({
      ...callQuery([...KEY, 'preview', body], newsletterIssueApi.preview, { body }),
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    }),
};

/** How long post rows rely on the list of issues. */
const OFFERS_STALE_MS = 60_000;

/** When sending of an issue began, or will begin. */
const sentAt = ({ status, startedAt, scheduledAt }: IssueCard): string | null =>
  status === 'draft' || status === 'cancelled' ? null : (startedAt ?? scheduledAt);

/** When sending of the last issue began; null if none was sent. */
export const lastSentAt = (issues: readonly IssueCard[]): string | null =>
  issues
    .flatMap((issue) => (issue.status === 'scheduled' ? [] : (sentAt(issue) ?? [])))
    .sort()
    .at(-1) ?? null;

/**
 * Whether a published post is offered to admins for the newsletter. It is not if an issue about it was sent or is scheduled, nor if that is unknown
 * because the issue is not on the first page of the list.
 */
export function useNewsletterOffer(): (post: Pick<PostCard, 'id' | 'isPublished' | 'publishedAt'>) => boolean {
  const viewer = useViewer();
  const { data } = useInfiniteQuery({
    ...issueQueries.list(),
    staleTime: OFFERS_STALE_MS,
    refetchOnWindowFocus: false,
    enabled: isAdmin(viewer),
  });
  return ({ id, isPublished, publishedAt }) => {
    if (!isAdmin(viewer) || !data || !isPublished || publishedAt === null) return false;
    const issues = data.pages.flatMap(({ items }) => items);
    const unknown = issues.flatMap((issue) => (issue.postIds === null ? (sentAt(issue) ?? []) : []));
    const [last] = data.pages.slice(-1);
    if (last?.nextCursor && issues.length > 0) unknown.push(issues.at(-1)?.createdAt ?? '');
    if (unknown.some((at) => Date.parse(at) >= Date.parse(publishedAt))) return false;
    return !issues.some((issue) => sentAt(issue) !== null && issue.postIds?.includes(id));
  };
}

/** The server's reason for a refusal is shown as it is; other failures get the usual words. */
function showRefusal(action: string, error: unknown): void {
  const text = isApiError(error, 409) || isApiError(error, 400) ? serverText(error, '') : '';
  if (text) toastError('Error', text);
  else showActionError(action, error);
}

interface Saving {
  /** Null for a new issue. */
  readonly stored: Issue | null;
  readonly input: IssueInput;
  readonly attempt: Attempt;
}

/**
 * Saves an issue. Repeating the creation of a new one is safe.
 * @param onConflict called with the stored issue, instead of a message, if somebody else changed it
 */
export function useSaveIssue(onConflict: (stored: Issue) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ stored, input, attempt }: Saving) =>
      tellIfLate(
        stored
          ? call(newsletterIssueApi.change, { params: { id: stored.id }, body: { ...input, base: stored.updatedAt } })
          : call(
              newsletterIssueApi.create,
              { body: input },
              { headers: { 'Idempotency-Key': attempt.key(JSON.stringify(input)) } },
            ),
      ),
    onSuccess(issue, { attempt }) {
      attempt.sent();
      showAnswer(client, issueQueries.one(issue.id).queryKey, issue);
      void client.invalidateQueries({ queryKey: issueQueries.list().queryKey });
    },
    onError(error) {
      const stored = refusalBody(error, 409, Issue);
      if (stored) onConflict(stored);
      else showRefusal('save the issue', error);
    },
    onSettled: (_issue, _error, { attempt }) => attempt.release(),
  });
}

/** Mails the stored issue to the viewer. */
export const useTestIssue = () =>
  useMutation({
    mutationFn: (id: string) => call(newsletterIssueApi.test, { params: { id } }),
    onSuccess: ({ to }) => toastSuccess('Test Sent', `Check the inbox of ${to}.`),
    onError: (error) => showRefusal('send the test', error),
  });

/** Controls the sending of an issue. `at`: when to send it; omit to send it now. */
export type IssueAct =
  | { readonly verb: 'send'; readonly at?: string }
  | { readonly verb: 'pause' | 'resume' | 'cancel' }
  | { readonly verb: 'archive'; readonly isInArchive: boolean }
  | ({ readonly verb: 'decide' } & IssueDecision);

const WORDS: Readonly<Record<IssueAct['verb'], string>> = {
  send: 'send the issue',
  pause: 'pause sending',
  resume: 'resume sending',
  cancel: 'cancel the issue',
  decide: 'resolve the emails',
  archive: 'change the archive',
};

export function useIssueAct(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn(act: IssueAct): Promise<Issue> {
      const params = { id };
      switch (act.verb) {
        case 'send':
          return call(newsletterIssueApi.send, { params, body: act.at === undefined ? {} : { at: act.at } });
        case 'archive':
          return call(newsletterIssueApi.archive, { params, body: { isInArchive: act.isInArchive } });
        case 'decide':
          return call(newsletterIssueApi.decide, { params, body: { ids: act.ids, decision: act.decision } });
        default:
          return call(newsletterIssueApi[act.verb], { params });
      }
    },
    onSuccess: (issue) => showAnswer(client, issueQueries.one(id).queryKey, issue),
    onError: (error, { verb }) => showRefusal(WORDS[verb], error),
    onSettled: () => client.invalidateQueries({ queryKey: issueQueries.all }),
  });
}

export function useDeleteIssue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(newsletterIssueApi.remove, { params: { id } }),
    onSuccess(_answer, id) {
      client.removeQueries({ queryKey: issueQueries.one(id).queryKey });
      toastSuccess('Success', 'Issue deleted');
      return client.invalidateQueries({ queryKey: issueQueries.list().queryKey });
    },
    onError: (error) => showRefusal('delete the issue', error),
  });
}

/** Published posts as Markdown. */
export const useTextOfPosts = () =>
  useMutation({
    mutationFn: (body: { ids: string[]; isWhole: boolean }) => call(newsletterIssueApi.postText, { body }),
    onError: (error) => showActionError('read the posts', error),
  });
