import clsx from 'clsx';
import { CopyButton } from './copy-button.tsx';

interface HashBlockProps {
  readonly hash: string;
  readonly label?: string;
  /** Smaller, for a second hash below the main one. */
  readonly minor?: boolean;
}

/** A full hash with a copy button, in lines of 32 digits, or of 16 in a narrow container, to compare it by eye. */
export function HashBlock({ hash, label = 'SHA-256', minor = false }: HashBlockProps) {
  return (
    <div className="g2-box @container p-3">
      <div className="g2-line justify-between gap-3">
        <span className="g2-meta font-semibold">{label}</span>
        <CopyButton value={hash} label={label} />
      </div>
      <code
        className={clsx(
          'g2-mono block max-w-[32.5ch] mt-1 leading-[1.7] wrap-anywhere @max-[280px]:max-w-[16.5ch]',
          minor ? 'text-xs text-muted' : 'text-sm',
        )}
      >
        {hash}
      </code>
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
