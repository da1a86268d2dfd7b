import { describe, expect, it } from 'vitest';
import { escapeXml, jsonForScript } from './escape.ts';

const HOSTILE = `</script><script>alert('1')</script> "quoted" & 'single' \u202eright-to-left\u202c 🎉 $& $1 <!-- ]]>`;

describe('jsonForScript', () => {
  it('cannot end its element and is the same JSON', () => {
    const json = jsonForScript({ a: HOSTILE, b: '\u2028\u2029' });

    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ a: HOSTILE, b: '\u2028\u2029' });
  });
});

describe('escapeXml', () => {
  it('removes every character that XML forbids', () => {
    expect(escapeXml('a\u0000\u0008\u000b\u001fb\ufffe<&>')).toBe('ab&lt;&amp;&gt;');
  });
});
