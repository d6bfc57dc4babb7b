import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { onApprovalAsked } from '../lib/approval.ts';
import { focusIfLost } from './focus-fallback.ts';

/** Those that are open, the one on top last. */
const openDialogs: object[] = [];

/**
 * A dialog that costs its page nothing before it is first opened: a page has a handful, and Mantine keeps a layer and its
 * hooks for each.
 */
export function Modal(props: ModalProps) {
  const { opened, onClose } = props;
  // It comes closed and opens the moment it is there, as one does that was there before.
  const [there, setThere] = useState(false);
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current = opened ? document.activeElement : null;
    if (opened) setThere(true);
  }, [opened]);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  // What was sent to another admin for approval is over where it was asked for: in the dialog on top.
  useEffect(() => {
    if (!opened) return undefined;
    openDialogs.push(close);
    const stop = onApprovalAsked(() => {
      if (openDialogs.at(-1) === close) setTimeout(() => close.current());
    });
    return () => {
      stop();
      openDialogs.splice(openDialogs.indexOf(close), 1);
    };
  }, [opened]);
  // One that is taken away while it is open gives the focus back, as one that is closed does by itself.
  useEffect(() => () => focusIfLost(opener.current?.isConnected ? opener.current : null), []);
  return opened || there ? <MantineModal {...props} opened={opened && there} /> : null;
}
