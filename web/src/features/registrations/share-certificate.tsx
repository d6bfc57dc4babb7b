import { badgePath, verificationPath } from '@g2/gateway/contract/verification';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { texts as ui } from '../../ui/texts.ts';
import classes from './evidence.module.css';
import { texts } from './texts.ts';

const t = texts.evidence;

/** For sharing: the public verification URL of a certificate, and its badge for a README. */
export function ShareCertificate({ number }: { number: string }) {
  const address = `${window.location.origin}${verificationPath(number)}`;
  const badge = `${window.location.origin}${badgePath(number)}`;
  return (
    <div className={classes.share}>
      <p className={classes.legend}>{t.share}</p>
      <Copied name={t.link} text={address} />
      <Copied name={t.badge} text={`[![${t.badgeAlt(number)}](${badge})](${address})`} />
      <img src={badgePath(number)} height={22} alt={t.badgeAlt(number)} />
    </div>
  );
}

function Copied({ name, text }: { name: string; text: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <div className={classes.copied}>
      <span className="g2-meta">{name}</span>
      <code className={classes.code}>{text}</code>
      <Button
        size="xs"
        variant="default"
        aria-label={ui.copyOf(name)}
        leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        onClick={() => copy(text)}
      >
        <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
      </Button>
    </div>
  );
}
