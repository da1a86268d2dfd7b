import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lineDown, lineUp } from '../../../components/staff-icons.ts';

interface OrderButtonsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

/** Moves a row up or down. A button that can do nothing keeps the focus. */
export function OrderButtons({ name, isFirst, isLast, onMove }: OrderButtonsProps) {
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        data-move="-1"
        aria-label={`Move ${name} up`}
        aria-disabled={isFirst}
        icon={<Icon icon={lineUp} />}
        onClick={() => onMove(-1)}
      />
      <Button
        variant="quiet"
        size="small"
        data-move="1"
        aria-label={`Move ${name} down`}
        aria-disabled={isLast}
        icon={<Icon icon={lineDown} />}
        onClick={() => onMove(1)}
      />
    </>
  );
}
