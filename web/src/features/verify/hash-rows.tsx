import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../lib/language.ts';
import { copyTexts } from '../../ui/texts.ts';
import classes from './hash-rows.module.css';

/** A SHA-256 as the certificate prints it: four rows of 16 characters in groups of four, for visual comparison. */
export function HashRows({ hash, label }: { hash: string; label: string }) {
  const ui = useTexts(copyTexts);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const rows = hash.match(/.{1,16}/g) ?? [];
  return (
    <div className={classes.block}>
      <p className={classes.head}>
        <span className={classes.label}>{label}</span>
        <button
          type="button"
          className={classes.copy}
          onClick={() => copy(hash)}
          aria-label={ui.copyOf(label)}
        >
          {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
        </button>
      </p>
      <code className={classes.rows}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a hash's places are its identity.
          <span key={at} className={classes.row}>
            {(row.match(/.{1,4}/g) ?? []).map((group, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <span key={place}>{group}</span>
            ))}
          </span>
        ))}
      </code>
    </div>
  );
}
