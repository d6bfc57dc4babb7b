import type { ComparedVersion } from '@g2/proto/registration';
import type { ChangeCounts, ComparedFile, ComparedGroup, VersionComparison } from '@g2/proto/storage';
import type { VersionDiff } from '../../contract/versions.ts';
import type { Wide } from '../route.ts';
import { iso, orNull, type PageQuery, pageOfItems } from './common.ts';

const NONE: ChangeCounts = { added: 0, removed: 0, changed: 0, unchanged: 0 };

export function presentDiff(
  asked: PageQuery,
  { earlier, later }: { earlier: ComparedVersion | undefined; later: ComparedVersion | undefined },
  found: VersionComparison,
): Wide<VersionDiff> {
  const counts = found.counts ?? NONE;
  const page = <Item>(kind: keyof ChangeCounts, present: (it: ComparedFile) => Item) => {
    const items = found.items.filter(({ change }) => change === kind).map(present);
    return pageOfItems(asked, items, { total: counts[kind] });
  };
  return {
    earlier: presentVersion(earlier, found.rootBefore),
    later: presentVersion(later, found.root),
    added: page('added', (it) => ({ ...presentFile(it), ...after(it) })),
    removed: page('removed', (it) => ({ ...presentFile(it), ...before(it) })),
    changed: page('changed', (it) => ({ ...presentFile(it), before: before(it), after: after(it) })),
    unchanged: page('unchanged', (it) => ({ ...presentFile(it), ...after(it) })),
    folders: found.folders.map(presentGroup),
    languages: found.languages.map(presentGroup),
  };
}

function presentVersion(it: ComparedVersion | undefined, root: string) {
  if (!it) throw new Error('a comparison of nothing');
  const { registrationId, versionNumber, fileName, fileSize, sha256, attachedAt } = it;
  return { registrationId, versionNumber, fileName, fileSize, sha256, attachedAt: iso(attachedAt), root };
}

const presentFile = ({ path, language, isText }: ComparedFile) => ({
  path,
  language: orNull(language),
  isText,
});
const after = ({ size, sha256 }: ComparedFile) => ({ size: size ?? 0, sha256: orNull(sha256) });
const before = ({ sizeBefore, sha256Before }: ComparedFile) => ({
  size: sizeBefore ?? 0,
  sha256: orNull(sha256Before),
});

const presentGroup = ({ name, counts }: ComparedGroup) => ({ name, ...(counts ?? NONE) });
