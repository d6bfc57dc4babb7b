import { readCertificateNumber } from '@g2/gateway/contract/certificate-number';
import { verdictOfText, verificationPath } from '@g2/gateway/contract/verification';
import { Button } from '@mantine/core';
import clsx from 'clsx';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage, usePath, useTexts } from '../../lib/language.ts';
import { texts } from './texts.ts';
import classes from './verify.module.css';

/** Opens a certificate by its number and reports typos. Without JavaScript, the server redirects `?numero=`. */
export function NumberForm({ initialNumber = '' }: { initialNumber?: string }) {
  const t = useTexts(texts).form;
  const language = useLanguage();
  const path = usePath();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typedNumber = input.current?.value ?? '';
    const kind = verdictOfText(typedNumber)?.kind;
    if (kind === undefined) {
      void navigate(verificationPath(readCertificateNumber(typedNumber) ?? typedNumber, language));
      return;
    }
    setProblem(kind === 'mistyped' ? t.mistypedNumber : t.invalidNumber);
    input.current?.focus();
  };
  return (
    <form className="mt-5" action={path('/verificar')} method="get" onSubmit={submit} noValidate>
      <label className="block mb-1.5 text-sm font-semibold" htmlFor={`${problemId}-number`}>
        {t.numberLabel}
      </label>
      <div className="g2-row">
        <input
          ref={input}
          id={`${problemId}-number`}
          name="numero"
          className={clsx(
            classes.input,
            'g2-mono flex-[1_1_240px] min-w-0 h-10.5 px-3 rounded-sm bg-ground text-ink text-md uppercase',
          )}
          defaultValue={initialNumber}
          placeholder={t.placeholder}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={() => setProblem(null)}
        />
        <Button className="phone:flex-[1_1_100%]" type="submit">
          {t.submit}
        </Button>
      </div>
      {problem !== null && (
        <p id={problemId} className="m-0 mt-2 text-sm text-danger" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
