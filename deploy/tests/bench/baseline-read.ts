import Fastify from 'fastify';
import pg from 'pg';

// Baseline: a minimal program that reads the same row. One server, one pool, one prepared statement.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
app.get('/', async () => 'ready');
app.get<{ Params: { id: string } }>('/api/registrations/:id', async (request) => {
  const text = 'SELECT * FROM registration.registrations WHERE id = $1';
  const { rows } = await pool.query({ name: 'get', text, values: [request.params.id] });
  return rows[0];
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => process.exit(0));
