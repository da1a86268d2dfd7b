import { Node } from '@tiptap/core';

/** A block that rich text cannot express (raw HTML, link definitions), shown and edited as source. */
export const SourceBlock = Node.create({
  name: 'sourceBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  isolating: true,

  parseHTML() {
    // Before code blocks, which match any `pre`.
    return [{ tag: 'pre[data-source]', preserveWhitespace: 'full', priority: 60 }];
  },

  renderHTML({ HTMLAttributes }) {
    return ['pre', { ...HTMLAttributes, 'data-source': '' }, ['code', 0]];
  },
});
