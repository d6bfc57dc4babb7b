import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Page } from '../../ui/page.tsx';
import classes from './help.module.css';
import { texts } from './texts.ts';

/** The help centre; public, opens in a tab of its own. */
export function HelpPage() {
  const { hash } = useLocation();
  useEffect(() => {
    // The browser looked for the anchor before this page was there.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page title={texts.title} lead={texts.lead} narrow>
      <nav className={classes.toc} aria-label={texts.toc}>
        <ul>
          {texts.sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {texts.sections.map((section) => (
        <section key={section.id} id={section.id} className={classes.section}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {'commands' in section && (
            <dl className={classes.commands}>
              {section.commands.map(({ system, command }) => (
                <div key={system}>
                  <dt>{system}</dt>
                  <dd>
                    <code>{command}</code>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      ))}
    </Page>
  );
}
