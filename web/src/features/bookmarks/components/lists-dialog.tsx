import { BOOKMARK_LIMITS, LIST_NAME_TAKEN, ListName, TOO_MANY_LISTS } from '@inkwell/shared/bookmarks';
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Field } from '../../../components/field.tsx';
import { Mantine } from '../../../components/mantine.tsx';
import { useViewer } from '../../../lib/session.tsx';
import { useBookmark } from '../use-bookmark.ts';
import styles from './lists-dialog.module.css';

export interface ListsDialogProps {
  readonly post: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
}

/** Selects the lists of a saved post, and creates lists. Each change is saved at once. */
export function ListsDialog({ post, onClose }: ListsDialogProps) {
  const userId = useViewer()?.id ?? '';
  const { lists, allLists, change } = useBookmark(userId, post.id);
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const parsed = ListName.safeParse(name);
    const fault = parsed.success ? faultOf(parsed.data, allLists) : (parsed.error.issues[0]?.message ?? null);
    setError(fault);
    if (!parsed.success || fault !== null) return;
    change(true, [...lists, parsed.data]);
    setName('');
  };

  return (
    <Mantine>
      <Dialog onClose={onClose} title={`Lists of \u201c${post.title}\u201d`}>
        {allLists.length > 0 && (
          <fieldset className={styles.lists}>
            <legend className="visually-hidden">Lists</legend>
            {allLists.map((list) => (
              <Checkbox
                key={list}
                label={list}
                checked={lists.includes(list)}
                onChange={({ currentTarget }) =>
                  change(true, currentTarget.checked ? [...lists, list] : lists.filter((other) => other !== list))
                }
              />
            ))}
          </fieldset>
        )}
        <form className={styles.form} onSubmit={add} noValidate>
          <Field
            label="New list"
            value={name}
            maxLength={BOOKMARK_LIMITS.listName}
            error={error}
            onChange={(event) => {
              setName(event.target.value);
              setError(null);
            }}
          />
          <Button type="submit" variant="secondary">
            Add
          </Button>
        </form>
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </Dialog>
    </Mantine>
  );
}

function faultOf(name: string, lists: readonly string[]): string | null {
  if (lists.includes(name)) return LIST_NAME_TAKEN;
  return lists.length >= BOOKMARK_LIMITS.lists ? TOO_MANY_LISTS : null;
}
