import { counted } from '@inkwell/shared/format';
import type { ContentImport, ImportKind, ReportReason } from '@inkwell/shared/imports';

interface KindTexts {
  readonly label: string;
  /** Texts about the main file. */
  readonly file: string;
  readonly accept: string;
  readonly hint: string;
}

export const KINDS: Readonly<Record<ImportKind, KindTexts>> = {
  ghost: {
    label: 'Ghost',
    file: 'Export (JSON)',
    accept: '.json,application/json',
    hint: 'In Ghost: Settings, Import/Export, Export content.',
  },
  wordpress: {
    label: 'WordPress',
    file: 'Export (XML)',
    accept: '.xml,text/xml,application/xml',
    hint: 'In WordPress: Tools, Export, All content.',
  },
  substack: {
    label: 'Substack',
    file: 'Export (zip)',
    accept: '.zip,application/zip',
    hint: 'In Substack: Settings, Import / Export, Create new export. Posts for paying subscribers become drafts.',
  },
  medium: {
    label: 'Medium',
    file: 'Export (zip)',
    accept: '.zip,application/zip',
    hint: 'In Medium: Settings, Security and apps, Download your information. Replies to other people are skipped.',
  },
  markdown: {
    label: 'Markdown',
    file: 'Folder (zip)',
    accept: '.zip,application/zip',
    hint: 'The folder of a site made with Hugo, Astro or Jekyll, or any folder of Markdown with front matter, as a zip with its pictures.',
  },
  subscribers: {
    label: 'Subscribers',
    file: 'List (CSV)',
    accept: '.csv,text/csv',
    hint: 'A list from Ghost, Mailchimp or anywhere, with a header. Subscribers who confirmed there are subscribed here.',
  },
  inkwell: {
    label: 'An export made here',
    file: 'Export (zip)',
    accept: '.zip,application/zip',
    hint: 'A zip from the “Export” page of another publication.',
  },
};

/** Kinds of records, in singular and plural. */
const RECORDS: Readonly<Record<string, readonly [string, string]>> = {
  post: ['post', 'posts'],
  page: ['page', 'pages'],
  author: ['author', 'authors'],
  category: ['category', 'categories'],
  tag: ['tag', 'tags'],
  series: ['series', 'series'],
  picture: ['picture', 'pictures'],
  comment: ['comment', 'comments'],
  subscriber: ['subscriber', 'subscribers'],
  'former-subscriber': ['person who left and stays unsubscribed', 'people who left and stay unsubscribed'],
  'unconfirmed-subscriber': ['person who never confirmed', 'people who never confirmed'],
  suppression: ['suppressed address', 'suppressed addresses'],
  redirect: ['redirect', 'redirects'],
  menu: ['menu', 'menus'],
  setting: ['setting', 'settings'],
};

/** The contents of an import, one line for each kind. If all subscribers have left, the line says 0. */
export const contentsOf = ({ counts }: ContentImport): string[] =>
  Object.entries(RECORDS).flatMap(([kind, [one, several]]) => {
    const count = counts[kind];
    return count === undefined ? [] : counted(count, one, several);
  });

export const REASONS: Readonly<Record<ReportReason, string>> = {
  'not-public': 'Not public, imported as a draft',
  'no-equal': 'Converted to plain text',
  'code-left-out': 'Code removed',
  shortened: 'Too long, shortened',
  'left-out': 'Skipped',
  'redirect-left-out': 'Old address cannot redirect',
  changed: 'Changed',
};

/** The reasons in the report with their counts, the most important first. */
export const warningsOf = ({ reports }: ContentImport): { reason: ReportReason; count: number }[] =>
  (Object.keys(REASONS) as ReportReason[]).flatMap((reason) => {
    const count = reports[reason] ?? 0;
    return count > 0 ? { reason, count } : [];
  });
