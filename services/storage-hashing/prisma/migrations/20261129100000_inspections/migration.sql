-- What a look into a deposited ZIP found: what is still to be looked at has a due_at.
CREATE TABLE "inspections" (
    "object_key" TEXT NOT NULL,
    "registration_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "inspected_at" TIMESTAMPTZ,
    "problem" TEXT,
    "files" INTEGER,
    "bytes" BIGINT,
    "languages" JSONB,
    "warnings" JSONB,
    "root" TEXT,

    CONSTRAINT "inspections_pkey" PRIMARY KEY ("object_key"),
    CONSTRAINT "inspections_whole" CHECK ("root" IS NULL OR ("files" IS NOT NULL AND "bytes" IS NOT NULL AND "languages" IS NOT NULL AND "warnings" IS NOT NULL))
);
CREATE INDEX "inspections_due_idx" ON "inspections" ("due_at");

-- The manifest, file by file, in its own order.
CREATE TABLE "manifest_files" (
    "object_key" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT,
    "language" TEXT,
    "warning" TEXT,
    "is_text" BOOLEAN NOT NULL,
    "place" JSONB NOT NULL,

    CONSTRAINT "manifest_files_pkey" PRIMARY KEY ("object_key", "index")
);
