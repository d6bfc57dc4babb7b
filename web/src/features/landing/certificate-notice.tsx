import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import classes from './landing.module.css';
import { texts } from './texts.ts';

/** Numbers as the certificates print them: `G2-2026-000001-1ecc`. */
const NUMBER = /^G2-\d{4}-\d+-[0-9a-f]{4}$/i;

/** Whoever scans the QR code of a certificate is told how to check it. */
export function CertificateNotice() {
  const { search } = useLocation();
  const [number, setNumber] = useState('');
  useEffect(() => {
    // After the takeover of the prerendered page, which knows no query.
    const asked = new URLSearchParams(search).get('certificado') ?? '';
    setNumber(NUMBER.test(asked) ? asked : '');
  }, [search]);
  if (number === '') return null;
  const t = texts.certificate;
  return (
    <aside className={classes.notice} aria-label={t.label}>
      <p>
        <strong>{t.title(number)}</strong> {t.text}{' '}
        <Link to="/help#hash" target="_blank" rel="noopener">
          {t.help}
        </Link>
        .
      </p>
    </aside>
  );
}
