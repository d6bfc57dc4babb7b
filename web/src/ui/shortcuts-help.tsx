import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { listTexts as t } from './list-texts.ts';
import classes from './record-list.module.css';
import { type Shortcut, ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** The button '? Atalhos', the key '?' and the dialog that both open. */
export function ShortcutsHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [opened, setOpened] = useState(false);
  useShortcuts({ '?': () => setOpened(true) });
  return (
    <>
      <Button
        className={classes.help ?? ''}
        variant="subtle"
        size="sm"
        leftSection={<IconKeyboard size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <kbd className={classes.kbd}>?</kbd> {t.shortcuts.button}
      </Button>
      <ShortcutsDialog opened={opened} shortcuts={shortcuts} onClose={() => setOpened(false)} />
    </>
  );
}
