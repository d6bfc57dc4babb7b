import { PAGES } from '@g2/gateway/contract/pages';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './legal.module.css';

/** A legal text: sections with an anchor each. In a section's body, an array is rendered as a list. */
export interface LegalText {
  readonly title: string;
  readonly lead: string;
  readonly version: string;
  readonly sections: readonly LegalSection[];
}

interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: readonly (string | readonly string[])[];
}

const texts = {
  toc: 'Nesta página',
  seeAlso: 'Veja também',
  contact: 'Fale conosco',
} as const;

const RELATED_PAGES = ['/termos', '/privacidade', '/help'] as const;

export function LegalPage({ text }: { text: LegalText }) {
  const { hash, pathname } = useLocation();
  useEffect(() => {
    // The browser looked for the anchor before this page was rendered.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page title={text.title} lead={text.lead} narrow>
      <p className={classes.version}>{text.version}</p>
      <nav className={classes.toc} aria-label={texts.toc}>
        <ol>
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {text.sections.map((section) => (
        <SectionContent key={section.id} section={section} />
      ))}
      <nav className={classes.related} aria-label={texts.seeAlso}>
        {RELATED_PAGES.filter((path) => path !== pathname).map((path) => (
          <Link key={path} to={path}>
            {PAGES[path].title}
          </Link>
        ))}
      </nav>
    </Page>
  );
}

/** Id of the section with the contact details of this service. */
const CONTACT_SECTION_ID = 'contato';

function ContactLinks() {
  return (
    <>
      <SupportLine />
      <p>
        <Link to="/help#contato" className={classes.write}>
          {texts.contact}
        </Link>
      </p>
    </>
  );
}

function SectionContent({ section }: { section: LegalSection }) {
  return (
    <section id={section.id} className={classes.section} aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`}>{section.title}</h2>
      {section.body.map((part) =>
        typeof part === 'string' ? (
          <p key={part}>{part}</p>
        ) : (
          <ul key={part[0]}>
            {part.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
      {section.id === CONTACT_SECTION_ID && <ContactLinks />}
    </section>
  );
}
