import type { ProtocolLine } from '@g2/gateway/contract/protocols';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { wordsOf } from './protocols.ts';
import { texts } from './protocols-texts.ts';
import classes from './status.module.css';

/** Each line of the protocol list, with what would happen to it. */
export function ProtocolRows({ lines }: { lines: readonly ProtocolLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ul className={classes.rows} aria-label={texts.lines} tabIndex={0}>
      {lines.map((line) => (
        <Row key={line.number} line={line} />
      ))}
    </ul>
  );
}

function Row({ line }: { line: ProtocolLine }) {
  const isFound = line.outcome === 'found';
  const Icon = isFound ? IconCircleCheck : IconAlertTriangle;
  const [title] = line.titles;
  return (
    <li className={classes.row} data-state={isFound ? 'done' : 'failed'}>
      <span className={classes.mark}>
        <Icon size={20} aria-hidden />
      </span>
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>{title ?? (line.protocol || texts.noProtocol)}</span>
        <span className={classes.rowNote}>{wordsOf(line)}</span>
      </div>
      <span className="g2-meta">
        {texts.line(line.number)}
        {title !== undefined && ` · ${line.protocol}`}
      </span>
    </li>
  );
}
