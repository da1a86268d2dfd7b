import { mergeAttributes, Node } from '@tiptap/core';

/**
 * A picture of the text: its address as the text has it, its description, and its title, which is the caption of a picture alone
 * in its paragraph. It stands within a line, as Markdown has it, and so within a link too.
 */
export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,

  addAttributes() {
    return { src: { default: '' }, alt: { default: '' }, title: { default: null } };
  },

  parseHTML() {
    return [{ tag: 'img[src]' }];
  },

  renderHTML({ HTMLAttributes }) {
    return ['img', mergeAttributes(HTMLAttributes)];
  },
});
