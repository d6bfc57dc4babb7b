import { useEffect, useEffectEvent } from 'react';
import { notify } from '../../ui/toast-store.ts';
import type { DashboardDialogsProps } from './dashboard-dialogs.tsx';
import { texts } from './texts.ts';

/** Replaces the dialogs when their code cannot be loaded: reports this instead of opening one. */
export function UnavailableDialogs({ details, openDialog, dialogs }: DashboardDialogsProps) {
  const isOpen = openDialog !== null || details.registration !== null;
  const refuse = useEffectEvent(() => {
    notify.error(texts.unavailable.title, texts.unavailable.text);
    if (openDialog === null) details.close();
    else dialogs.close(openDialog);
  });
  useEffect(() => {
    if (isOpen) refuse();
  }, [isOpen]);
  return null;
}
