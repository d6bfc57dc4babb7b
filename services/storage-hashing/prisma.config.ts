import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Empty while the Prisma client is generated, which needs no database.
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
