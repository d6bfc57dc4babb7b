import {
  REGISTRATION_STATUSES,
  STATUS_ESTIMATED_TIME,
  STATUS_NAMES,
} from '@g2/gateway/contract/status-terms';
import { useClipboard } from '@mantine/hooks';
import { IconArrowRight, IconCheck, IconLink } from '@tabler/icons-react';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../../lib/language.ts';
import { STATUS_EXPLANATIONS } from '../../shared/registration/status.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import questionCss from '../../ui/question.module.css';
import { copyTexts } from '../../ui/texts.ts';
import type { Block, Question, Topic } from './answers.ts';
import { portugueseTexts, texts } from './texts.ts';

/** Returns the anchor in the URL and scrolls to it. The browser itself tries only before this page is rendered. */
export function useAnchor(): string {
  const { hash, key } = useLocation();
  const anchor = hash.slice(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is followed again.
  useEffect(() => {
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView();
  }, [anchor, key]);
  return anchor;
}

export function TopicSection({ topic, anchor, open }: { topic: Topic; anchor: string; open: boolean }) {
  return (
    <section className="mt-6">
      <h2 className="g2-serif mb-2 text-2xl">{topic.title}</h2>
      {topic.questions.map((question) => (
        <QuestionItem key={question.id} question={question} open={open || question.id === anchor} />
      ))}
    </section>
  );
}

/** A question that the user can open and close. It opens by itself when `open` becomes true. */
function QuestionItem({ question, open }: { question: Question; open: boolean }) {
  const [isOpen, setOpen] = useState(open);
  useEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  return (
    <details
      id={question.id}
      className={clsx(questionCss.question, 'scroll-mt-21')}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{question.question}</h3>
      </summary>
      <div className="grid grid-cols-1 gap-3 max-w-[66ch] pt-0.5 pb-5 *:m-0">
        {question.answer.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer's blocks never move.
          <AnswerBlock key={index} block={block} />
        ))}
        <QuestionLink id={question.id} />
      </div>
    </details>
  );
}

/** Link to the question. A click also copies its URL. */
function QuestionLink({ id }: { id: string }) {
  const t = useTexts(texts);
  const ui = useTexts(copyTexts);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <a
      className="g2-note g2-inline justify-self-start min-h-7 underline-offset-3 print:hidden"
      href={`#${id}`}
      onClick={(event) => copy(new URL(`#${id}`, event.currentTarget.ownerDocument.location.href).href)}
    >
      {copied ? <IconCheck size={15} aria-hidden /> : <IconLink size={15} aria-hidden />}
      <span aria-live="polite">{copied ? ui.copied : t.copyLink}</span>
    </a>
  );
}

function AnswerBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <ul className="grid gap-1.5 pl-5 marker:text-accent">
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'link':
      return (
        <p>
          <Link to={block.to} className="g2-inline g2-link font-semibold">
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
  const t = useTexts(texts);
  return (
    <dl className="g2-panel g2-rows rounded-md">
      {t.commands.map(({ system, command }) => (
        <div key={system} className="p-3">
          <dt className="g2-meta">{system}</dt>
          <dd className="flex flex-wrap gap-x-3 gap-y-1 items-center justify-between m-0">
            <code className="g2-mono text-sm wrap-anywhere">{command}</code>
            <CopyButton
              value={command}
              label={t.commandFor(system)}
              className="g2-inline g2-bare min-h-8 px-3 border border-strong-line rounded-sm text-xs text-ink hover:bg-sunken print:hidden"
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function StatusList() {
  return (
    <ol className="g2-list grid gap-3 pl-4 border-l-2 border-accent">
      {REGISTRATION_STATUSES.map((status) => (
        <li key={status} className="grid">
          <strong>{STATUS_NAMES[status]}</strong>
          <span>{STATUS_EXPLANATIONS[status]}</span>
          <span className="g2-note">
            {portugueseTexts.estimatedTime}: {STATUS_ESTIMATED_TIME[status]}
          </span>
        </li>
      ))}
    </ol>
  );
}
