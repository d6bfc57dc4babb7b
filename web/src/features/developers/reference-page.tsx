import { reference } from '@g2/gateway/contract/gen/reference';
import type {
  ReferenceBody,
  ReferenceCall,
  ReferenceField,
  ReferenceType,
} from '@g2/gateway/contract/reference';
import { SCOPE_NAMES, SCOPES } from '@g2/gateway/contract/scopes';
import clsx from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Page } from '../../ui/page.tsx';
import { texts as t } from './reference-texts.ts';
import { Row, RowList } from './rows.tsx';

const calls = reference.groups.flatMap((group) => group.calls);
/** The scopes, each with what it permits; the last section is for calls that need no token. */
const SCOPE_SECTIONS = [
  ...SCOPE_NAMES.map((scope) => ({ scope, about: SCOPES[scope] })),
  { scope: null, about: t.noTokenAbout },
];

/** Public API reference, generated from the route table that the gateway serves. */
export function ReferencePage() {
  return (
    <Page title={t.title} lead={t.lead}>
      <div className="grid grid-cols-1 gap-8 [&_code]:font-mono [&_code]:text-sm [&_code]:wrap-anywhere">
        <p className="flex flex-wrap gap-y-2 gap-x-6 m-0">
          <Link to="/desenvolvedores" className="g2-link">
            {t.guideLink}
          </Link>
          <a href="/api/openapi.json" className="g2-link">
            {t.openapiLink}
          </a>
        </p>
        <CallsByScope />
        {reference.groups.map((group) => (
          <Section key={group.tag} title={group.tag} about={group.about}>
            {group.calls.map((call) => (
              <CallArticle key={call.id} call={call} />
            ))}
          </Section>
        ))}
        <Section title={t.schemas} about={t.schemasAbout}>
          {reference.schemas.map(({ name, fields }) => (
            <article key={name} id={`esquema-${name}`} className={ARTICLE_CLASSES} aria-label={name}>
              <h3 className="g2-title">
                <code>{name}</code>
              </h3>
              <FieldList fields={fields} optional={t.mayBeAbsent} />
            </article>
          ))}
        </Section>
        <ErrorsSection />
      </div>
    </Page>
  );
}

const CallsByScope = () => (
  <nav
    className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,320px),1fr))] gap-6 py-5 border-y border-line"
    aria-label={t.callsByScopeLabel}
  >
    {SCOPE_SECTIONS.map(({ scope, about }) => (
      <div key={scope ?? ''}>
        <h2 className="g2-title mb-1">{scope === null ? t.noToken : <code>{scope}</code>}</h2>
        <p className="g2-note">{about}</p>
        <ul className="g2-list mt-2">
          {calls
            .filter((call) => call.scope === scope)
            .map(({ id, summary, method }) => (
              <li key={id}>
                <a href={`#${id}`} className="g2-link flex gap-2 items-baseline py-1 text-sm">
                  <span className="g2-mono flex-none w-[4em] text-muted text-xs">{method}</span>
                  {summary}
                </a>
              </li>
            ))}
        </ul>
      </div>
    ))}
  </nav>
);

interface SectionProps {
  readonly id?: string;
  readonly title: string;
  readonly about: ReactNode;
  readonly children: ReactNode;
}

const Section = ({ id, title, about, children }: SectionProps) => (
  <section id={id} className="grid grid-cols-1 gap-3 scroll-mt-18" aria-label={title}>
    <h2 className="g2-serif text-2xl">{title}</h2>
    <p className="m-0 max-w-[68ch] text-muted">{about}</p>
    {children}
  </section>
);

function ErrorsSection() {
  const about = (
    <>
      {t.errorsAbout}{' '}
      <a href="#esquema-Error" className="g2-link">
        Error
      </a>
      .
    </>
  );
  return (
    <Section id="erros" title={t.errors} about={about}>
      <RowList>
        {reference.refusals.map(({ status, says }) => (
          <Row key={status} name={<code>{status}</code>}>
            {says}
          </Row>
        ))}
      </RowList>
    </Section>
  );
}

const ARTICLE_CLASSES = 'g2-panel g2-edge grid grid-cols-1 gap-2 scroll-mt-18 target:border-accent';

/** Reference of one API call: parameters, bodies, responses and errors. Its anchor is its operationId. */
function CallArticle({ call }: { call: ReferenceCall }) {
  const { id, method, path, summary, scope, parameters, bodies, successes, refusals } = call;
  return (
    <article id={id} className={ARTICLE_CLASSES} aria-labelledby={`${id}-titulo`}>
      <h3 id={`${id}-titulo`} className="g2-title">
        <a href={`#${id}`} className="inline-block py-1 text-inherit no-underline hover:underline">
          {summary}
        </a>
      </h3>
      <p className="flex flex-wrap items-baseline gap-y-1 gap-x-2 m-0">
        <span
          className={clsx(
            'g2-mono px-1.5 py-0.5 rounded-sm text-xs font-bold',
            method === 'DELETE' ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent',
          )}
        >
          {method}
        </span>
        <code>{path}</code>
      </p>
      <p className="g2-note">
        {scope === null ? t.noTokenNeeded : t.scopeLabel}{' '}
        {scope !== null && <code className="py-0.5 px-1.5 rounded-sm bg-sunken text-ink">{scope}</code>}
      </p>
      {parameters.length > 0 && (
        <>
          <PartTitle>{t.parameters}</PartTitle>
          <FieldList
            fields={parameters}
            optional={t.optional}
            placeOf={(index) => parameters[index]?.place}
          />
        </>
      )}
      {bodies.length > 0 && <PartTitle>{t.body}</PartTitle>}
      {bodies.map((body) => (
        <BodyPart key={body.media} body={body} optional={t.optional} />
      ))}
      <PartTitle>{t.response}</PartTitle>
      {successes.map(({ status, body }) => (
        <BodyPart key={status} status={status} body={body} optional={t.mayBeAbsent} />
      ))}
      <p className="m-0 text-sm text-muted">
        <a href="#erros" className="g2-link">
          {t.errors}
        </a>
        {': '}
        {refusals.join(', ')}
      </p>
    </article>
  );
}

const PartTitle = ({ children }: { children: string }) => <h4 className="g2-subtitle mt-2">{children}</h4>;

interface BodyPartProps {
  /** The status of a response. */
  readonly status?: number;
  readonly body: ReferenceBody | null;
  /** Text that marks a field as optional. */
  readonly optional: string;
}

/** A request body or a response: its media type and its fields, or its type if it has no fields. */
const BodyPart = ({ status, body, optional }: BodyPartProps) => (
  <div className="grid grid-cols-1 gap-1.5">
    <p className="m-0 text-sm">
      {status !== undefined && <code>{status}</code>} {body === null ? t.noBody : <code>{body.media}</code>}
      {body?.fields.length === 0 && (
        <>
          {': '}
          <TypeText type={body.type} />
        </>
      )}
    </p>
    {body !== null && body.fields.length > 0 && <FieldList fields={body.fields} optional={optional} />}
  </div>
);

/** A type in words. Schema names are links to their schemas. */
const TypeText = ({ type }: { type: ReferenceType }) =>
  type.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one type never change.
    <Fragment key={index}>
      {typeof part === 'string' ? (
        part
      ) : (
        <a href={`#esquema-${part.schema}`} className="g2-link g2-link-alone -my-1">
          {part.schema}
        </a>
      )}
    </Fragment>
  ));

interface FieldListProps {
  readonly fields: readonly ReferenceField[];
  /** Text that marks a field as optional. */
  readonly optional: string;
  /** Where the parameter with this index is sent. */
  readonly placeOf?: (index: number) => 'path' | 'query' | 'header' | undefined;
}

const FieldList = ({ fields, optional, placeOf }: FieldListProps) => (
  <RowList>
    {fields.map(({ name, type, required, note }, index) => {
      const place = placeOf?.(index);
      const label = (
        <>
          <code>{name}</code>
          {place !== undefined && <span className="text-muted block">{t.parameterPlaces[place]}</span>}
        </>
      );
      return (
        <Row key={`${place}${name}`} name={label}>
          <TypeText type={type} />
          {!required && <span className="text-muted"> · {optional}</span>}
          {note !== null && <span className="text-muted block">{note}</span>}
        </Row>
      );
    })}
  </RowList>
);
