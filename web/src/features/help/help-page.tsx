import { texts as ui } from '../../ui/texts.ts';
import '../../ui/mantine-forms.ts';
import { Button, TextInput } from '@mantine/core';
import { IconHelpCircle, IconMessageCircle, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { findQuestions, type Topic } from './answers.ts';
import classes from './help.module.css';
import { TopicSection, useAnchor } from './question.tsx';
import { portugueseTexts, texts } from './texts.ts';
import { topics } from './topics.ts';

/** Anchor of the contact form below the questions. */
const CONTACT_ANCHOR = 'contato';

interface HelpPageProps {
  /** Renders the contact form with a subject, which is empty or a search without result. */
  readonly contact: (subject: string) => ReactNode;
}

/** The public help centre, which other pages open in a new tab. */
export function HelpPage({ contact }: HelpPageProps) {
  const [search, setSearch] = useState('');
  const [subject, setSubject] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const anchor = useAnchor();
  const found = findQuestions(topics, search);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  const isSearching = search.trim() !== '';
  // The page is prerendered: take over what was typed before hydration.
  useEffect(() => setSearch(field.current?.value ?? ''), []);
  const ask = () => {
    setSubject(search.trim());
    document.getElementById(CONTACT_ANCHOR)?.scrollIntoView();
  };
  return (
    <Page title={texts.title} lead={texts.lead} narrow>
      <search className={classes.search}>
        <TextInput
          ref={field}
          type="search"
          size="md"
          label={portugueseTexts.search}
          placeholder={portugueseTexts.placeholder}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p className={classes.count} aria-live="polite">
          {isSearching && portugueseTexts.found(count)}
        </p>
      </search>
      {!isSearching && <FirstQuestions topics={topics} />}
      {count === 0 && <NoResults onAsk={ask} onClear={() => setSearch('')} />}
      {found.map((topic) => (
        <TopicSection key={topic.title} topic={topic} anchor={anchor} open={isSearching && count <= 3} />
      ))}
      {contact(subject)}
    </Page>
  );
}

function NoResults({ onAsk, onClear }: { readonly onAsk: () => void; readonly onClear: () => void }) {
  return (
    <EmptyState
      title={portugueseTexts.none}
      text={portugueseTexts.noneText}
      icon={<IconHelpCircle size={28} aria-hidden />}
    >
      <div className="g2-row">
        <Button mt="md" leftSection={<IconMessageCircle size={18} aria-hidden />} onClick={onAsk}>
          {portugueseTexts.ask}
        </Button>
        <Button variant="default" mt="md" onClick={onClear}>
          {ui.clearSearch}
        </Button>
      </div>
    </EmptyState>
  );
}

/** An editorial choice of the most useful questions; no usage is measured. */
const FIRST_QUESTION_IDS = ['precos', 'etapas', 'hash', 'inpi', 'versao', 'senha'] as const;

function FirstQuestions({ topics }: { readonly topics: readonly Topic[] }) {
  const all = topics.flatMap(({ questions }) => questions);
  const chosen = FIRST_QUESTION_IDS.flatMap((id) => all.find((one) => one.id === id) ?? []);
  return (
    <nav className={classes.most} aria-labelledby="comece">
      <h2 id="comece">{portugueseTexts.first}</h2>
      <ul>
        {chosen.map(({ id, question }) => (
          <li key={id}>
            <a href={`#${id}`}>{question}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
