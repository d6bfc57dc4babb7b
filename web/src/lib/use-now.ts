import { useEffect, useState } from 'react';

const UPDATE_INTERVAL_MS = 30_000;

/** The current time in ISO format, updated every 30 s. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), UPDATE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
