import type { Registration } from '@g2/gateway/contract/registrations';
import { IconGitCommit } from '@tabler/icons-react';
import { texts as t } from './texts.ts';

interface VersionMarkProps {
  readonly registration: Pick<Registration, 'versionNumber' | 'title'>;
  /** Shows only the version number, because the title is beside it. Screen readers also get the title. */
  readonly brief?: boolean;
}

/** Badge of a later version of a program. Renders nothing for a first version. */
export function VersionMark({ registration: { versionNumber, title }, brief = false }: VersionMarkProps) {
  if (versionNumber === 1) return null;
  return (
    <span
      className="g2-badge min-w-0 border border-strong-line text-muted"
      title={brief ? t.nameAndTitle(versionNumber, title) : undefined}
    >
      <IconGitCommit size={14} stroke={2} aria-hidden />
      {brief ? (
        <>
          <span aria-hidden>{t.name(versionNumber)}</span>
          <span className="g2-hidden">{t.nameAndTitle(versionNumber, title)}</span>
        </>
      ) : (
        <span className="min-w-0 wrap-anywhere">{t.nameAndTitle(versionNumber, title)}</span>
      )}
    </span>
  );
}
