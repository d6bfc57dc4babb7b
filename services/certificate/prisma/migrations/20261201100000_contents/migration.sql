-- What is in a registration's file, as storage-hashing told.
CREATE TABLE "contents" (
    "registration_id" UUID NOT NULL,
    "file_sha256" TEXT NOT NULL,
    "files" INTEGER NOT NULL,
    "root" TEXT NOT NULL,

    CONSTRAINT "contents_pkey" PRIMARY KEY ("registration_id", "file_sha256"),
    CONSTRAINT "contents_hashes" CHECK ("file_sha256" ~ '^[0-9a-f]{64}$' AND "root" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "contents_files" CHECK ("files" >= 0)
);

-- It may be found out after the evidence of the file was written: then one more says so.
ALTER TABLE "evidence" DROP CONSTRAINT "evidence_kind_check";
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_kind_check"
  CHECK ("kind" IN ('deposited', 'resubmitted', 'certified', 'revoked', 'inspected'));
