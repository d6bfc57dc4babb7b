import { Button, Switch } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './dialog.module.css';
import { Modal } from './modal.tsx';
import { texts } from './texts.ts';
import { setShortcutsEnabled, useShortcuts, useShortcutsEnabled } from './use-shortcuts.ts';

const t = texts.shortcuts;

export interface Shortcut {
  /** Key as shown to the user. */
  readonly key: string;
  readonly text: string;
}

/** The button '? Atalhos' and the shortcut '?', which both open the help dialog. */
export function ShortcutsHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [opened, setOpened] = useState(false);
  const enabled = useShortcutsEnabled();
  useShortcuts({ '?': () => setOpened(true) });
  return (
    <>
      <Button
        className="flex-none ml-auto narrow:pointer-coarse:hidden"
        classNames={{ label: 'gap-1.5' }}
        variant="subtle"
        size="sm"
        leftSection={<IconKeyboard size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <Key>?</Key>
        {t.button}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t.title}>
        <div className={classes.form}>
          <p className={classes.lead}>{t.lead}</p>
          <dl className="grid gap-2 m-0">
            {shortcuts.map(({ key, text }) => (
              <div key={key} className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-3">
                <dt>
                  <Key>{key}</Key>
                </dt>
                <dd className="m-0 text-muted">{text}</dd>
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
    </>
  );
}

const Key = ({ children }: { children: string }) => (
  <kbd className="py-0.5 px-2 border border-b-2 border-strong-line rounded-sm bg-surface text-xs font-semibold font-[family-name:inherit]">
    {children}
  </kbd>
);
