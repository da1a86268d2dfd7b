import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { asksAbout } from '../../../components/confirm-dialog.tsx';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu, type MenuItem } from '../../../components/menu.tsx';
import { lineMore } from '../../../components/staff-icons.ts';
import styles from '../admin.module.css';

/** The id of what names the row, which describes the buttons in it. */
export const RowNameId = createContext<string | undefined>(undefined);

/** How acts of a row look, and what describes them. */
export const useRowLook = () => ({ variant: 'quiet', size: 'small', 'aria-describedby': use(RowNameId) }) as const;

/** An act of a row. */
export const RowButton = (props: ComponentProps<typeof Button>) => <Button {...useRowLook()} {...props} />;

/** A link among the acts of a row. */
export const RowLink = (props: ComponentProps<typeof ButtonLink>) => <ButtonLink {...useRowLook()} {...props} />;

/** Opens a dialog about the row. */
export const RowDialog = (props: ComponentProps<typeof DialogButton>) => <DialogButton {...useRowLook()} {...props} />;

interface RowDeleteProps extends Omit<ComponentProps<typeof ConfirmButton>, 'label' | 'pendingLabel' | 'title'> {
  /** What the row is, e.g. `Tag`. */
  readonly noun: string;
  readonly name: string;
}

/** Deletes what the row is about, after a question that names it. */
export const RowDelete = ({ noun, name, ...props }: RowDeleteProps) => (
  <ConfirmButton
    {...useRowLook()}
    data-danger
    label="Delete"
    confirmLabel={`Delete ${noun}`}
    pendingLabel="Deleting..."
    title={asksAbout('Delete', name)}
    {...props}
  />
);

interface RowMenuProps {
  /** Of what the row is about. */
  readonly name: string;
  readonly items: readonly MenuItem[];
}

/** The acts of a row that are seldom needed; nothing if there are none. */
export const RowMenu = ({ name, items }: RowMenuProps) =>
  items.length > 0 && (
    <Menu
      label={`More actions for ${name}`}
      button={<Icon icon={lineMore} />}
      className={styles.moreActs}
      items={items}
    />
  );

interface StaffRowProps {
  readonly name: ReactNode;
  readonly heading?: 'h2' | 'h3';
  /** Before the name: a picture. On phones, the acts stand below the text then. */
  readonly start?: ReactNode;
  /** Beside the name. */
  readonly badges?: ReactNode;
  /** Below the name. */
  readonly children?: ReactNode;
  readonly acts: ReactNode;
  readonly actsClass?: string | undefined;
  /** For lists in an order. */
  readonly 'data-order-row'?: string | number;
}

/** A row of a list of the staff, 56 px high if there is room: its name, what is known of it, and its acts. */
export function StaffRow(props: StaffRowProps) {
  const { name, heading: Heading = 'h3', start, badges, children, acts, actsClass = styles.rowActions, ...row } = props;
  const nameId = useId();
  return (
    <RowNameId value={nameId}>
      <li {...row} className={styles.lowRow} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
        {start}
        <div className={styles.body}>
          <div className={styles.titleLine}>
            <Heading id={nameId} dir="auto">
              {name}
            </Heading>
            {badges}
          </div>
          {children}
        </div>
        <div className={actsClass}>{acts}</div>
      </li>
    </RowNameId>
  );
}
