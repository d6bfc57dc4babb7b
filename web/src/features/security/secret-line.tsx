import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { texts as ui } from '../../ui/texts.ts';
import classes from './security.module.css';
import { texts } from './texts.ts';

/** Shows a secret in groups of four characters for typing; the copy button omits the spaces. */
export function SecretLine({ secret }: { secret: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <div className={classes.secret}>
      <span className="g2-meta">{texts.app.secret}</span>
      <code className={classes.code}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <Button
        size="xs"
        variant="default"
        aria-label={ui.copyOf(texts.app.secret)}
        leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        onClick={() => copy(secret)}
      >
        <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
      </Button>
    </div>
  );
}
