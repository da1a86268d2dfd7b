import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutSummaries } from './without-summaries.ts';

describe('the contract in the app', () => {
  it.each([
    ["summary: 'One post; drafts only for staff.',", "summary: '',"],
    ["summary:\n      'On a line of its own.',", "summary: '',"],
    ['summary: "The caller\'s profile.",', "summary: '',"],
    ['summary: `By weight (' + '$' + '{WEIGHTS}).`,', "summary: '',"],
    ["summary: 'It\\'s one.', path: '/api'", "summary: '', path: '/api'"],
  ])('carries no summary: %s', (source, bare) => {
    expect(withoutSummaries(source)).toBe(bare);
  });

  it('keeps everything else of it', () => {
    const source = readFileSync(join(import.meta.dirname, '../../shared/src/posts.ts'), 'utf8');
    const bare = withoutSummaries(source);

    expect(bare.match(/summary: ''/g)?.length).toBe(source.match(/\bsummary:/g)?.length);
    expect(bare.match(/\b(?:method|path|access): '[^']+'/g)).toEqual(
      source.match(/\b(?:method|path|access): '[^']+'/g),
    );
  });
});
