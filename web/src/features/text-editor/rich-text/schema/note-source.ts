import type { Node } from '@tiptap/pm/model';

/** The Markdown of a note's sign. */
export const signSource = ({ attrs }: Pick<Node, 'attrs'>): string => `[^${attrs.label}]${attrs.isNote ? ': ' : ''}`;
