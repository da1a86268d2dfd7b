import { safeImageUrl } from '@inkwell/shared/markdown/urls';
import { mergeAttributes, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';

/** A picture in the editor; what has no address that may be shown is its description. */
class PictureView implements NodeView {
  readonly dom = document.createElement('span');
  #node: DocumentNode;

  constructor(node: DocumentNode) {
    this.#node = node;
    this.dom.className = 'rich-picture';
    this.#draw();
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.eq(this.#node);
    this.#node = node;
    if (!isSame) this.#draw();
    return true;
  }

  #draw(): void {
    const { src, alt, title } = this.#node.attrs;
    const address = safeImageUrl(String(src));
    if (!address) {
      const words = Object.assign(document.createElement('span'), {
        className: 'rich-picture-words',
        textContent: String(alt || src),
      });
      this.dom.replaceChildren(words);
      return;
    }
    const picture = Object.assign(document.createElement('img'), { src: address, alt: String(alt), draggable: false });
    const caption = Object.assign(document.createElement('span'), {
      className: 'rich-picture-caption',
      textContent: title ?? '',
    });
    this.dom.replaceChildren(picture, ...(title ? [caption] : []));
  }
}

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

  addNodeView() {
    return ({ node }) => new PictureView(node);
  },
});
