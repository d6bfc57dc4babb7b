import type { VersionGroup } from '@g2/gateway/contract/versions';
import { useId } from 'react';
import { texts as t } from './texts.ts';
import classes from './versions.module.css';

/** Number of groups shown; the others are only counted. */
const SHOWN = 6;

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly VersionGroup[];
  readonly unnamed: string;
}

/** Changed files per folder or per language, the most changed group first. */
export function Groups({ title, groups, unnamed }: GroupsProps) {
  const id = useId();
  const touched = groups.filter((group) => differing(group) > 0);
  if (touched.length === 0) return null;
  const rest = touched.length - SHOWN;
  return (
    <div>
      <h5 id={id} className={classes.label}>
        {title}
      </h5>
      <ul className={classes.bars} aria-labelledby={id}>
        {touched.slice(0, SHOWN).map((group) => (
          <li key={group.name}>
            <span className={classes.barName}>{group.name === '' ? unnamed : group.name}</span>
            <span className={classes.barCount}>{t.group(differing(group), totalOf(group))}</span>
            <span className={classes.bar} aria-hidden>
              {(['added', 'changed', 'removed'] as const).map((kind) => (
                <span key={kind} data-change={kind} style={{ flexGrow: group[kind] }} />
              ))}
              <span style={{ flexGrow: group.unchanged }} />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="g2-meta">{t.more(rest)}</p>}
    </div>
  );
}

const differing = ({ added, removed, changed }: VersionGroup): number => added + removed + changed;
const totalOf = (group: VersionGroup): number => differing(group) + group.unchanged;
