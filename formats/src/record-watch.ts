import { cut } from '@inkwell/shared/plain-text';
import type { Imported, ReportLine } from './records.ts';

/** What readers say of each record of a file, so that one that takes too long or too much memory can be left out. */
export interface RecordWatch {
  /** Before the next record is read. @returns false where it is left out */
  begin(): boolean;
  /** After it. */
  end(): void;
}

export const UNWATCHED: RecordWatch = { begin: () => true, end: () => {} };

/** The line of the report that names a record that was left out. */
export const tooHeavy = (about: string, record: ReportLine['record'] = null): ReportLine => ({
  ...{ kind: 'report', reason: 'left-out', about: cut(about, 300), record, address: null },
  text: 'Reading it took too long or too much memory, so it was left out',
});

/** What `read` makes of one record, or the line of the report that names it. */
export function* watched(
  watch: RecordWatch,
  about: { readonly name: string; readonly record: ReportLine['record'] },
  read: () => Iterable<Imported>,
): Generator<Imported> {
  if (watch.begin()) yield* read();
  else yield tooHeavy(about.name, about.record);
  watch.end();
}
