-- When an attached object's bytes were last compared with their hashes, and what came of it. The upload was the first time.
CREATE TABLE "scrubs" (
    "object_key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ NOT NULL,
    "scrubbed_at" TIMESTAMPTZ NOT NULL,
    "outcome" TEXT CHECK ("outcome" IN ('intact', 'different', 'missing')),

    CONSTRAINT "scrubs_pkey" PRIMARY KEY ("object_key")
);
CREATE INDEX "scrubs_due_at_idx" ON "scrubs" ("due_at");
CREATE INDEX "scrubs_scrubbed_at_idx" ON "scrubs" ("scrubbed_at");
CREATE INDEX "scrubs_outcome_idx" ON "scrubs" ("outcome");

-- What one replica at a time may do, and which of them does it.
CREATE TABLE "leases" (
    "name" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);
