import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { matchesIn, replaceAllMatches, replaceMatch, selectMatch, setFindQuery } from '../editing/find.ts';
import styles from '../rich-text.module.css';

interface FindPanelProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** Finds and replaces words. Enter selects the next match, Escape returns to the text. */
export function FindPanel({ editor, onClose }: FindPanelProps) {
  const [words, setWords] = useState(() => {
    const { from, to } = editor.state.selection;
    return editor.state.doc.textBetween(from, to).slice(0, 100);
  });
  const [others, setOthers] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  useEffect(() => {
    setFindQuery(editor, words);
  }, [editor, words]);
  useEffect(
    () => () => {
      if (!editor.isDestroyed) setFindQuery(editor, '');
    },
    [editor],
  );

  const count = useEditorState({
    editor,
    selector: () => {
      const found = matchesIn(editor);
      const { from, to } = editor.state.selection;
      const at = found.findIndex((place) => place.from === from && place.to === to);
      if (found.length === 0) return words === '' ? '' : 'Nothing found';
      return at < 0 ? `${found.length} found` : `${at + 1} of ${found.length}`;
    },
  });

  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Escape must not also close a dialog around the editor.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      close();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      if (event.target === input.current) selectMatch(editor, event.shiftKey ? -1 : 1);
      else replaceMatch(editor, others);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers and screen readers do not know <search>
    <div role="search" className={styles.find} aria-label="Find and replace" onKeyDown={onKeyDown}>
      <label className={styles.option}>
        Find
        <input
          ref={input}
          data-mantine-stop-propagation="true"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <output className={styles.count}>{count}</output>
      <button type="button" className={styles.option} onClick={() => selectMatch(editor, -1)}>
        Previous
      </button>
      <button type="button" className={styles.option} onClick={() => selectMatch(editor, 1)}>
        Next
      </button>
      <label className={styles.option}>
        Replace with
        <input
          data-mantine-stop-propagation="true"
          value={others}
          onChange={(event) => setOthers(event.currentTarget.value)}
        />
      </label>
      <button type="button" className={styles.option} onClick={() => replaceMatch(editor, others)}>
        Replace
      </button>
      <button type="button" className={styles.option} onClick={() => replaceAllMatches(editor, others)}>
        Replace all
      </button>
      <button type="button" className={styles.option} onClick={close}>
        Close
      </button>
    </div>
  );
}
