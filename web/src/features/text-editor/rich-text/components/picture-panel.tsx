import { type Editor, useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useRef } from 'react';
import { needsDescription } from '../../pictures/description.ts';
import { PictureFields } from '../../pictures/picture-fields.tsx';
import { type PictureAttributes, settingsOf, withSettings } from '../../pictures/picture-settings.ts';

interface PicturePanelProps {
  readonly editor: Editor;
  /** Whether the panel takes the focus when it is rendered next. */
  readonly isWanted: RefObject<boolean>;
}

/** Edits description, caption and width of the selected picture. Escape and Enter return to the text. */
export function PicturePanel({ editor, isWanted }: PicturePanelProps) {
  const root = useRef<HTMLDivElement>(null);
  const { src, alt, title, at, isAlone } = useEditorState({
    editor,
    selector: () => {
      const { selection } = editor.state;
      const node = editor.state.doc.nodeAt(selection.from);
      const { src = '', alt = '', title = null } = node?.attrs ?? {};
      const { parent } = selection.$from;
      const isAlone = parent.type.name === 'paragraph' && parent.childCount === 1;
      return { src: String(src), alt: String(alt), title: title as string | null, at: selection.from, isAlone };
    },
  });
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    root.current?.querySelector<HTMLElement>('[data-description]:not(:disabled), select')?.focus();
  });

  const picture: PictureAttributes = { src, alt, title };
  const settings = settingsOf(picture);
  return (
    <div ref={root} data-picture-panel>
      <PictureFields
        settings={settings}
        isUndescribed={needsDescription(picture)}
        isAlone={isAlone}
        onChange={(change) => {
          const node = editor.state.doc.nodeAt(at);
          if (node?.type.name !== 'picture') return;
          const next = { ...node.attrs, ...withSettings(picture, { ...settings, ...change }) };
          editor.view.dispatch(editor.state.tr.setNodeMarkup(at, null, next, node.marks));
          editor.commands.setNodeSelection(at);
        }}
        onKeyDown={(event) => {
          const isDone = event.key === 'Escape' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey);
          if (!isDone || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          editor.commands.focus();
        }}
      />
    </div>
  );
}
