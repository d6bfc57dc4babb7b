import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A dialog that costs its page nothing before it is first opened: a page has a handful, and Mantine keeps a layer and its
 * hooks for each.
 */
export function Modal(props: ModalProps) {
  const { opened } = props;
  // It comes closed and opens the moment it is there, as one does that was there before.
  const [there, setThere] = useState(false);
  useEffect(() => {
    if (opened) setThere(true);
  }, [opened]);
  return opened || there ? <MantineModal {...props} opened={opened && there} /> : null;
}
