import { DEFAULT_COMMENT_SETTINGS, Settings, type SettingsPatch } from '@inkwell/shared/settings';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';

export interface SettingsRepository {
  /** What admins chose, and what holds before they did. Reads 1 document. */
  read(): Promise<Settings>;
  /** Changes what the patch names, with an audit entry, in one transaction; what stands already changes nothing. Reads 1, writes 2. */
  change(actorId: string, patch: SettingsPatch, at: Date): Promise<Settings>;
}

/** Choices that this version does not know, or that no version made, give way to what holds without them. */
function decode(data: unknown): Settings {
  const stored: Readonly<Record<string, unknown>> =
    data instanceof Object && 'comments' in data ? Object(data.comments) : {};
  const entries = Object.entries(DEFAULT_COMMENT_SETTINGS).map(([name, value]) => {
    const shape = Settings.shape.comments.shape[name as keyof typeof DEFAULT_COMMENT_SETTINGS];
    const parsed = shape.safeParse(stored[name]);
    return [name, parsed.success ? parsed.data : value];
  });
  return Settings.parse({ comments: Object.fromEntries(entries) });
}

const merge = ({ comments }: Settings, patch: SettingsPatch): Settings => {
  const { access, holdFirst, holdLinksAbove, holdWords, holdEverything, closeAfterDays } = patch.comments ?? {};
  return {
    comments: {
      access: access ?? comments.access,
      holdFirst: holdFirst ?? comments.holdFirst,
      holdLinksAbove: holdLinksAbove === undefined ? comments.holdLinksAbove : holdLinksAbove,
      holdWords: holdWords ?? comments.holdWords,
      holdEverything: holdEverything ?? comments.holdEverything,
      closeAfterDays: closeAfterDays === undefined ? comments.closeAfterDays : closeAfterDays,
    },
  };
};

export function createSettingsRepository(db: Firestore): SettingsRepository {
  const ref = db.doc('system/settings');
  return {
    read: async () => decode((await ref.get()).data()),

    change: (actorId, patch, at) =>
      runTransaction(db, async (transaction) => {
        const before = decode((await transaction.get(ref)).data());
        const after = merge(before, patch);
        const names = Object.keys(before.comments) as (keyof Settings['comments'])[];
        const changed = names.filter(
          (name) => JSON.stringify(before.comments[name]) !== JSON.stringify(after.comments[name]),
        );
        if (changed.length === 0) return before;
        const of = ({ comments }: Settings) => Object.fromEntries(changed.map((name) => [name, comments[name]]));
        transaction.set(ref, { ...after, schemaVersion: 1 });
        const entry = {
          actorId,
          action: 'settings.change',
          target: ref.path,
          before: of(before),
          after: of(after),
        } as const;
        appendAudit(db, transaction, entry, at);
        return after;
      }),
  };
}
