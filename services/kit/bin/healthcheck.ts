// A container's own health check: exit code 0 when the program beside it answers ready, on HEALTH_URL or HTTP_PORT.
const url = process.env.HEALTH_URL || `http://127.0.0.1:${process.env.HTTP_PORT ?? '8080'}/readyz`;
const answer = await fetch(url, { signal: AbortSignal.timeout(2_500) }).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
