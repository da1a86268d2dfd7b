import type { LineIcon } from '@inkwell/shared/line-icons';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lineDown, lineUp } from '../../../components/staff-icons.ts';

interface OrderButtonsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

/** Moves a row up or down, if there are others. A disabled button keeps the focus. */
export function OrderButtons({ name, isFirst, isLast, onMove }: OrderButtonsProps) {
  const button = (by: -1 | 1, to: string, isLimit: boolean, icon: LineIcon) => (
    <Button
      variant="quiet"
      size="small"
      data-move={by}
      aria-label={`Move ${name} ${to}`}
      aria-disabled={isLimit}
      icon={<Icon icon={icon} />}
      onClick={() => onMove(by)}
    />
  );
  return isFirst && isLast ? null : (
    <>
      {button(-1, 'up', isFirst, lineUp)}
      {button(1, 'down', isLast, lineDown)}
    </>
  );
}
