import { mergeAttributes, Node } from '@tiptap/core';

/**
 * A picture: the address as written in the text, the description and the title, which is the caption of a picture alone in its paragraph. Inline as
 * in Markdown, so that a link can contain it.
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
