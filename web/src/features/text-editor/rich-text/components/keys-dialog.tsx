import { Modal } from '@mantine/core';
import { Button } from '../../../../components/button.tsx';
import { DialogActions } from '../../../../components/dialog-actions.tsx';
import { ACTIONS, keysLabel } from '../editing/actions.ts';
import { OPENER_KEYS } from '../editing/extensions.ts';
import styles from '../rich-text.module.css';

const OTHERS: readonly { readonly label: string; readonly keys: string }[] = [
  { label: 'Link', keys: OPENER_KEYS.link },
  { label: 'Find and replace', keys: OPENER_KEYS.find },
  { label: 'Go to the toolbar (Escape returns)', keys: OPENER_KEYS.toolbar },
  { label: 'Keyboard shortcuts', keys: OPENER_KEYS.keys },
  { label: 'Command palette (outside of texts also without Shift)', keys: 'Mod-Shift-k' },
  { label: 'Go to the options of a table or code block, after Escape', keys: 'Shift-Tab' },
  { label: 'Go to the options of a picture', keys: 'Shift-Tab' },
  { label: 'Indent an item or code, go to the next cell (with Shift: back)', keys: 'Tab' },
  { label: 'Leave a code block', keys: 'Mod-Enter' },
  { label: 'Describe the selected picture', keys: 'Enter' },
  { label: 'Line break within a paragraph', keys: 'Shift-Enter' },
  { label: 'Paste without formatting', keys: 'Mod-Shift-v' },
  { label: 'Blocks, at the beginning of a paragraph', keys: '/' },
  { label: 'Leave the text (Tab alone outside lists, tables and code)', keys: 'Escape, Tab' },
  { label: 'Save and stay', keys: 'Mod-s' },
  { label: 'Save and leave', keys: 'Mod-Enter' },
];

/** Markdown that becomes formatting while it is typed. */
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

function KeyList({ rows }: { readonly rows: readonly (readonly [typed: string, label: string])[] }) {
  return (
    <dl className={styles.keys}>
      {rows.map(([typed, label]) => (
        <div key={label} className={styles.keysRow}>
          <dt>{label}</dt>
          <dd>
            <kbd>{typed}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists all shortcuts of the editor. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const rows = [...ACTIONS.flatMap(({ label, keys }) => (keys ? [{ label, keys }] : [])), ...OTHERS];
  return (
    <Modal opened onClose={onClose} title="Keyboard Shortcuts" size="lg" returnFocus={false}>
      <KeyList rows={rows.map(({ label, keys }) => [keysLabel(keys), label])} />
      <h3 className={styles.keysHeading}>Markdown while you type</h3>
      <KeyList rows={TYPED} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Back to the Text
        </Button>
      </DialogActions>
    </Modal>
  );
}
