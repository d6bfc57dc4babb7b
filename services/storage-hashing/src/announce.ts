import { type DomainEvent, event } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { ArchiveContents } from '@g2/terms/archive';
import type { Damage } from './domain/scrub.ts';

const NO_CONTENTS: ArchiveContents = { files: 0, bytes: 0, languages: [], warnings: [], root: '' };

/** Event storage.file_inspected. @param problem error code when the contents could not be read */
export const fileInspectedEvent = (
  { objectKey, registrationId, sha256 }: { objectKey: string; registrationId: string; sha256: string },
  contents: ArchiveContents | undefined,
  problem: string | undefined,
): DomainEvent =>
  event(facts.fileInspected, objectKey, 1, {
    registrationId,
    objectKey,
    sha256,
    problem,
    ...(contents ?? NO_CONTENTS),
  });

export const objectDamagedEvent = (objectKey: string, registrationId: string, damage: Damage): DomainEvent =>
  event(facts.objectDamaged, objectKey, 1, { registrationId, objectKey, damage });
