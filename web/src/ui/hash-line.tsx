import { CopyButton } from './copy-button.tsx';
import classes from './hash-line.module.css';

interface HashBlockProps {
  readonly hash: string;
  readonly label?: string;
  /** Smaller, for a second hash below the main one. */
  readonly minor?: boolean;
}

/** A full hash, grouped for comparison by eye, with a button that copies it without the spaces. */
export function HashBlock({ hash, label = 'SHA-256', minor }: HashBlockProps) {
  return (
    <div className={classes.block} data-minor={minor || undefined}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        <CopyButton value={hash} label={label} className={classes.copy} />
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
