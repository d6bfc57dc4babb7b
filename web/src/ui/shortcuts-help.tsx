import { Button, Switch } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import dialogClasses from './dialog.module.css';
import { Modal } from './modal.tsx';
import classes from './record-list.module.css';
import { texts } from './texts.ts';
import { setShortcutsEnabled, useShortcuts, useShortcutsEnabled } from './use-shortcuts.ts';

const t = texts.shortcuts;

/** The button '? Atalhos' and the shortcut '?', which both open the help dialog. */
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
        <kbd className={classes.kbd}>?</kbd> {t.button}
      </Button>
      <ShortcutsDialog opened={opened} shortcuts={shortcuts} onClose={() => setOpened(false)} />
    </>
  );
}

export interface Shortcut {
  /** Key as shown to the user. */
  readonly key: string;
  readonly text: string;
}

interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly shortcuts: readonly Shortcut[];
  readonly onClose: () => void;
}

function ShortcutsDialog({ opened, shortcuts, onClose }: ShortcutsDialogProps) {
  const enabled = useShortcutsEnabled();
  return (
    <Modal opened={opened} onClose={onClose} title={t.title}>
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead}>{t.lead}</p>
        <dl className={classes.shortcuts}>
          {shortcuts.map(({ key, text }) => (
            <div key={key}>
              <dt>
                <kbd className={classes.kbd}>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label={t.setting}
          description={t.settingHint}
          checked={enabled}
          onChange={(event) => setShortcutsEnabled(event.currentTarget.checked)}
        />
      </div>
    </Modal>
  );
}
