import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';

const INDENT = '  ';

const BLOCKS_WITH_TAB = ['listItem', 'taskItem', 'table', 'codeBlock', 'sourceBlock'];

/** The innermost block around the caret in which Tab indents or moves; null elsewhere, where Tab leaves the text. */
function blockWithTab({ selection: { $from } }: EditorState): string | null {
  for (let { depth } = $from; depth > 0; depth -= 1) {
    const { name } = $from.node(depth).type;
    if (BLOCKS_WITH_TAB.includes(name)) return name;
  }
  return null;
}

/** Indents the selected lines of code, or outdents them. With a caret only, inserts spaces there. */
function indentCode({ state, view }: Editor, isBack: boolean): void {
  const { tr } = state;
  const { $from, $to, empty } = state.selection;
  if (!$from.sameParent($to)) return;
  const text = $from.parent.textContent;
  const first = text.slice(0, $from.parentOffset).lastIndexOf('\n') + 1;
  const starts = [first];
  for (let at = first; at < $to.parentOffset; at += 1) if (text[at] === '\n') starts.push(at + 1);
  if (empty && !isBack) tr.insertText(INDENT);
  else
    for (const start of starts.reverse()) {
      const at = $from.start() + start;
      const { length } = /^(?:\t| {0,2})/.exec(text.slice(start))?.[0] ?? '';
      if (isBack) tr.delete(at, at + length);
      else tr.insertText(INDENT, at);
    }
  view.dispatch(tr.scrollIntoView());
}

/** @returns whether the key is handled, also if nothing can move any further */
function pressTab(editor: Editor, isBack: boolean): boolean {
  const { commands } = editor;
  const block = blockWithTab(editor.state);
  if (block === null) return false;
  if (block === 'table') {
    if (isBack) return commands.goToPreviousCell() || true;
    return commands.goToNextCell() || editor.chain().addRowAfter().goToNextCell().run();
  }
  if (!block.endsWith('Item')) indentCode(editor, isBack);
  else if (isBack) commands.liftListItem(block);
  else commands.sinkListItem(block);
  return true;
}

/** Whether Escape was pressed, after which Tab leaves the text until the caret moves or something changes. */
const leaving = new PluginKey<boolean>('leaving');

/** Tab and Shift+Tab in lists, tables and code. Escape, then Tab leaves the text anywhere. */
export const TabKeys = Extension.create({
  name: 'tabKeys',
  // Before all other keys.
  priority: 1_100,
  addKeyboardShortcuts() {
    return { Tab: () => pressTab(this.editor, false), 'Shift-Tab': () => pressTab(this.editor, true) };
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<boolean>({
        key: leaving,
        state: {
          init: () => false,
          apply: (tr, before) => tr.getMeta(leaving) ?? (before && !tr.docChanged && !tr.selectionSet),
        },
        props: {
          // The first Escape belongs to the text; the next one closes the full-page mode, or the dialog around the text.
          attributes: (state): Record<string, string> =>
            blockWithTab(state) && !leaving.getState(state) ? { 'data-mantine-stop-propagation': 'true' } : {},
          handleDOMEvents: {
            keydown(view, event) {
              if (event.key === 'Tab') return leaving.getState(view.state) ?? false;
              if (event.key === 'Escape' && blockWithTab(view.state))
                view.dispatch(view.state.tr.setMeta(leaving, true));
              return false;
            },
          },
          handleKeyDown(_, event) {
            const isCode = editor.isActive('codeBlock') || editor.isActive('sourceBlock');
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isCode) return false;
            // Otherwise the form would save.
            event.stopPropagation();
            return editor.commands.exitCode();
          },
        },
      }),
    ];
  },
});
