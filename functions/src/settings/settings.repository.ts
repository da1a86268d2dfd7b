import { DEFAULT_COMMENT_SETTINGS, Settings, type SettingsPatch } from '@inkwell/shared/settings';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';

export interface SettingsRepository {
  /** The stored settings, with defaults for missing ones. Reads 1 document. */
  read(): Promise<Settings>;
  /** Applies a patch and adds an audit entry in one transaction. Equal settings write nothing. Reads 1 document, writes 2. */
  change(actorId: string, patch: SettingsPatch, at: Date): Promise<Settings>;
}

/** Invalid and missing settings get their default. */
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
