import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { asksAbout } from '../../../components/confirm-dialog.tsx';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu, type MenuItem } from '../../../components/menu.tsx';
import { lineMore } from '../../../components/staff-icons.ts';
import styles from '../admin.module.css';

/** The id of the row's name, which describes the buttons in it. */
export const RowNameId = createContext<string | undefined>(undefined);

/** Look and description of a row's actions. */
export const useRowLook = () => ({ variant: 'quiet', size: 'small', 'aria-describedby': use(RowNameId) }) as const;

/** An action of a row. */
export const RowButton = (props: ComponentProps<typeof Button>) => <Button {...useRowLook()} {...props} />;

/** A link among the actions of a row. */
export const RowLink = (props: ComponentProps<typeof ButtonLink>) => <ButtonLink {...useRowLook()} {...props} />;

/** Opens a dialog about the row. */
export const RowDialog = (props: ComponentProps<typeof DialogButton>) => <DialogButton {...useRowLook()} {...props} />;

type Asked = Omit<ComponentProps<typeof ConfirmButton>, 'label' | 'pendingLabel' | 'title' | 'isPending' | 'onConfirm'>;

interface RowDeleteProps extends Asked {
  /** The kind of item, for example `Tag`. */
  readonly noun: string;
  readonly name: string;
  /** The change that deletes it. */
  readonly remove: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'mutate'>;
  /** Whether the question closes before the answer. */
  readonly closesAtOnce?: boolean;
}

/** Deletes the row's item, after a question that names it. */
export const RowDelete = ({ noun, name, remove, closesAtOnce = false, ...props }: RowDeleteProps) => (
  <ConfirmButton
    {...useRowLook()}
    data-danger
    label="Delete"
    confirmLabel={`Delete ${noun}`}
    pendingLabel="Deleting..."
    title={asksAbout('Delete', name)}
    isPending={remove.isPending}
    onConfirm={(close) => {
      if (closesAtOnce) close();
      remove.mutate(undefined, closesAtOnce ? {} : { onSettled: close });
    }}
    {...props}
  />
);

interface ColumnNamesProps {
  readonly names: readonly string[];
  readonly className: string | undefined;
}

/** The first line of a wide list, which names the figures that its rows show without words. */
export const ColumnNames = ({ names, className }: ColumnNamesProps) => (
  <li className={className} aria-hidden="true">
    {names.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </li>
);

interface RowMenuProps {
  /** Name of the row's item. */
  readonly name: string;
  readonly items: readonly MenuItem[];
}

/** The menu of rare actions; nothing if there are none. */
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
  /** A picture before the name. On phones, the actions are then below the text. */
  readonly start?: ReactNode;
  /** Shown beside the name. */
  readonly badges?: ReactNode;
  /** Shown below the name. */
  readonly children?: ReactNode;
  readonly acts: ReactNode;
  readonly actsClass?: string | undefined;
  /** For ordered lists. */
  readonly 'data-order-row'?: string | number;
}

/** A row of a staff list, 56 px high if there is room: name, details and actions. */
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
