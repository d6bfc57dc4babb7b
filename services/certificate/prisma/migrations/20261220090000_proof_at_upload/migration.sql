-- Evidence begins when a file arrives: 'deposited' is its arrival, 'paid' its payment. What earlier releases wrote as
-- 'deposited' was written at payment; its manifest stays as it is.
ALTER TABLE "evidence" DROP CONSTRAINT "evidence_kind_check";
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_kind_check"
  CHECK ("kind" IN ('deposited', 'paid', 'resubmitted', 'certified', 'revoked', 'inspected'));
DROP INDEX "evidence_deposited_key";
ALTER TABLE "evidence" DISABLE TRIGGER "evidence_guard";
UPDATE "evidence" SET "kind" = 'paid' WHERE "kind" = 'deposited';
ALTER TABLE "evidence" ENABLE TRIGGER "evidence_guard";
CREATE UNIQUE INDEX "evidence_paid_key" ON "evidence" ("registration_id") WHERE "kind" = 'paid';

-- Checkpoints of the log are stamped too: each proves the moment of all entries below it.
ALTER TABLE "stamps"
  ALTER COLUMN "registration_id" DROP NOT NULL,
  ADD COLUMN "checkpoint_size" BIGINT REFERENCES "log_checkpoints" ("size"),
  DROP CONSTRAINT "stamps_of_check",
  ADD CONSTRAINT "stamps_of_check" CHECK (
    CASE "of" WHEN 'checkpoint' THEN "checkpoint_size" IS NOT NULL AND "registration_id" IS NULL
              ELSE "of" IN ('file', 'certificate') AND "checkpoint_size" IS NULL AND "registration_id" IS NOT NULL
    END
  );
CREATE UNIQUE INDEX "stamps_checkpoint_size_authority_url_key" ON "stamps" ("checkpoint_size", "authority_url");
