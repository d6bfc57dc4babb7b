const COLOURS = [36, 33, 32, 35, 34, 96, 93, 92, 95, 94];

/** Prefixes each line with its program's name, in one colour per program. */
export function createOutput(write: (text: string) => void, coloured: boolean) {
  const colours = new Map<string, number>();
  return (name: string, line: string): void => {
    if (!colours.has(name)) colours.set(name, COLOURS[colours.size % COLOURS.length] ?? 37);
    const prefix = name.padEnd(16);
    write(`${coloured ? `\x1b[${colours.get(name)}m${prefix}\x1b[0m` : prefix} ${readable(line)}\n`);
  };
}

/** Formats a JSON log line for reading; returns any other line unchanged. */
function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { level, time, msg, service: _service, ...rest } = JSON.parse(line) as Record<string, string>;
    const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
    return `${String(time).slice(11, 19)} ${level} ${msg ?? ''}${more}`;
  } catch {
    return line;
  }
}
