import { displayedStatus } from '@g2/gateway/contract/certificate-status';
import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { verificationPath } from '@g2/gateway/contract/verification';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formats } from '../../lib/format.ts';
import { useLanguage, useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { iconOf } from '../../shared/certificate/tones.ts';
import { HashBlock } from '../../ui/hash-line.tsx';
import type { CheckedFile } from './check-file.ts';
import classes from './file-check.module.css';
import { type FileVerdict, judgeFile } from './judge-file.ts';
import { texts } from './texts.ts';
import type { FileCheck } from './use-file-check.ts';

const ICONS = { good: IconCircleCheck, bad: IconCircleX, open: IconHelpCircle } as const;

interface FileOutcomeProps {
  readonly check: Extract<FileCheck, { phase: 'done' | 'unreadable' }>;
  readonly certificate: PublicCertificate | null;
  readonly onRetry: () => void;
}

export function FileOutcome({ check, certificate, onRetry }: FileOutcomeProps) {
  const t = useTexts(texts).file;
  const { bytes } = useTexts(formats);
  if (check.phase === 'unreadable') {
    return (
      <div className={classes.outcome} data-says="open">
        <Says verdict={{ says: 'open', title: t.unreadable, text: t.unreadableText }} />
      </div>
    );
  }
  const { checked } = check;
  const verdict = judgeFile(checked, certificate?.number ?? null, t);
  return (
    <div className={classes.outcome} data-says={verdict.says}>
      <Says verdict={verdict} />
      {verdict.shown.length > 0 && (
        <ul className={classes.found}>
          {verdict.shown.map((item) => (
            <Item key={`${item.number} ${item.of}`} item={item} isBundle={checked.isBundle} />
          ))}
        </ul>
      )}
      <p className="g2-meta">
        {checked.name} · {bytes(checked.size)}
      </p>
      <HashBlock hash={checked.hash} label={t.hashOf(checked.name)} />
      {checked.failure !== null && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </div>
  );
}

function Says({ verdict: { says, title, text } }: { verdict: Omit<FileVerdict, 'shown'> }) {
  const Icon = ICONS[says];
  return (
    <div className={classes.says}>
      <Icon size={24} aria-hidden />
      <div>
        <p className={classes.saysTitle}>{title}</p>
        {text !== null && <p className="g2-note">{text}</p>}
      </div>
    </div>
  );
}

function Item({ item, isBundle }: { item: CheckedFile['items'][number]; isBundle: boolean }) {
  const { file: t, statusName } = useTexts(texts);
  const { date } = useTexts(formats);
  const language = useLanguage();
  const standing = displayedStatus(item);
  const Icon = iconOf(standing);
  return (
    <li className={clsx(classes.item, toneCss.tone)} data-tone={standing}>
      <span className={classes.status}>
        <Icon size={18} aria-hidden />
        {statusName(standing)}
      </span>
      <Link
        to={verificationPath(item.number, language)}
        className={classes.number}
        aria-label={`${t.see} ${item.number}`}
      >
        {item.number}
      </Link>
      <span className="g2-meta">
        {isBundle ? t.ofBundle : item.of === 'file' ? t.ofFile : t.ofCertificate}{' '}
        {t.issued(date(item.issuedAt))}.
      </span>
    </li>
  );
}
