import './prosemirror.css';
import { RichTextEditor } from '@mantine/tiptap';
import { type Editor, useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { linePicture } from '../../../components/staff-icons.ts';
import { choosePictures } from '../markdown-input/choose-files.ts';
import type { Pictures } from '../markdown-input/use-pictures.ts';
import { LibraryOfText } from '../pictures/library-of-text.tsx';
import { toolCard, toolVideo } from '../tool-icons.ts';
import { ToolPlace } from '../tool-row.tsx';
import { AddressDialog, type CardKind } from './components/address-dialog.tsx';
import { Bubble, placeMenu } from './components/bubble.tsx';
import { ContextBar, PictureBar } from './components/context-bar.tsx';
import { FindPanel } from './components/find-panel.tsx';
import { KeysDialog } from './components/keys-dialog.tsx';
import { LinkDialog } from './components/link-dialog.tsx';
import { RichToolbar } from './components/rich-toolbar.tsx';
import { SlashMenu } from './components/slash-menu.tsx';
import type { Action } from './editing/actions.ts';
import type { Openers } from './editing/extensions.ts';
import { goToOtherEnd, selectedSign } from './editing/notes.ts';
import { richSurface } from './editing/pictures.ts';
import type { Refusal } from './markdown/manuscript.ts';
import styles from './rich-text.module.css';
import { type RichWriter, useRichEditor } from './use-rich-editor.ts';

export interface RichTextProps {
  /** Ids of the label and the error message. */
  readonly labelId: string;
  readonly errorId: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether this editor is in use, rather than the Markdown area. */
  readonly isActive: boolean;
  readonly onRefuse: (refusal: Refusal) => void;
  readonly pictures: Pictures;
  readonly dataPath: string | undefined;
  readonly placeholder: string;
  /** Whether the text has formulas. */
  readonly math: boolean;
  readonly writer: RefObject<RichWriter | null>;
  /** Returns, once, the caret position for when this editor comes into use; null if the focus stays elsewhere. */
  readonly takeCaret: () => number | null;
}

/** Only paragraphs outside lists, quotes and tables become cards. */
const isTopLevel = ({ state }: Editor): boolean => state.selection.$from.depth === 1;

/** From this length on, the browser lays out a text in parts, so nothing may overflow its block. */
const LONG_TEXT = 30_000;

type Panel = 'link' | 'find' | 'keys' | 'library' | CardKind | null;

/** About the height of a short note, in px. */
const NOTE_PX = 120;

/** The text of the footnote whose number is selected, and a button that moves to it or back. Enter in the text does the same. */
function NoteBubble({ editor }: { readonly editor: Editor }) {
  const sign = useEditorState({ editor, selector: () => (editor.isFocused ? selectedSign(editor.state) : null) });
  if (!sign) return null;
  return (
    <div
      role="toolbar"
      aria-label={`Footnote ${sign.number}`}
      className={`${styles.bubble} ${styles.note}`}
      style={placeMenu(editor, sign.position, NOTE_PX)}
      onMouseDown={(event) => event.preventDefault()}
    >
      {!sign.isNote && <p role="status">{sign.text || 'This footnote is empty.'}</p>}
      {sign.otherEnd === null ? (
        <p role="status">Nothing refers to this footnote. Readers see it after the others.</p>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.option}
          onClick={() => {
            goToOtherEnd(editor.view);
            editor.commands.focus();
          }}
        >
          {sign.isNote ? 'Go to Reference' : 'Edit Footnote'}
        </button>
      )}
    </div>
  );
}

/** Edits a text as readers will see it; the value is Markdown. docs/decisions/0021-rich-text.md */
export function RichText(props: RichTextProps) {
  const { labelId, errorId, value, onChange, isActive, onRefuse, pictures, dataPath, placeholder, math, takeCaret } =
    props;
  const id = useId();
  const [panel, setPanel] = useState<Panel>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const isPictureWanted = useRef(false);
  const openers = useRef<Openers>({
    link: () => setPanel('link'),
    find: () => setPanel('find'),
    keys: () => setPanel('keys'),
    picture: () => {
      isPictureWanted.current = true;
      const panel = root.current?.querySelector<HTMLElement>('[data-picture-panel] [data-description]');
      if (!panel) return;
      isPictureWanted.current = false;
      panel.focus();
    },
    toolbar: () => toolbar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
  });
  const { editor, writer } = useRichEditor({
    value,
    onChange,
    isActive,
    onRefuse,
    openers,
    placeholder,
    math,
    attributes: {
      id,
      role: 'textbox',
      class: `markdown ${styles.text}`,
      'aria-multiline': 'true',
      'aria-required': 'true',
      'aria-labelledby': labelId,
      'aria-keyshortcuts': 'Alt+F10',
      spellcheck: 'true',
      ...(value.length > LONG_TEXT && { 'data-long': '' }),
      ...(dataPath && isActive && { 'data-path': dataPath }),
      ...(errorId && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
    },
    pictures: { onFiles: pictures.insert, placePictures: pictures.place },
    queue: pictures.queue,
  });
  props.writer.current = writer;

  const { writeIn } = pictures;
  useEffect(() => {
    if (!isActive) return;
    writeIn(richSurface(editor));
    return () => writeIn(null);
  }, [isActive, editor, writeIn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time this editor comes into use
  useEffect(() => {
    const caret = isActive ? takeCaret() : null;
    if (caret !== null) writer.focusAt(caret);
    if (!isActive) setPanel(null);
  }, [isActive]);

  const { insert } = pictures;
  const more = useMemo((): readonly Action[] => {
    const open = (kind: CardKind) => () => {
      setPanel(kind);
      return true;
    };
    const choose = () => {
      choosePictures(insert);
      return true;
    };
    return [
      { id: 'picture', label: 'Picture', icon: linePicture, also: 'image photo', run: choose },
      {
        id: 'video',
        label: 'Video',
        icon: toolVideo,
        also: 'youtube vimeo',
        run: open('video'),
        isPossible: isTopLevel,
      },
      {
        id: 'card',
        label: 'Card',
        icon: toolCard,
        also: 'link address',
        run: open('card'),
        isPossible: isTopLevel,
      },
    ];
  }, [insert]);

  const backToText = () => {
    setPanel(null);
    editor.commands.focus();
  };
  return (
    <RichTextEditor
      ref={root}
      editor={editor}
      unstyled
      withTypographyStyles={false}
      hidden={!isActive}
      className={styles.root ?? ''}
    >
      <ToolPlace>
        <RichToolbar
          editor={editor}
          openers={openers}
          controls={id}
          entry={toolbar}
          onImage={() => choosePictures(pictures.insert)}
          onLibrary={() => setPanel('library')}
        />
        <ContextBar editor={editor} />
        {panel === 'find' && <FindPanel editor={editor} onClose={() => setPanel(null)} />}
      </ToolPlace>
      <RichTextEditor.Content
        onKeyDownCapture={(event: { ctrlKey: boolean; metaKey: boolean }) => {
          // Shortcuts that save read the form at once.
          if (event.ctrlKey || event.metaKey) writer.flush();
        }}
        onCompositionStart={pictures.onCompositionStart}
        onCompositionEnd={pictures.onCompositionEnd}
      />
      {isActive && <PictureBar editor={editor} isWanted={isPictureWanted} />}
      {isActive && <Bubble editor={editor} openers={openers} />}
      {isActive && <NoteBubble editor={editor} />}
      {isActive && <SlashMenu editor={editor} more={more} />}
      {panel === 'library' && <LibraryOfText pictures={pictures} onClose={backToText} />}
      {(panel === 'video' || panel === 'card') && (
        <AddressDialog editor={editor} kind={panel} onClose={() => setPanel(null)} />
      )}
      {panel === 'link' && <LinkDialog editor={editor} onClose={() => setPanel(null)} />}
      {panel === 'keys' && <KeysDialog onClose={backToText} />}
    </RichTextEditor>
  );
}
