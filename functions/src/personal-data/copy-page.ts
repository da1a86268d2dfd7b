import { escapeHtml } from '@inkwell/shared/escape';

/** The contents of one collection in a copy: a heading, and the documents. */
export interface CopiedPart {
  readonly heading: string;
  readonly documents: readonly Readonly<Record<string, unknown>>[];
}

/** Converts `lastSeenAt` to "Last seen at". */
const labelOf = (field: string): string => {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isLink = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

function valueHtml(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value))
    return value.length === 0 ? '–' : `<ul>${value.map((one) => `<li>${valueHtml(one)}</li>`).join('')}</ul>`;
  if (value instanceof Object) return listHtml(value as Record<string, unknown>);
  const text = escapeHtml(String(value));
  return isLink(String(value)) ? `<a href="${text}" rel="noreferrer">${text}</a>` : `<span dir="auto">${text}</span>`;
}

const listHtml = (document: Readonly<Record<string, unknown>>): string =>
  `<dl>${Object.entries(document)
    .map(([field, value]) => `<dt>${escapeHtml(labelOf(field))}</dt><dd>${valueHtml(value)}</dd>`)
    .join('')}</dl>`;

/** The beginning of the page. Parts and `COPY_PAGE_END` follow. It contains no script and loads nothing. */
export const copyPageStart = (title: string, madeAt: Date): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid; padding: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(6rem, 12rem) 1fr; gap: 0.25rem 1rem; margin: 0; }
dt { font-weight: 600; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl { display: block; } dd { margin-bottom: 0.5rem; } }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Made on ${madeAt.toISOString().slice(0, 10)}. The same is in <code>data.json</code> for programs. Times are in UTC.</p>
`;

export const partHtml = ({ heading, documents }: CopiedPart): string =>
  `<h2>${escapeHtml(heading)}</h2>\n${documents.map((document) => `<article>${listHtml(document)}</article>\n`).join('')}`;

export const COPY_PAGE_END = '</body>\n</html>\n';
