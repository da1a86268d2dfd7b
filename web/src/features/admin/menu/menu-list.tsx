import { linePlus } from '@inkwell/shared/line-icons';
import { MENU_LIMITS, type Menu, type MenuLink } from '@inkwell/shared/menu';
import { type RefObject, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';
import { useSaveMenu } from '../api/settings.ts';
import { OrderButtons } from '../components/order-buttons.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { RowButton, RowNameId } from '../components/staff-row.tsx';
import { useReorder } from '../components/use-reorder.ts';
import { ListConflictDialog } from '../list-conflict/list-conflict-dialog.tsx';
import { keyed, type ListVersions } from '../list-conflict/merge-lists.ts';
import { leadsNowhere, MenuLinkDialog, useLastPages } from './menu-link-dialog.tsx';

interface MenuListProps {
  readonly place: keyof Menu;
  readonly title: string;
  /** The built-in links before these. */
  readonly before: string;
  readonly links: readonly MenuLink[];
}

type Item = MenuLink & { readonly id: string };

const linksOf = (items: readonly MenuLink[]): MenuLink[] => items.map(({ label, address }) => ({ label, address }));

/** Items that keep their ids when they are moved. The same link may appear twice. */
const itemsOf = (links: readonly MenuLink[]): Item[] => keyed(links).map(([id, link]) => ({ ...link, id }));

/** The link in the dialog, with the list as it was when the dialog was opened. */
interface Editing {
  /** Null for a new link. */
  readonly item: Item | null;
  readonly list: readonly Item[];
}

/** The ordered links of header or footer. Each change is saved at once, or after a question if somebody else changed the list. */
export function MenuList({ place, title, before, links }: MenuListProps) {
  const [conflict, setConflict] = useState<ListVersions<MenuLink> | null>(null);
  const save = useSaveMenu(place, setConflict);
  const [editing, setEditing] = useState<Editing | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { items, listRef, move, said } = useReorder({
    items: itemsOf(links),
    nameOf: ({ label }) => label,
    save: (next, before) => save.mutateAsync({ from: linksOf(before), to: linksOf(next) }),
  });
  const isFull = items.length >= MENU_LIMITS[place];
  const edit = (item: Item | null) => setEditing({ item, list: items });

  const put = ({ item, list }: Editing, link: MenuLink) => {
    const to = item === null ? [...list, link] : list.map((one) => (one === item ? link : one));
    save.mutate({ from: linksOf(list), to: linksOf(to) }, { onSuccess: () => setEditing(null) });
  };
  const remove = (item: Item) => {
    const [from, to] = [linksOf(items), linksOf(items.filter(({ id }) => id !== item.id))];
    const onSuccess = () => {
      addButton.current?.focus();
      const undo = () => save.mutate({ from: to, to: from });
      toastSuccess('Success', `${item.label} removed`, { action: { label: 'Undo', run: undo } });
    };
    save.mutate({ from, to }, { onSuccess });
  };
  const closeConflict = () => {
    // Used if the focused row is gone; otherwise the dialog returns the focus.
    addButton.current?.focus();
    setConflict(null);
  };
  const choose = ({ theirs }: ListVersions<MenuLink>, list: readonly MenuLink[]) => {
    const onSuccess = () => {
      closeConflict();
      setEditing(null);
    };
    save.mutate({ from: theirs, to: list }, { onSuccess });
  };

  return (
    <section className={styles.place} aria-label={title}>
      <div className={styles.bar}>
        <h2>{title}</h2>
        <Button
          ref={addButton}
          variant="secondary"
          size="small"
          icon={<Icon icon={linePlus} />}
          aria-label={`New link in the ${place}`}
          aria-disabled={isFull}
          onClick={() => isFull || edit(null)}
        >
          New Link
        </Button>
      </div>
      <p className={styles.note}>
        {isFull ? `There is no room for more than ${MENU_LIMITS[place]} links. ` : ''}
        {before}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {items.length === 0 ? (
        <p className={styles.note}>No links yet.</p>
      ) : (
        <Rows {...{ items, listRef, move }} isSaving={save.isPending} onEdit={edit} onRemove={remove} />
      )}
      {editing && (
        <MenuLinkDialog
          link={editing.item}
          isSaving={save.isPending}
          isCovered={conflict !== null}
          onSave={(link) => put(editing, link)}
          onClose={() => setEditing(null)}
        />
      )}
      {conflict && (
        <ListConflictDialog
          title={`Conflicting Changes to the ${title}`}
          versions={conflict}
          wordsOf={({ label, address }) => `${label} (${address})`}
          limit={MENU_LIMITS[place]}
          isSaving={save.isPending}
          onChoose={(list) => choose(conflict, list)}
          onClose={closeConflict}
        />
      )}
    </section>
  );
}

interface RowsProps {
  readonly items: readonly Item[];
  readonly listRef: RefObject<HTMLOListElement | null>;
  readonly isSaving: boolean;
  readonly move: (id: string, by: -1 | 1) => void;
  readonly onEdit: (item: Item) => void;
  readonly onRemove: (item: Item) => void;
}

function Rows({ items, listRef, isSaving, move, onEdit, onRemove }: RowsProps) {
  const prefix = useId();
  const pages = useLastPages();
  return (
    <ol ref={listRef} className={styles.rows} onKeyDown={moveByKey}>
      {items.map((item, index) => {
        const nameId = `${prefix}${index}`;
        return (
          <li
            key={item.id}
            className={styles.lowRow}
            data-order-row={item.id}
            data-row-stop
            tabIndex={-1}
            aria-labelledby={nameId}
          >
            <div className={styles.body}>
              <strong id={nameId} dir="auto">
                {item.label}
              </strong>
              <span className={styles.meta}>
                <bdi>{item.address}</bdi>
                {leadsNowhere(pages, item.address) && <span>This page is not published.</span>}
              </span>
            </div>
            <div className={styles.rowActions}>
              <OrderButtons
                name={item.label}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onMove={(by) => move(item.id, by)}
              />
              <RowNameId value={nameId}>
                <RowButton onClick={() => onEdit(item)}>Edit</RowButton>
                <RowButton data-danger aria-disabled={isSaving} onClick={() => isSaving || onRemove(item)}>
                  Remove
                </RowButton>
              </RowNameId>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
