import { describe, expect, it } from 'vitest';
import { parseCsv, toCsv } from './csv.ts';

describe('toCsv', () => {
  it('quotes every cell and ends every row (RFC 4180)', () => {
    expect(toCsv([['a', 'b "c", d\n']])).toBe('"a","b ""c"", d\n"\r\n');
  });

  const signs = '=+-@＝＋－＠\ufe66\ufe62\ufe63\ufe6b\u207a\u2212';
  const unseen = '\t\r \ufeff\u2060\u00ad\u00a0\u3000\u202e\u3164\u2800\ufe0f\u0000\u0301\u180e\u{e0041}';

  it.each([
    ...Array.from(signs, (sign) => `${sign}1`),
    ...Array.from(unseen, (sign) => `${sign}=1`),
    ...['=1+1', '@SUM(A1)', '=cmd|" /C calc"!A0', '\u200b\u2060=1', '\u200e＝1', '\t', '\n1'],
  ])('turns %j into text that no spreadsheet executes', (cell) => {
    expect(toCsv([[cell]]).startsWith(`"'`)).toBe(true);
  });

  it.each(['a=b@example.com', '1-2', 'N/A', ''])('leaves %j unchanged', (cell) => {
    expect(toCsv([[cell]])).toBe(`"${cell}"\r\n`);
  });
});

describe('parseCsv', () => {
  it('reads what toCsv writes', () => {
    const rows = [
      ['from', 'to'],
      ['/a,"b"\nc', '/d'],
    ];

    expect(parseCsv(`\ufeff${toCsv(rows)}`)).toEqual(rows);
  });

  it.each([
    ['/a,/b,301\n/c,/d', ['/a | /b | 301', '/c | /d']],
    ['/a;/b\r\n\r\n/c;/d\r\n', ['/a | /b', '/c | /d']],
    ['/a\t/b', ['/a | /b']],
    ['', []],
  ])('reads %j', (text, rows) => {
    expect(parseCsv(text).map((cells) => cells.join(' | '))).toEqual(rows);
  });
});
