import type { ComparedVersion } from '@g2/proto/registration';
import type { ChangeCounts, ComparedFile, ComparedGroup, VersionComparison } from '@g2/proto/storage';
import type { VersionDiff } from '../../contract/versions.ts';
import type { Wide } from '../route.ts';
import { orNull, type PageQuery, pageOfItems, present } from './common.ts';

const NONE: ChangeCounts = { added: 0, removed: 0, changed: 0, unchanged: 0 };

export function presentDiff(
  request: PageQuery,
  { earlier, later }: { earlier: ComparedVersion | undefined; later: ComparedVersion | undefined },
  found: VersionComparison,
): Wide<VersionDiff> {
  const counts = found.counts ?? NONE;
  const page = <Item>(kind: keyof ChangeCounts, make: (it: ComparedFile) => Item) => {
    const items = found.items.filter(({ change }) => change === kind).map(make);
    return pageOfItems(request, items, { total: counts[kind] });
  };
  return {
    earlier: presentVersion(earlier, found.rootBefore),
    later: presentVersion(later, found.root),
    added: page('added', (it) => ({ ...present(it), ...after(it) })),
    removed: page('removed', (it) => ({ ...present(it), ...before(it) })),
    changed: page('changed', (it) => ({ ...present(it), before: before(it), after: after(it) })),
    unchanged: page('unchanged', (it) => ({ ...present(it), ...after(it) })),
    folders: found.folders.map(presentGroup),
    languages: found.languages.map(presentGroup),
  };
}

function presentVersion(it: ComparedVersion | undefined, root: string) {
  if (!it) throw new Error('a comparison of nothing');
  const { ticket: _ticket, ...version } = it;
  return { ...present(version), root };
}

const after = ({ size, sha256 }: ComparedFile) => ({ size: size ?? 0, sha256: orNull(sha256) });
const before = ({ sizeBefore, sha256Before }: ComparedFile) => ({
  size: sizeBefore ?? 0,
  sha256: orNull(sha256Before),
});

const presentGroup = ({ name, counts }: ComparedGroup) => ({ name, ...(counts ?? NONE) });
