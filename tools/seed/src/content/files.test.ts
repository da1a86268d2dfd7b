import { describe, expect, it } from 'vitest';
import { parseComments } from './comments-file.ts';
import { parseFrontMatter } from './front-matter.ts';

describe('the fields of a post', () => {
  it('end where the text begins, and can contain colons', () => {
    expect(parseFrontMatter('---\ntitle: Salt: early\ndaysAgo: 3\n---\n\n# A\n\n---\n\nB\n')).toEqual({
      fields: { title: 'Salt: early', daysAgo: '3' },
      body: '# A\n\n---\n\nB',
    });
  });

  it('are refused if missing or incomplete', () => {
    expect(() => parseFrontMatter('# A')).toThrow('does not begin with fields');
    expect(() => parseFrontMatter('---\ntitle\n---\nA')).toThrow('Not a field: title');
  });
});

describe('the comments file', () => {
  it('contains each comment with its post, person and time', () => {
    const file = '# Comments\n\nAn introduction.\n\n## a-post\n\n- nora +2h: Yes: indeed.\n- theo +11h: @Nora no.\n';
    expect(parseComments(file)).toEqual([
      { post: 'a-post', by: 'nora', hoursAfter: 2, content: 'Yes: indeed.' },
      { post: 'a-post', by: 'theo', hoursAfter: 11, content: '@Nora no.' },
    ]);
  });

  it('reports a line that is not a comment', () => {
    expect(() => parseComments('## a-post\n\n- nora: too early\n')).toThrow('Not a comment: - nora: too early');
  });
});
