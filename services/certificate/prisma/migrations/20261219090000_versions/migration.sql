-- Whose certificate follows which, as it is in what was issued. The same expression as in store-places.ts, or the planner
-- does not know it.
CREATE INDEX "certificates_previous_idx" ON "certificates" ((facts ->> 'previousId'))
  WHERE facts ->> 'previousId' IS NOT NULL;

-- How many files of each kind there are against the version before, as storage-hashing counted; null where one of the two
-- cannot be read.
CREATE TABLE "version_changes" (
    "registration_id" UUID NOT NULL,
    "added" INTEGER,
    "removed" INTEGER,
    "changed" INTEGER,
    "unchanged" INTEGER,

    CONSTRAINT "version_changes_pkey" PRIMARY KEY ("registration_id"),
    CONSTRAINT "version_changes_whole" CHECK (num_nulls("added", "removed", "changed", "unchanged") IN (0, 4))
);
