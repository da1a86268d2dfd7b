import { linePlus } from '@inkwell/shared/line-icons';
import { MENU_LIMITS, type Menu, type MenuLink } from '@inkwell/shared/menu';
import { type RefObject, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';
import { useSaveMenu } from '../api/menu.ts';
import { OrderButtons } from '../components/order-buttons.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { useReorder } from '../components/use-reorder.ts';
import { MenuLinkDialog } from './menu-link-dialog.tsx';

interface MenuListProps {
  readonly place: keyof Menu;
  readonly title: string;
  /** What stands there before these links. */
  readonly before: string;
  readonly links: readonly MenuLink[];
}

type Item = MenuLink & { readonly id: string };

const linksOf = (items: readonly Item[]): MenuLink[] => items.map(({ label, address }) => ({ label, address }));

/** Items that keep their ids wherever they are moved. The same link may stand twice. */
function itemsOf(links: readonly MenuLink[]): Item[] {
  const seen = new Map<string, number>();
  return links.map((link) => {
    const content = JSON.stringify([link.label, link.address]);
    const number = seen.get(content) ?? 0;
    seen.set(content, number + 1);
    return { ...link, id: `${content} ${number}` };
  });
}

/** The links of header or footer in their order. Each change is saved at once. */
export function MenuList({ place, title, before, links }: MenuListProps) {
  const save = useSaveMenu();
  const [edited, setEdited] = useState<Item | 'new' | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { items, listRef, move, said } = useReorder({
    items: itemsOf(links),
    nameOf: ({ label }) => label,
    save: (next) => save.mutateAsync({ [place]: linksOf(next) }),
  });
  const isFull = items.length >= MENU_LIMITS[place];
  const store = (next: readonly Item[], done: () => void) =>
    save.mutate({ [place]: linksOf(next) }, { onSuccess: done });

  const put = (link: MenuLink) => {
    const id = edited !== null && edited !== 'new' ? edited.id : null;
    const next =
      id === null ? [...items, { ...link, id: '' }] : items.map((it) => (it.id === id ? { ...link, id } : it));
    store(next, () => setEdited(null));
  };
  const remove = (item: Item) =>
    store(
      items.filter(({ id }) => id !== item.id),
      () => {
        addButton.current?.focus();
        const undo = () => save.mutate({ [place]: linksOf(items) });
        toastSuccess('Success', `${item.label} removed`, { action: { label: 'Undo', run: undo } });
      },
    );

  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.bar}>
        <h2>{title}</h2>
        <Button
          ref={addButton}
          variant="secondary"
          icon={<Icon icon={linePlus} />}
          aria-label={`New link in the ${place}`}
          aria-disabled={isFull}
          onClick={() => isFull || setEdited('new')}
        >
          New Link
        </Button>
      </div>
      <p className={styles.note}>
        {isFull ? `These are all ${MENU_LIMITS[place]} that there is room for. ` : ''}
        {before}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {items.length === 0 ? (
        <p className={styles.note}>No links yet.</p>
      ) : (
        <Rows {...{ items, listRef, move }} isSaving={save.isPending} onEdit={setEdited} onRemove={remove} />
      )}
      {edited !== null && (
        <MenuLinkDialog
          link={edited === 'new' ? null : edited}
          isSaving={save.isPending}
          onSave={put}
          onClose={() => setEdited(null)}
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
  return (
    <ol ref={listRef} className={styles.rows} onKeyDown={moveByKey}>
      {items.map((item, index) => {
        const nameId = `${prefix}${index}`;
        return (
          <li
            key={item.id}
            className={styles.row}
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
              </span>
            </div>
            <div className={styles.rowActions}>
              <OrderButtons
                name={item.label}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onMove={(by) => move(item.id, by)}
              />
              <Button variant="quiet" size="small" aria-describedby={nameId} onClick={() => onEdit(item)}>
                Edit
              </Button>
              <Button
                variant="quiet"
                size="small"
                data-danger
                aria-describedby={nameId}
                aria-disabled={isSaving}
                onClick={() => isSaving || onRemove(item)}
              >
                Remove
              </Button>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
