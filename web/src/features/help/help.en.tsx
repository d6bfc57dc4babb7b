import { Link } from 'react-router';
import { useTexts } from '../../lib/language.ts';
import { Page } from '../../ui/page.tsx';
import { TopicSection, useAnchor } from './question.tsx';
import '../../ui/texts.en.ts';
import './texts.en.ts';
import { texts } from './texts.ts';
import { contactTexts, topics } from './topics.en.ts';

/** The English help: few questions, without search and contact form. */
export function EnglishHelpPage() {
  const t = useTexts(texts);
  const anchor = useAnchor();
  return (
    <Page title={t.title} lead={t.lead} narrow>
      {topics.map((topic) => (
        <TopicSection key={topic.title} topic={topic} anchor={anchor} open={false} />
      ))}
      <p className="g2-note">
        {contactTexts.lead}{' '}
        <Link to="/help#contato" className="g2-link" hrefLang="pt-BR">
          {contactTexts.form}
        </Link>
        .
      </p>
    </Page>
  );
}
