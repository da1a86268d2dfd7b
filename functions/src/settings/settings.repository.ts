import { DEFAULT_SETTINGS, Settings, type SettingsPatch } from '@inkwell/shared/settings';
import type { Firestore } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';

export interface SettingsRepository {
  /** The stored settings, with defaults for missing ones. Reads 1 document. */
  read(): Promise<Settings>;
  /** Applies a patch and adds an audit entry in one transaction. Equal settings write nothing. Reads 1 document, writes 2. */
  change(actorId: string, patch: SettingsPatch, at: Date): Promise<Settings>;
}

type Group = keyof Settings;
type Values = Readonly<Record<string, unknown>>;

const GROUPS = Object.keys(DEFAULT_SETTINGS) as Group[];

/** Each setting of a group as `pick` says. */
const settingsWith = (pick: (group: Group, name: string, standard: unknown) => unknown): Settings =>
  Object.fromEntries(
    GROUPS.map((group) => {
      const values = Object.entries(DEFAULT_SETTINGS[group]);
      return [group, Object.fromEntries(values.map(([name, standard]) => [name, pick(group, name, standard)]))];
    }),
  ) as unknown as Settings;

const groupOf = (settings: unknown, group: Group): Values => Object(Object(settings)[group]);

/** Invalid and missing settings get their default. */
const decode = (data: unknown): Settings =>
  settingsWith((group, name, standard) => {
    const shapes: Readonly<Record<string, z.ZodMiniType>> = Settings.shape[group].shape;
    const parsed = shapes[name]?.safeParse(groupOf(data, group)[name]);
    return parsed?.success ? parsed.data : standard;
  });

const merge = (before: Settings, patch: SettingsPatch): Settings =>
  settingsWith((group, name) => {
    const value = groupOf(patch, group)[name];
    return value === undefined ? groupOf(before, group)[name] : value;
  });

/** The settings of `from` that are others in `to`, by name. */
const changesIn = (from: Settings, to: Settings): Values =>
  Object.fromEntries(
    GROUPS.flatMap((group) =>
      Object.entries(from[group]).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(groupOf(to, group)[name]),
      ),
    ),
  );

export function createSettingsRepository(db: Firestore): SettingsRepository {
  const ref = db.doc('system/settings');
  return {
    read: async () => decode((await ref.get()).data()),

    change: (actorId, patch, at) =>
      runTransaction(db, async (transaction) => {
        const before = decode((await transaction.get(ref)).data());
        const after = merge(before, patch);
        const changed = changesIn(after, before);
        if (Object.keys(changed).length === 0) return before;
        transaction.set(ref, { ...after, schemaVersion: 1 });
        const entry = {
          actorId,
          action: 'settings.change',
          target: ref.path,
          before: changesIn(before, after),
          after: changed,
        } as const;
        appendAudit(db, transaction, entry, at);
        return after;
      }),
  };
}
