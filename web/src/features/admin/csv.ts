/** Spreadsheets run cells that begin like this as formulas (OWASP, CSV Injection); a leading apostrophe makes them text. */
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u;

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as CSV (RFC 4180) that no spreadsheet runs. Every cell is quoted. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Offers a text as a file to keep. The mark at the beginning tells spreadsheets that it is UTF-8. */
export function downloadCsv(fileName: string, csv: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
