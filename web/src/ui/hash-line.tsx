import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../lib/language.ts';
import classes from './hash-line.module.css';
import { copyTexts } from './texts.ts';

interface HashBlockProps {
  readonly hash: string;
  readonly label?: string;
  /** Smaller, for a second hash below the main one. */
  readonly minor?: boolean;
}

/** A full hash, grouped for comparison by eye, with a button that copies it without the spaces. */
export function HashBlock({ hash, label = 'SHA-256', minor }: HashBlockProps) {
  const t = useTexts(copyTexts);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <div className={classes.block} data-minor={minor || undefined}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        <button
          type="button"
          className={classes.copy}
          onClick={() => copy(hash)}
          aria-label={t.copyOf(label)}
        >
          {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          <span aria-live="polite">{copied ? t.copied : t.copy}</span>
        </button>
      </div>
      <code className={classes.hash}>{hash}</code>
    </div>
  );
}

/** SHA-256 and SHA-512 of a file; older files have no SHA-512. */
export function FileHashes({ sha256, sha512 }: { sha256: string; sha512: string | null }) {
  return (
    <>
      <HashBlock hash={sha256} />
      {sha512 !== null && <HashBlock hash={sha512} label="SHA-512" minor />}
    </>
  );
}
