import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { stackFacts } from './shared-stack.ts';

/** Searches every table of every service for personal data. */
export type PersonalDataSearch = {
  /** Columns that contain the text, as `schema.table.column`. */
  of(text: string): Promise<string[]>;
  /** Subjects of messages in the NATS streams, including dead letters, that contain one of the texts. */
  onBus(texts: readonly string[]): Promise<string[]>;
  /** Number of stored objects of a registration, not counting released ones. */
  objectsOf(registrationId: string): Promise<number>;
  close(): Promise<void>;
};

const SCHEMAS = ['identity', 'registration', 'storage', 'payment', 'certificate'];

async function messagesWith(texts: readonly string[]): Promise<string[]> {
  const at = new URL(stackFacts().natsUrl);
  const [user, pass] = [at.username, at.password].map(decodeURIComponent);
  const nats = await connect({ servers: at.host, ...(user && pass ? { user, pass } : {}) });
  try {
    const manager = await jetstreamManager(nats);
    const found = new Set<string>();
    for await (const { config, state } of manager.streams.list()) {
      for (let seq = state.first_seq; seq > 0 && seq <= state.last_seq; seq++) {
        const message = await manager.streams.getMessage(config.name, { seq });
        const held = message?.string().toLowerCase() ?? '';
        if (message && texts.some((text) => held.includes(text.toLowerCase()))) found.add(message.subject);
      }
    }
    return [...found];
  } finally {
    await nats.close();
  }
}

export function openPersonalDataSearch(): PersonalDataSearch {
  const pool = new pg.Pool({ connectionString: stackFacts().postgresUrl, max: 2 });
  const columnsWith = async (table: string, text: string): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT DISTINCT held.name FROM ${table} t, jsonb_each_text(to_jsonb(t)) AS held(name, text)
       WHERE held.text ILIKE '%' || $1 || '%' OR held.text LIKE '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'`,
      [text],
    );
    return rows.map(({ name }) => `${table}.${name}`);
  };
  return {
    async of(text) {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = ANY($1)`,
        [SCHEMAS],
      );
      const found: string[] = [];
      for (const { name } of rows) found.push(...(await columnsWith(name, text)));
      return found;
    },
    onBus: messagesWith,
    async objectsOf(registrationId) {
      const { rows } = await pool.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM storage.objects WHERE registration_id = $1 AND state <> 'released'",
        [registrationId],
      );
      return rows[0]?.n ?? 0;
    },
    close: () => pool.end(),
  };
}
