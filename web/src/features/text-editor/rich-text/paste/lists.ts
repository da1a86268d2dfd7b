import { unwrap } from './dom.ts';

/** An item of a list whose items state their levels. */
export interface LeveledItem {
  readonly content: readonly Node[];
  /** Starting at 1. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** The displayed number. */
  readonly start: number;
  /** Numbered items of different series are in different lists. */
  readonly series: string;
}

interface OpenList extends Pick<LeveledItem, 'level' | 'isOrdered' | 'series'> {
  readonly list: Element;
}

const continues = (list: OpenList, item: LeveledItem): boolean =>
  list.isOrdered === item.isOrdered && (!item.isOrdered || list.series === item.series);

/** Inserts items before `place` as nested lists. */
export function insertLists(place: Element, items: readonly LeveledItem[]): void {
  const document = place.ownerDocument;
  let open: OpenList[] = [];
  for (const item of items) {
    const { level, isOrdered, series } = item;
    open = open.filter((list) => list.level < level || (list.level === level && continues(list, item)));
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(isOrdered ? 'ol' : 'ul');
      if (isOrdered && item.start > 1) list.setAttribute('start', String(item.start));
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else place.before(list);
      open.push({ list, level, isOrdered, series });
    }
    const entry = document.createElement('li');
    entry.append(...item.content);
    open.at(-1)?.list.append(entry);
  }
}

function levelOf(list: Element): number | null {
  const named = Number(list.querySelector(':scope > li')?.getAttribute('data-aria-level'));
  if (named > 0) return named;
  const indent = list.getAttribute('data-indent');
  return indent === null ? null : Number(indent) + 1;
}

/** Word's web version and Slack copy each part of a list as its own list with a level. */
function listsByLevel(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) unwrap(wrapper);
  for (const first of body.querySelectorAll('ul, ol')) {
    if (!first.isConnected || levelOf(first) === null) continue;
    const run: Element[] = [];
    for (let next: Element | null = first; next?.matches('ul, ol') && levelOf(next) !== null; ) {
      run.push(next);
      next = next.nextElementSibling;
    }
    const items = run.flatMap((list) =>
      [...list.children].map((item, index) => ({
        content: [...item.childNodes],
        level: levelOf(list) ?? 1,
        isOrdered: list.tagName === 'OL',
        start: (Number(list.getAttribute('start')) || 1) + index,
        series: item.getAttribute('data-listid') ?? '',
      })),
    );
    insertLists(first, items);
    for (const list of run) list.remove();
  }
}

/** Moves each nested list into its item. */
export function nestedLists(body: HTMLElement): void {
  listsByLevel(body);
}

/** A box written as text at the beginning of an item. */
const WRITTEN_BOX = /^\s*\[([ xX])\](?:\s+|$)/;
const BOXES = ':scope > .checkbox, :scope > input, :scope > p > input, :scope > label > input';

/** The first text of an item. */
function firstText(item: Element): Node | null {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) return walker.currentNode;
  return null;
}

/** Whether a task is done; null for other items. Notion, GitHub, Google Docs and Apple Notes each have their own markup. */
function taskOf(item: Element): boolean | null {
  const box = item.querySelector<HTMLInputElement>(BOXES);
  if (box?.type === 'checkbox') return box.hasAttribute('checked');
  if (box?.matches('.checkbox')) return box.classList.contains('checkbox-on');
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true';
  const written = WRITTEN_BOX.exec(firstText(item)?.nodeValue ?? '');
  if (written) return written[1] !== ' ';
  const isChecklist = item.parentElement?.matches('.checklist, .Apple-checklist') ?? false;
  return isChecklist ? item.classList.contains('checked') : null;
}

function markTask(item: Element, isDone: boolean): void {
  for (const box of item.querySelectorAll(BOXES)) box.remove();
  // In Google Docs, the box is a picture.
  if (item.getAttribute('role') === 'checkbox') item.querySelector(':scope > img, :scope > span > img')?.remove();
  const first = firstText(item);
  if (first) first.nodeValue = (first.nodeValue ?? '').replace(WRITTEN_BOX, '');
  const box = Object.assign(item.ownerDocument.createElement('input'), { type: 'checkbox' });
  box.toggleAttribute('checked', isDone);
  box.dataset.task = '';
  item.prepend(box);
}

/** Marks lists of tasks. A list with tasks and other items becomes several lists. */
export function taskLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul')) {
    const items = [...list.children].filter(({ tagName }) => tagName === 'LI');
    const tasks = items.map(taskOf);
    let part: Element = list;
    items.forEach((item, index) => {
      const isDone = tasks[index] ?? null;
      if (index > 0 && (isDone === null) !== ((tasks[index - 1] ?? null) === null)) {
        const rest = list.ownerDocument.createElement('ul');
        part.after(rest);
        while (item.nextSibling) rest.append(item.nextSibling);
        rest.prepend(item);
        part = rest;
      }
      if (isDone === null) return;
      part.setAttribute('data-type', 'taskList');
      markTask(item, isDone);
    });
  }
  for (const box of body.querySelectorAll('input:not([data-task])')) box.remove();
  // In Notion, each task is a list.
  for (const list of body.querySelectorAll('[data-type="taskList"] + [data-type="taskList"]')) {
    list.previousElementSibling?.append(...list.childNodes);
    list.remove();
  }
}
