import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from '../hooks/use-focus-back.ts';

/** A dialog that is mounted while it is open. When it closes, the focus returns to the previously focused element. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
