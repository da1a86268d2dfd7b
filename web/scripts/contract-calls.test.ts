import { api } from '@inkwell/shared/api';
import { describe, expect, it } from 'vitest';
import { callsModule, withCallsImported } from './contract-calls.ts';

describe('the contract in the app', () => {
  it.each([
    [
      "import { type Post, PostInput, postApi } from '@inkwell/shared/posts';",
      "import { postApi } from 'contract-calls:posts/postApi'; import { PostInput } from '@inkwell/shared/posts';",
    ],
    [
      "import { type Post, postApi } from '@inkwell/shared/posts';",
      "import { postApi } from 'contract-calls:posts/postApi';",
    ],
    [
      "import {\n  postApi,\n} from '@inkwell/shared/posts';\nrest",
      "import { postApi } from 'contract-calls:posts/postApi';\n\n\nrest",
    ],
    ["import { counted } from '@inkwell/shared/format';", "import { counted } from '@inkwell/shared/format';"],
  ])('is imported without schemas: %s', (source, imported) => {
    expect(withCallsImported(source)).toBe(imported);
  });

  it('contains every call of a group with the data needed to make it', async () => {
    const calls = JSON.parse((await callsModule('posts/postApi')).replace(/^export const postApi = |;$/g, ''));

    expect(Object.keys(calls)).toEqual(Object.keys(api.posts));
    expect(calls.byId).toEqual({ method: 'GET', path: '/api/posts/:id', access: 'public', response: true });
    expect(calls.remove).toEqual({ method: 'DELETE', path: '/api/posts/:id', access: 'writer' });
  });
});
