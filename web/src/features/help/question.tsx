import { REGISTRATION_STATUSES, STATUS_ESTIMATED_TIME, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { useClipboard } from '@mantine/hooks';
import { IconArrowRight, IconCheck, IconCopy, IconLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../../lib/language.ts';
import { STATUS_EXPLANATIONS } from '../../shared/registration/status.ts';
import questionCss from '../../ui/question.module.css';
import { copyTexts } from '../../ui/texts.ts';
import type { Block, Question, Topic } from './answers.ts';
import classes from './help.module.css';
import { portugueseTexts, texts } from './texts.ts';

/** The anchor in the URL. Scrolls to it, because the browser tried before this page was rendered. */
export function useAnchor(): string {
  const { hash, key } = useLocation();
  const anchor = hash.slice(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same anchor followed again is another visit.
  useEffect(() => {
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView();
  }, [anchor, key]);
  return anchor;
}

export function TopicSection({ topic, anchor, open }: { topic: Topic; anchor: string; open: boolean }) {
  return (
    <section className={classes.topic}>
      <h2>{topic.title}</h2>
      {topic.questions.map((question) => (
        <QuestionItem key={question.id} question={question} open={open || question.id === anchor} />
      ))}
    </section>
  );
}

/** A question that opens by click, by its anchor, or by `open` when a search leaves few results. */
function QuestionItem({ question, open }: { question: Question; open: boolean }) {
  const [shown, setShown] = useState(open);
  useEffect(() => {
    if (open) setShown(true);
  }, [open]);
  return (
    <details
      id={question.id}
      className={questionCss.question}
      open={shown}
      onToggle={(event) => setShown(event.currentTarget.open)}
    >
      <summary>
        <h3>{question.question}</h3>
      </summary>
      <div className={classes.answer}>
        {question.answer.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer's blocks never move.
          <AnswerBlock key={index} block={block} />
        ))}
        <QuestionLink id={question.id} />
      </div>
    </details>
  );
}

/** Link to the question that also copies its URL; without scripts it is a normal link. */
function QuestionLink({ id }: { id: string }) {
  const t = useTexts(texts);
  const ui = useTexts(copyTexts);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <a
      className={classes.anchor}
      href={`#${id}`}
      onClick={(event) => copy(new URL(`#${id}`, event.currentTarget.ownerDocument.location.href).href)}
    >
      {copied ? <IconCheck size={15} aria-hidden /> : <IconLink size={15} aria-hidden />}
      <span aria-live="polite">{copied ? ui.copied : t.anchor}</span>
    </a>
  );
}

function AnswerBlock({ block }: { block: Block }) {
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
      return <HashCommands />;
    case 'statuses':
      return <StatusList />;
  }
}

function HashCommands() {
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

function StatusList() {
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
