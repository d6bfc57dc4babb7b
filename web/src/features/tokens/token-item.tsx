import type { ApiToken } from '@g2/gateway/contract/api-tokens';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { texts } from './texts.ts';
import classes from './tokens.module.css';

const t = texts.row;
const SOON_MS = 7 * 24 * 3_600_000;

interface TokenItemProps {
  readonly token: ApiToken;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

export function TokenItem({ token, isBusy, onRevoke }: TokenItemProps) {
  const { name, prefix, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const now = useNow();
  const isEnding = expiresAt !== null && Date.parse(expiresAt) - Date.parse(now) < SOON_MS;
  const facts = [
    lastUsedAt === null ? t.unused : t.used(formatDateTime(lastUsedAt)),
    t.created(formatDate(createdAt)),
    expiresAt === null ? t.lasting : t.expires(formatDate(expiresAt)),
  ];
  return (
    <li className={classes.item}>
      <IconKey className={classes.icon} size={24} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <p className={classes.name}>
          <strong>{name}</strong> <code className={classes.prefix}>{t.prefix(prefix)}</code>
          {isEnding && <span className={`g2-badge ${classes.ending}`}>{t.soon}</span>}
        </p>
        <p className={classes.scopes}>
          {scopes.map((scope) => (
            <code key={scope} className={classes.scopeMark}>
              {scope}
            </code>
          ))}
        </p>
        <p className="g2-note">{facts.join(' · ')}</p>
      </div>
      <Button
        className={classes.action ?? ''}
        size="sm"
        variant="default"
        aria-label={t.revokeOf(name)}
        loading={isBusy}
        onClick={onRevoke}
      >
        {t.revoke}
      </Button>
    </li>
  );
}
