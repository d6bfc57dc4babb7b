import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../lib/language.ts';
import questionCss from '../../ui/question.module.css';
import { copyTexts } from '../../ui/texts.ts';
import { AnswerBlock } from './answer-block.tsx';
import type { Question, Topic } from './answers.ts';
import classes from './help.module.css';
import { texts } from './texts.ts';

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
        <Answer key={question.id} question={question} open={open || question.id === anchor} />
      ))}
    </section>
  );
}

/** A question that opens by click, by its anchor, or by `open` when a search leaves few results. */
function Answer({ question, open }: { question: Question; open: boolean }) {
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
        <Anchor id={question.id} />
      </div>
    </details>
  );
}

/** Link to the question that also copies its URL; without scripts it is a normal link. */
function Anchor({ id }: { id: string }) {
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
