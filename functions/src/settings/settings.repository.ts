import type { Settings, SettingsPatch } from '@inkwell/shared/settings';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { changesIn, decodeSettings, encodeSettings, isStale, mergeSettings } from './settings.converter.ts';

export interface SettingsRepository {
  /** The stored settings, with defaults for missing ones. Reads 1 document. */
  read(): Promise<Settings>;
  /**
   * Applies a patch and adds an audit entry in one transaction. Equal settings and conflicts write nothing. Reads 1 document, writes 2, and 1 more
   * for each added or removed picture.
   * @returns the stored settings
   * @throws AppError `bad-request` for a picture that is being removed
   */
  change(actorId: string, patch: SettingsPatch, at: Date): Promise<SettingsChange>;
}

/** `conflict`: a setting to change differs from the patch's `base`. */
export interface SettingsChange {
  readonly kind: 'changed' | 'conflict';
  readonly settings: Settings;
}

export function createSettingsRepository(db: Firestore, pictures: Pick<PictureTable, 'move'>): SettingsRepository {
  const ref = db.doc('system/settings');
  return {
    read: async () => decodeSettings((await ref.get()).data()),

    change: (actorId, patch, at) =>
      runTransaction(db, async (transaction) => {
        const before = decodeSettings((await transaction.get(ref)).data());
        if (isStale(before, patch)) return { kind: 'conflict', settings: before };
        const after = mergeSettings(before, patch);
        const changed = changesIn(after, before);
        if (Object.keys(changed).length === 0) return { kind: 'changed', settings: before };
        const shown = referencesOf(PICTURE_REFERENCES.settings, after);
        const moved = await pictures.move(
          transaction,
          { before: referencesOf(PICTURE_REFERENCES.settings, before), after: shown },
          at,
        );
        moved.write();
        transaction.set(ref, { ...encodeSettings(after), ...(shown.length > 0 && { pictures: shown }) });
        const entry = {
          actorId,
          action: 'settings.change',
          target: ref.path,
          before: changesIn(before, after),
          after: changed,
        } as const;
        appendAudit(db, transaction, entry, at);
        return { kind: 'changed', settings: after };
      }),
  };
}
