import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { usePath, useTexts } from '../../lib/language.ts';
import { CertificateArt } from '../../shared/certificate/art.tsx';
import { GuillocheStrip } from '../../ui/guilloche-strip.tsx';
import { ButtonLink } from '../../ui/plain-button.tsx';
import { SIGN_UP_PATH } from './section.tsx';
import { texts } from './texts.ts';

export function HeroSection() {
  const { hero: t, art } = useTexts(texts);
  const path = usePath();
  return (
    <section className="max-w-(--g2-page) mx-auto pt-8 px-(--g2-gutter) desktop:pt-12">
      <div className="grid gap-x-18 gap-y-8 items-center desktop:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <p className="flex items-center gap-3 m-0 mb-4 text-accent text-sm font-semibold before:w-9 before:border-t-2">
            {t.badge}
          </p>
          <h1 className="g2-serif text-hero leading-[1.04] tracking-[-0.02em]">
            {/* Each sentence begins on a new line. */}
            {t.title.split(/(?<=\.) /).map((sentence) => (
              <Fragment key={sentence}>
                <span className="inline-block">{sentence}</span>{' '}
              </Fragment>
            ))}
          </h1>
          <p className="m-0 mt-5 max-w-[50ch] text-lg text-muted">{t.text}</p>
          <div className="g2-actions gap-3 mt-6">
            <ButtonLink to={SIGN_UP_PATH} size="lg">
              {t.signUpLink}
            </ButtonLink>
            <ButtonLink to="#como-funciona" variant="default" size="lg">
              {t.howItWorksLink}
            </ButtonLink>
          </div>
          <p className="g2-note mt-5">
            {t.receivedCertificate}{' '}
            <Link to={path('/verificar')} className="g2-link">
              {t.verifyLink}
            </Link>
          </p>
        </div>
        <figure className="w-full min-w-0 max-w-100 mx-auto my-0 phone:max-w-70 desktop:max-w-110 desktop:mr-0 large:max-w-130">
          {/* The border looks like a picture frame. */}
          <div className="p-[5%] border-6 border-(--g2-deep) outline outline-(--g2-deep-line) -outline-offset-8 bg-sunken *:ring *:ring-line">
            <CertificateArt label={art.label} />
          </div>
          <figcaption className="g2-meta mt-3 text-center text-balance">{art.caption}</figcaption>
        </figure>
      </div>
      <div className="mt-8 desktop:mt-12">
        <GuillocheStrip />
        <ul
          className="g2-list grid gap-2 py-4 font-semibold desktop:flex desktop:justify-between desktop:py-5"
          aria-label={t.claimsLabel}
        >
          {t.claims.map((claim) => (
            <li key={claim} className="g2-line">
              <IconCheck className="text-accent" size={18} stroke={2.2} aria-hidden />
              {claim}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
