import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { focusIfLost } from './focus-fallback.ts';

/**
 * A dialog that costs its page nothing before it is first opened: a page has a handful, and Mantine keeps a layer and its
 * hooks for each.
 */
export function Modal(props: ModalProps) {
  const { opened } = props;
  // It comes closed and opens the moment it is there, as one does that was there before.
  const [there, setThere] = useState(false);
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current = opened ? document.activeElement : null;
    if (opened) setThere(true);
  }, [opened]);
  // One that is taken away while it is open gives the focus back, as one that is closed does by itself.
  useEffect(() => () => focusIfLost(opener.current?.isConnected ? opener.current : null), []);
  return opened || there ? <MantineModal {...props} opened={opened && there} /> : null;
}
