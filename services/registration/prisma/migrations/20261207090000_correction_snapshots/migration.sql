-- What a registration said, and who held it, when corrections were asked for: kept until the review is over, so that what
-- changed since can be seen.
ALTER TABLE "registrations" ADD COLUMN "corrections_asked_at" TIMESTAMPTZ;

CREATE TABLE "correction_snapshots" (
    "registration_id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ NOT NULL,
    "reason" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "holders" JSONB NOT NULL,

    CONSTRAINT "correction_snapshots_pkey" PRIMARY KEY ("registration_id"),
    CONSTRAINT "correction_snapshots_registration_id_fkey" FOREIGN KEY ("registration_id") REFERENCES "registrations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
