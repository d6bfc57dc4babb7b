import { Modal, Switch } from '@mantine/core';
import dialogClasses from './dialog.module.css';
import { listTexts } from './list-texts.ts';
import classes from './record-list.module.css';
import { setShortcutsEnabled, useShortcutsEnabled } from './use-shortcuts.ts';

const t = listTexts.shortcuts;

export interface Shortcut {
  /** As it stands on the key. */
  readonly key: string;
  readonly text: string;
}

interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly shortcuts: readonly Shortcut[];
  readonly onClose: () => void;
}

/** The keys of a list, and the switch that turns them off. */
export function ShortcutsDialog({ opened, shortcuts, onClose }: ShortcutsDialogProps) {
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
