import { Modal } from '@mantine/core';
import { Button } from '../../../../components/button.tsx';
import { DialogActions } from '../../../../components/dialog-actions.tsx';
import { BLOCK_ACTIONS, HISTORY_ACTIONS, keysShown, LIST_ACTIONS, MARK_ACTIONS } from '../editing/actions.ts';
import { OPENER_KEYS } from '../editing/extensions.ts';
import styles from '../rich-text.module.css';

const OTHERS: readonly { readonly label: string; readonly keys: string }[] = [
  { label: 'Link', keys: OPENER_KEYS.link },
  { label: 'Find and replace', keys: OPENER_KEYS.find },
  { label: 'To the buttons, and back with Escape', keys: OPENER_KEYS.toolbar },
  { label: 'This list', keys: OPENER_KEYS.keys },
  { label: 'To rows, columns, the language of code, the words of a picture', keys: 'Shift-Tab' },
  { label: 'Describe the selected picture', keys: 'Enter' },
  { label: 'Line break within a paragraph', keys: 'Shift-Enter' },
  { label: 'Paste without formatting', keys: 'Mod-Shift-v' },
  { label: 'Blocks, at the beginning of a paragraph', keys: '/' },
  { label: 'Leave the text', keys: 'Tab' },
  { label: 'Save and stay', keys: 'Mod-s' },
  { label: 'Save and leave', keys: 'Mod-Enter' },
];

/** Marks of Markdown that become what they mean while they are typed. */
const TYPED = [
  ['## ', 'Heading'],
  ['- ', 'Bulleted list'],
  ['1. ', 'Numbered list'],
  ['[ ] ', 'Task list'],
  ['> ', 'Quote'],
  ['``` ', 'Code block'],
  ['---', 'Divider'],
  ['**words**', 'Bold'],
  ['*words*', 'Italic'],
  ['~~words~~', 'Strikethrough'],
  ['`words`', 'Code'],
] as const;

/** All keys of the editor. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const actions = [...MARK_ACTIONS, ...BLOCK_ACTIONS, ...LIST_ACTIONS, ...HISTORY_ACTIONS];
  const rows = [...actions.flatMap(({ label, keys }) => (keys ? [{ label, keys }] : [])), ...OTHERS];
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keys"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      <dl className={styles.keys}>
        {rows.map(({ label, keys }) => (
          <div key={label} className={styles.keysRow}>
            <dt>{label}</dt>
            <dd>
              <kbd>{keysShown(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.keysHeading}>Typed at once</h3>
      <dl className={styles.keys}>
        {TYPED.map(([typed, label]) => (
          <div key={typed} className={styles.keysRow}>
            <dt>{label}</dt>
            <dd>
              <kbd>{typed}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Back to the text
        </Button>
      </DialogActions>
    </Modal>
  );
}
