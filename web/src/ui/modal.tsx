import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onApprovalRequested } from '../lib/approval.ts';
import { focusIfLost } from './focus-fallback.ts';

/** Open dialogs, the topmost one last. */
const openDialogs: object[] = [];

/**
 * A dialog that is not rendered before it is first opened: pages have several, and Mantine creates a layer and hooks
 * for each.
 */
export function Modal(props: ModalProps) {
  const { opened, onClose } = props;
  // Mount the dialog closed and open it in the next render, so that it opens like a mounted dialog.
  const [isMounted, setMounted] = useState(false);
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current = opened ? document.activeElement : null;
    if (opened) setMounted(true);
  }, [opened]);
  const close = useEffectEvent(onClose);
  // Close the topmost dialog after its action was sent to another admin for approval.
  useEffect(() => {
    if (!opened) return undefined;
    const dialog = {};
    openDialogs.push(dialog);
    const unsubscribe = onApprovalRequested(() => {
      if (openDialogs.at(-1) === dialog) setTimeout(() => close());
    });
    return () => {
      unsubscribe();
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
    };
  }, [opened]);
  // If the dialog is unmounted while it is open, return the focus to the opener, as on closing.
  useEffect(() => () => focusIfLost(opener.current?.isConnected ? opener.current : null), []);
  return opened || isMounted ? <MantineModal {...props} opened={opened && isMounted} /> : null;
}
