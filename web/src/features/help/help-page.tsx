import { texts as ui } from '../../ui/texts.ts';
import '../../ui/mantine-forms.ts';
import { Button, TextInput } from '@mantine/core';
import { IconHelpCircle, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import questionCss from '../../ui/question.module.css';
import { AnswerBlock } from './answer-block.tsx';
import { findQuestions, type Question, type Topic } from './answers.ts';
import classes from './help.module.css';
import { texts } from './texts.ts';
import { topics } from './topics.ts';

/** The help centre; public, opens in a tab of its own. */
export function HelpPage() {
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const anchor = useLocation().hash.slice(1);
  const found = findQuestions(topics, search);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  // The page came rendered: who was quick has typed before it listened.
  useEffect(() => setSearch(field.current?.value ?? ''), []);
  useEffect(() => {
    // The browser looked for the anchor before this page was there.
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView();
  }, [anchor]);
  return (
    <Page title={texts.title} lead={texts.lead} narrow>
      <search className={classes.search}>
        <TextInput
          ref={field}
          type="search"
          size="md"
          label={texts.search}
          placeholder={texts.placeholder}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p className={classes.count} aria-live="polite">
          {search.trim() !== '' && texts.found(count)}
        </p>
      </search>
      {count === 0 && (
        <EmptyState title={texts.none} text={texts.noneText} icon={<IconHelpCircle size={28} aria-hidden />}>
          <Button variant="default" mt="md" onClick={() => setSearch('')}>
            {ui.clearSearch}
          </Button>
        </EmptyState>
      )}
      {found.map((topic) => (
        <TopicSection
          key={topic.title}
          topic={topic}
          anchor={anchor}
          open={search.trim() !== '' && count <= 3}
        />
      ))}
    </Page>
  );
}

function TopicSection({ topic, anchor, open }: { topic: Topic; anchor: string; open: boolean }) {
  return (
    <section className={classes.topic}>
      <h2>{topic.title}</h2>
      {topic.questions.map((question) => (
        <Answer key={question.id} question={question} open={open || question.id === anchor} />
      ))}
    </section>
  );
}

/** Opened by hand, by its anchor, or when a search leaves little else. */
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
        <a className={classes.anchor} href={`#${question.id}`}>
          {texts.anchor}
        </a>
      </div>
    </details>
  );
}
