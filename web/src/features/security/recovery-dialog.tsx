import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { saveBlob } from '../../lib/download.ts';
import dialogClasses from '../../ui/dialog.module.css';
import { KeptActions } from '../../ui/kept-actions.tsx';
import { Modal } from '../../ui/modal.tsx';
import { printText } from './print-text.ts';
import classes from './security.module.css';
import { texts } from './texts.ts';

const t = texts.recovery;

interface RecoveryDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows the new recovery codes, which are not shown again; closes only after the user confirms having saved them. */
export function RecoveryDialog({ codes, onClose }: RecoveryDialogProps) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const text = [t.head, '', ...codes, ''].join('\n');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead}>{t.lead}</p>
        <ol className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="g2-row">
          <Button
            variant="default"
            size="xs"
            data-autofocus
            leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            onClick={() => copy(codes.join('\n'))}
          >
            <span aria-live="polite">{copied ? t.copied : t.copy}</span>
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), t.file)}
          >
            {t.download}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPrinter size={15} aria-hidden />}
            onClick={() => printText(text)}
          >
            {t.print}
          </Button>
        </div>
        <KeptActions kept={t.kept} close={t.close} onClose={onClose} />
      </div>
    </Modal>
  );
}
