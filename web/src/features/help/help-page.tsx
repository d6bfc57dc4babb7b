import { texts as ui } from '../../ui/texts.ts';
import '../../ui/mantine-forms.ts';
import { Button, TextInput } from '@mantine/core';
import { IconHelpCircle, IconMessageCircle, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { findQuestions } from './answers.ts';
import { TopicSection, useAnchor } from './question.tsx';
import { portugueseTexts, texts } from './texts.ts';
import { topics } from './topics.ts';

/** Anchor of the contact form below the questions. */
const CONTACT_ANCHOR = 'contato';

interface HelpPageProps {
  /** Renders the contact form. The subject is empty, or the search that found nothing. */
  readonly renderContactForm: (subject: string) => ReactNode;
}

/** The public help centre, which other pages open in a new tab. */
export function HelpPage({ renderContactForm }: HelpPageProps) {
  const [search, setSearch] = useState('');
  const [subject, setSubject] = useState('');
  const searchInput = useRef<HTMLInputElement>(null);
  const anchor = useAnchor();
  const foundTopics = findQuestions(topics, search);
  const questionCount = foundTopics.reduce((sum, { questions }) => sum + questions.length, 0);
  const isSearching = search.trim() !== '';
  // The visitor may have typed into the prerendered page before hydration.
  useEffect(() => setSearch(searchInput.current?.value ?? ''), []);
  const askTeam = () => {
    setSubject(search.trim());
    document.getElementById(CONTACT_ANCHOR)?.scrollIntoView();
  };
  return (
    <Page title={texts.title} lead={texts.lead} narrow>
      <search className="max-w-130">
        <TextInput
          ref={searchInput}
          type="search"
          size="md"
          label={portugueseTexts.searchLabel}
          placeholder={portugueseTexts.searchPlaceholder}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p className="g2-note min-h-[1.5em] m-0 mt-1.5" aria-live="polite">
          {isSearching && portugueseTexts.resultCount(questionCount)}
        </p>
      </search>
      {!isSearching && <FirstQuestions />}
      {questionCount === 0 && (
        <EmptyState
          title={portugueseTexts.noResults}
          text={portugueseTexts.noResultsText}
          icon={<IconHelpCircle size={28} aria-hidden />}
        >
          <div className="g2-row">
            <Button mt="md" leftSection={<IconMessageCircle size={18} aria-hidden />} onClick={askTeam}>
              {portugueseTexts.askTeam}
            </Button>
            <Button variant="default" mt="md" onClick={() => setSearch('')}>
              {ui.clearSearch}
            </Button>
          </div>
        </EmptyState>
      )}
      {foundTopics.map((topic) => (
        <TopicSection
          key={topic.title}
          topic={topic}
          anchor={anchor}
          open={isSearching && questionCount <= 3}
        />
      ))}
      {renderContactForm(subject)}
    </Page>
  );
}

const QUESTIONS = topics.flatMap(({ questions }) => questions);
/** Questions that the editors consider most useful. */
const FIRST_QUESTIONS = ['precos', 'etapas', 'hash', 'inpi', 'versao', 'senha'].flatMap(
  (id) => QUESTIONS.find((question) => question.id === id) ?? [],
);

function FirstQuestions() {
  return (
    <nav className="mt-4 print:hidden" aria-labelledby="comece">
      <h2 id="comece" className="g2-subtitle mb-2 text-muted">
        {portugueseTexts.firstQuestions}
      </h2>
      <ul className="g2-list flex flex-wrap gap-2">
        {FIRST_QUESTIONS.map(({ id, question }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="g2-panel block px-4 py-1.5 rounded-full text-sm text-ink no-underline hover:border-accent hover:text-accent"
            >
              {question}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
