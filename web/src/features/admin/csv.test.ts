import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('toCsv', () => {
  it('quotes every cell and ends every row as RFC 4180 has it', () => {
    expect(toCsv([['a', 'b "c", d\n']])).toBe('"a","b ""c"", d\n"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\ufeff=1', '＝1', '=cmd|" /C calc"!A0'])(
    'makes %j a text that no spreadsheet runs',
    (cell) => {
      expect(toCsv([[cell]]).startsWith(`"'`)).toBe(true);
    },
  );

  it.each(['a=b@example.com', '1-2', 'N/A', ''])('leaves %j as it is', (cell) => {
    expect(toCsv([[cell]])).toBe(`"${cell}"\r\n`);
  });
});
