import { REGISTRATION_STATUSES, STATUS_ESTIMATED_TIME, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { useClipboard } from '@mantine/hooks';
import { IconArrowRight, IconCheck, IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTexts } from '../../lib/language.ts';
import { STATUS_EXPLANATIONS } from '../../shared/registration/status.ts';
import { copyTexts } from '../../ui/texts.ts';
import type { Block } from './answers.ts';
import classes from './help.module.css';
import { portugueseTexts, texts } from './texts.ts';

export function AnswerBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <ul className={classes.list}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'link':
      return (
        <p>
          <Link to={block.to} className={classes.more}>
            {block.text} <IconArrowRight size={16} aria-hidden />
          </Link>
        </p>
      );
    case 'commands':
      return <Commands />;
    case 'statuses':
      return <Statuses />;
  }
}

function Commands() {
  return (
    <dl className={classes.commands}>
      {useTexts(texts).commands.map(({ system, command }) => (
        <div key={system}>
          <dt>{system}</dt>
          <dd>
            <code>{command}</code>
            <CopyButton system={system} command={command} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function CopyButton({ system, command }: { system: string; command: string }) {
  const t = useTexts(texts);
  const ui = useTexts(copyTexts);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <button type="button" className={classes.copy} aria-label={t.copy(system)} onClick={() => copy(command)}>
      {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
    </button>
  );
}

function Statuses() {
  return (
    <ol className={classes.statuses}>
      {REGISTRATION_STATUSES.map((status) => (
        <li key={status}>
          <strong>{STATUS_NAMES[status]}</strong>
          <span>{STATUS_EXPLANATIONS[status]}</span>
          <span className="g2-note">
            {portugueseTexts.estimated}: {STATUS_ESTIMATED_TIME[status]}
          </span>
        </li>
      ))}
    </ol>
  );
}
