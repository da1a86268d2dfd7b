import { describe, expect, it } from 'vitest';
import { parseCsv, toCsv } from './csv.ts';

describe('toCsv', () => {
  it('quotes every cell and ends every row (RFC 4180)', () => {
    expect(toCsv([['a', 'b "c", d\n']])).toBe('"a","b ""c"", d\n"\r\n');
  });

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\ufeff=1', '＝1', '=cmd|" /C calc"!A0'],
    ...[
      '\u2060=1',
      '\u00ad=1',
      '\ufe66=1',
      '\ufe62=1',
      '\ufe63=1',
      '\ufe6b=1',
      '＋1',
      '－1',
      '＠1',
      '\u207a1',
      '\u22121',
    ],
    ...[
      '\u200b\u2060=1',
      '\u00a0=1',
      '\u3000=1',
      '\u202e=1',
      '\u3164=1',
      '\u2800=1',
      '\ufe0f=1',
      '\u0000=1',
      '\u{e0041}=1',
    ],
    ...['\u0301=1', '\u180e=1', '\u200e＝1', '\t', '\n1'],
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
    [
      '/a,/b,301\n/c,/d',
      [
        ['/a', '/b', '301'],
        ['/c', '/d'],
      ],
    ],
    [
      '/a;/b\r\n\r\n/c;/d\r\n',
      [
        ['/a', '/b'],
        ['/c', '/d'],
      ],
    ],
    ['/a\t/b', [['/a', '/b']]],
    ['', []],
  ])('reads %j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });
});
