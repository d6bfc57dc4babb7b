import { PAGES } from '@g2/gateway/contract/pages';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { Page } from '../../ui/page.tsx';
import { TableOfContents } from '../../ui/table-of-contents.tsx';

/** A legal text in sections, each with an anchor. An array in the body of a section is rendered as a list. */
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
  tableOfContents: 'Nesta página',
  seeAlso: 'Veja também',
  contactLink: 'Fale conosco',
} as const;

const RELATED_PAGES = ['/termos', '/privacidade', '/help'] as const;

export function LegalPage({ text }: { text: LegalText }) {
  const { hash, pathname } = useLocation();
  useEffect(() => {
    // When the browser looked for the anchor, this page was not rendered yet.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page title={text.title} lead={text.lead} narrow>
      <p className="g2-note -mt-3 mb-6">{text.version}</p>
      <TableOfContents label={texts.tableOfContents} sections={text.sections} />
      {text.sections.map((section) => (
        <SectionContent key={section.id} section={section} />
      ))}
      <nav className="g2-row gap-x-6 gap-y-1 mt-12 pt-4 border-t border-line" aria-label={texts.seeAlso}>
        {RELATED_PAGES.filter((path) => path !== pathname).map((path) => (
          <Link key={path} to={path} className="g2-link g2-link-alone">
            {PAGES[path].title}
          </Link>
        ))}
      </nav>
    </Page>
  );
}

/** Id of the section with the contact details of this service. */
const CONTACT_SECTION_ID = 'contato';

function SectionContent({ section }: { section: LegalSection }) {
  return (
    <section
      id={section.id}
      className="grid grid-cols-1 gap-3 mt-12 max-w-[68ch] *:m-0"
      aria-labelledby={`${section.id}-title`}
    >
      <h2 id={`${section.id}-title`} className="g2-serif text-2xl">
        {section.title}
      </h2>
      {section.body.map((paragraph) =>
        typeof paragraph === 'string' ? (
          <p key={paragraph}>{paragraph}</p>
        ) : (
          <ul key={paragraph[0]} className="grid gap-2 pl-5 marker:text-accent">
            {paragraph.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
      {section.id === CONTACT_SECTION_ID && (
        <>
          <SupportLine />
          <p>
            <Link to="/help#contato" className="g2-link g2-link-alone font-semibold">
              {texts.contactLink}
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
