import { describe, expect, it } from 'vitest';
import { readSubscribers } from './subscriber-csv.ts';

describe('a file of subscribers', () => {
  it('finds its columns by their headings, in any order, and keeps each address once', () => {
    const text =
      'name;Confirmed_At;E-Mail;source\nAda;2024-05-01T10:00:00Z;ada@example.com;Fair\nEve;;eve@example.com;\n;;ADA@example.com;\n';

    expect(readSubscribers(text)).toEqual({
      rows: [
        { line: 2, email: 'ada@example.com', at: '2024-05-01T10:00:00.000Z', source: 'Fair' },
        { line: 3, email: 'eve@example.com' },
      ],
      dated: 1,
    });
  });

  it('needs no heading', () => {
    expect(readSubscribers('ada@example.com\neve@example.com\n').rows).toEqual([
      { line: 1, email: 'ada@example.com' },
      { line: 2, email: 'eve@example.com' },
    ]);
    expect(readSubscribers('Ada,ada@example.com\n').rows).toEqual([{ line: 1, email: 'ada@example.com' }]);
    expect(readSubscribers('').rows).toEqual([]);
  });
});
