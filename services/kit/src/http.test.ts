import { expect, it } from 'vitest';
import { createHttp } from './http.ts';
import { createLogger } from './log.ts';

it('closes as soon as the last answer is given, though its client would keep the connection', async () => {
  const http = createHttp(createLogger('identity', 'silent'), async () => true);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  http.app.get('/slow', async () => {
    asked.resolve();
    await answer.promise;
    return 'done';
  });
  // Given once closing has begun.
  http.app.addHook('preClose', async () => answer.resolve());
  const port = await http.listen('127.0.0.1', 0);
  const kept = await fetch(`http://127.0.0.1:${port}/livez`);
  expect(kept.headers.get('connection')).toBe('keep-alive');
  const given = fetch(`http://127.0.0.1:${port}/slow`);
  await asked.promise;
  const closed = http.app.close();
  const response = await given;
  expect(await response.text()).toBe('done');
  expect(response.headers.get('connection')).toBe('close');
  // Held up by the connection, it would take longer than a test may.
  await closed;
});
