import pg from 'pg';

/** One statement on a connection of its own, as a program that comes anew; its rows. */
export async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
