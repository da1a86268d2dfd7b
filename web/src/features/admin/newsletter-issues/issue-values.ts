import { EVERYBODY, type Issue, IssueInput, IssueSegment } from '@inkwell/shared/newsletter-issues';
import type { Fields } from '../../../lib/autosave/fields.ts';

/** The form of an issue. All values are text, because they are autosaved as text. */
export interface IssueValues {
  readonly subject: string;
  readonly previewText: string;
  readonly content: string;
  /** Ids of categories, separated by commas; empty for everybody. */
  readonly categories: string;
  readonly accounts: IssueSegment['accounts'];
  /** Days such as `2026-11-24`, in UTC; empty for none. */
  readonly joinedFrom: string;
  readonly joinedBefore: string;
  readonly mailsPerHour: string;
  /** Empty: as in the settings. */
  readonly isInArchive: '' | 'yes' | 'no';
}

const dayOf = (instant: string | null): string => instant?.slice(0, 10) ?? '';
const instantOf = (day: string): string | null => (day === '' ? null : `${day}T00:00:00.000Z`);

export function valuesOf(issue: Issue | null): IssueValues {
  const { categories, accounts, joinedFrom, joinedBefore } = issue?.segment ?? EVERYBODY;
  return {
    subject: issue?.subject ?? '',
    previewText: issue?.previewText ?? '',
    content: issue?.content ?? '',
    categories: categories?.join(',') ?? '',
    accounts,
    joinedFrom: dayOf(joinedFrom),
    joinedBefore: dayOf(joinedBefore),
    mailsPerHour: issue?.mailsPerHour ? String(issue.mailsPerHour) : '',
    isInArchive: issue?.isInArchive == null ? '' : issue.isInArchive ? 'yes' : 'no',
  };
}

const FIELDS = Object.keys(valuesOf(null)) as (keyof IssueValues)[];

/** Restores autosaved form fields over other values. */
export const restoredValues = (fields: Fields, values: IssueValues): IssueValues => ({
  ...values,
  ...Object.fromEntries(FIELDS.filter((field) => fields[field] !== undefined).map((field) => [field, fields[field]])),
});

export const isSame = (a: IssueValues, b: IssueValues): boolean => FIELDS.every((field) => a[field] === b[field]);

export function segmentOf({ categories, accounts, joinedFrom, joinedBefore }: IssueValues): IssueSegment {
  const ids = categories.split(',').filter(Boolean).map(Number);
  return {
    categories: ids.length > 0 ? ids : null,
    accounts: IssueSegment.shape.accounts.safeParse(accounts).data ?? 'all',
    joinedFrom: instantOf(joinedFrom),
    joinedBefore: instantOf(joinedBefore),
  };
}

export type IssueErrors = Partial<Record<keyof IssueValues, string>>;

/** The input for the server, or the errors by field. */
export function inputOf(values: IssueValues): { readonly input: IssueInput } | { readonly errors: IssueErrors } {
  const { subject, content, previewText, mailsPerHour, isInArchive } = values;
  const { data, error } = IssueInput.safeParse({
    subject,
    content,
    previewText,
    segment: segmentOf(values),
    mailsPerHour: mailsPerHour.trim() === '' ? null : Number(mailsPerHour),
    isInArchive: isInArchive === '' ? null : isInArchive === 'yes',
  });
  if (data) return { input: data };
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const field = String(path[0] === 'segment' ? path[1] : path[0]);
    errors[field] ??= field === 'mailsPerHour' ? 'Write a whole number, or nothing for no limit' : message;
  }
  return { errors };
}
