import { reportLine } from './fitting.ts';
import type { Imported, ReportLine } from './records.ts';

/** Readers report each record of a file, so that a record that takes too long or too much memory can be skipped. */
export interface RecordWatch {
  /** Called before a record is read. @returns false to skip it */
  begin(): boolean;
  /** Called after a record is read. */
  end(): void;
}

export const UNWATCHED: RecordWatch = { begin: () => true, end: () => {} };

/** A report line for a skipped record. */
export const tooHeavy = (about: string, record: ReportLine['record'] = null): ReportLine => ({
  ...reportLine('left-out', 'Reading it took too long or too much memory, so it was left out', about),
  record,
});

/** The result of `read` for one record, or a report line if it is skipped. */
export function* watched(
  watch: RecordWatch,
  about: { readonly name: string; readonly record: ReportLine['record'] },
  read: () => Iterable<Imported>,
): Generator<Imported> {
  if (watch.begin()) yield* read();
  else yield tooHeavy(about.name, about.record);
  watch.end();
}
