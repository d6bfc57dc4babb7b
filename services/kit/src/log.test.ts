import { expect, it } from 'vitest';
import { createLogger, requestContext } from './log.ts';

const logged = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('test', 'info', { write: (line) => lines.push(line) }));
  return lines.join('');
};

it('keeps personal data and secrets out of every line', () => {
  const line = logged((log) => {
    log.info({ user: { email: 'ana@x.com.br', password: 'p4ss' }, applicantTaxId: '111.444.777-35' }, 'hi');
    log.error({ err: new Error('row (ana@x.com.br, 111.444.777-35, 12.ABC.345/01DE-35) exists') }, 'failed');
    log.info({ headers: { cookie: 'g2_session=abc', authorization: 'Bearer xyz' } }, 'ana@x.com.br entrou');
  });
  for (const secret of ['ana@', '111.444', '12.ABC', 'p4ss', 'abc', 'xyz'])
    expect(line).not.toContain(secret);
});

it('adds the request id to every line of a request', () => {
  const line = logged((log) => requestContext.run({ requestId: 'r-1' }, () => log.info('x')));
  expect(JSON.parse(line)).toMatchObject({ requestId: 'r-1', service: 'test', level: 'info' });
});

it('removes personal data from any line in linear time', () => {
  // Not a benchmark: with quadratic matching this line would take minutes.
  const long = 'a'.repeat(200_000);
  expect(logged((log) => log.info(`${long} ana@x.com.br`))).toContain(`${long} [email]`);
  expect(logged((log) => log.info('to ana&rui@xn--e1afmkfd.xn--p1ai'))).toContain('to [email]');
});
