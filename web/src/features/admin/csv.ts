/** Invisible characters at the beginning of a cell, some of which spreadsheets ignore. */
const LEADING = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}\u2800]+/u;

/** First characters of formulas (OWASP, CSV Injection), in the NFKC form of their small and wide variants. */
const SIGNS = new Set(['=', '+', '-', '@', '\u2212']);

/** True if a spreadsheet may run the cell. */
const isFormula = (value: string): boolean =>
  /^[\t\r\n]/.test(value) || SIGNS.has(value.replace(LEADING, '').slice(0, 1).normalize('NFKC'));

function cell(value: string): string {
  // A leading apostrophe makes the cell text.
  const safe = isFormula(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as CSV (RFC 4180) in which no spreadsheet runs a formula. Every cell is quoted. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** The rows of a CSV file (RFC 4180), with commas, semicolons or tabs between cells, and without empty lines. */
export function parseCsv(text: string): string[][] {
  const body = text.replace(/^\ufeff/, '');
  const separator = /^[^"\r\n]*?([,;\t])/.exec(body.replace(/"[^"]*"/g, ''))?.[1] ?? ',';
  const rows: string[][] = [];
  let [row, value, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endCell = () => {
    row.push(value);
    value = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at];
    if (isQuoted && sign === '"' && body[at + 1] === '"') {
      value += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || value.trim() === '')) {
      isQuoted = !isQuoted;
      if (isQuoted) value = '';
    } else if (isQuoted || (sign !== separator && sign !== '\n' && sign !== '\r')) value += sign;
    else if (sign === separator) endCell();
    else if (sign === '\n' || body[at + 1] !== '\n') endRow();
  }
  endRow();
  return rows;
}

/** Downloads a text as a file. The byte order mark tells spreadsheets that it is UTF-8. */
export function downloadCsv(fileName: string, csv: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
