import { lookStyle } from '@inkwell/shared/editions';
import type { Menu, MenuLink } from '@inkwell/shared/menu';
import { servedKeys } from '@inkwell/shared/served-keys';
import { type CommentSettings, Settings, type SomeSettings, settingsApi } from '@inkwell/shared/settings';
import { siteOf } from '@inkwell/shared/site';
import { LOOK_STYLE_ID } from '@inkwell/shared/site-data';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { showSite } from '../../../lib/site.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import type { ListVersions } from '../list-conflict/merge-lists.ts';
import { showActionError } from './unauthorized.ts';

/** A change of the site settings: only what differs from `from`, so that others may change the rest meanwhile. */
export interface SiteChange {
  readonly patch: SomeSettings;
  /** The stored values that will be replaced. */
  readonly base: SomeSettings;
  readonly attempt: Attempt;
}

/**
 * Saves the name, look and texts of the site, and shows them in this tab at once.
 * @param onConflict called with the stored settings, instead of a message
 */
export function useChangeSite(onConflict: (stored: Settings) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ patch, base }: SiteChange) => tellIfLate(call(settingsApi.change, { body: { ...patch, base } })),
    onSuccess(settings, { attempt }) {
      attempt.sent();
      showAnswer(client, settingsQueries.read().queryKey, settings);
      showSite(siteOf(settings));
      showLook(settings);
      toastSuccess('Success', 'The site was updated. Readers see the change within a minute.');
    },
    onError(error) {
      const stored = storedIn(error);
      if (stored) onConflict(stored);
      else showActionError('change the site', error);
    },
    onSettled: (_settings, _error, { attempt }) => attempt.release(),
  });
}

/** Gives this document the accents and edition that the next page load will have. */
function showLook(settings: Settings): void {
  const style = document.getElementById(LOOK_STYLE_ID) ?? document.createElement('style');
  style.id = LOOK_STYLE_ID;
  style.textContent = lookStyle(settings);
  document.head.append(style);
}

/** The settings of the publication. They do not change while somebody edits them: they are fetched only when a page is opened. */
export const settingsQueries = {
  read: () =>
    queryOptions({ ...callQuery(['admin', 'settings'], settingsApi.read), staleTime: 0, refetchOnWindowFocus: false }),
};

/** A change of settings, and the settings that it started from. */
interface Change<T> {
  readonly from: T;
  readonly to: T;
}

/** The stored settings, if somebody else changed the same ones and the change was refused. */
const storedIn = (error: unknown): Settings | null => refusalBody(error, 409, Settings);

/**
 * Changes which comments are held and who may comment: only what differs from `from`, so that others may change the rest meanwhile.
 * @param onConflict called with the stored words, instead of a message
 */
export function useChangeCommentSettings(onConflict: (versions: ListVersions<string>) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn({ from, to }: Change<CommentSettings>) {
      const isChanged = (name: string) => {
        const [before, after] = [from, to].map((one) => JSON.stringify(one[name as keyof CommentSettings]));
        return before !== after;
      };
      const comments = Object.fromEntries(Object.entries(to).filter(([name]) => isChanged(name)));
      const base = { comments: { holdWords: from.holdWords } };
      return tellIfLate(call(settingsApi.change, { body: { comments, base } }));
    },
    onSuccess(settings) {
      showAnswer(client, settingsQueries.read().queryKey, settings);
      toastSuccess('Success', 'Settings updated successfully!');
    },
    onError(error, { from, to }) {
      const stored = storedIn(error);
      if (!stored) return showActionError('update settings', error);
      onConflict({ base: from.holdWords, mine: to.holdWords, theirs: stored.comments.holdWords });
    },
  });
}

/**
 * Saves the links of header or footer, and shows them at once.
 * @param onConflict called instead of a message; the stored links are shown then
 */
export function useSaveMenu(place: keyof Menu, onConflict: (versions: ListVersions<MenuLink>) => void) {
  const client = useQueryClient();
  const show = (settings: Settings) => {
    showAnswer(client, settingsQueries.read().queryKey, settings);
    showAnswer(client, servedKeys.menu(), settings.menu);
  };
  return useMutation({
    mutationFn: ({ from, to }: Change<readonly MenuLink[]>) =>
      tellIfLate(call(settingsApi.change, { body: { menu: { [place]: to }, base: { menu: { [place]: from } } } })),
    // Sent one after the other, because each replaces the whole list.
    scope: { id: 'menu' },
    onSuccess: show,
    onError(error, { from, to }) {
      const stored = storedIn(error);
      if (!stored) return showActionError('save the menu', error);
      show(stored);
      onConflict({ base: from, mine: to, theirs: stored.menu[place] });
    },
  });
}
