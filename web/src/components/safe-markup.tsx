import type { SafeHtml } from '@inkwell/shared/safe-html';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface SafeMarkupProps {
  /** Markup of each block, or of all blocks in one string. An unchanged block keeps its elements, including an open frame. */
  readonly blocks: readonly SafeHtml[];
  readonly className: string;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/** Renders markup without escaping it, which no other component may do. Hydration keeps the existing elements. */
export function SafeMarkup({ blocks, className, ref }: SafeMarkupProps) {
  const [first] = useState(() => ({ __html: blocks.join('') }));
  const shown = useRef(blocks);
  useLayoutEffect(() => {
    if (ref.current && shown.current !== blocks) replaceBlocks(ref.current, shown.current, blocks);
    shown.current = blocks;
  }, [ref, blocks]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the type says that it is safe
  return <div ref={ref} className={className} dangerouslySetInnerHTML={first} />;
}

/** Replaces the elements between the first and last block that differ. */
function replaceBlocks(root: HTMLElement, before: readonly SafeHtml[], after: readonly SafeHtml[]): void {
  const nodes = [...root.childNodes];
  // If a block is not exactly one node, all of them are replaced.
  const isKept = nodes.length === before.length;
  const most = isKept ? Math.min(before.length, after.length) : 0;
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const range = document.createRange();
  range.setStart(root, start);
  range.setEnd(root, nodes.length - end);
  range.deleteContents();
  range.insertNode(range.createContextualFragment(after.slice(start, after.length - end).join('')));
}
