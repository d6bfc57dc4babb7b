const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long it was from one ISO time to another, in its largest unit: '3 dias', '5 h', '12 min'. */
export function lasting(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from));
  if (ms >= DAY) {
    const days = Math.floor(ms / DAY);
    return days === 1 ? '1 dia' : `${days} dias`;
  }
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h`;
  return ms >= MINUTE ? `${Math.floor(ms / MINUTE)} min` : 'menos de 1 min';
}
