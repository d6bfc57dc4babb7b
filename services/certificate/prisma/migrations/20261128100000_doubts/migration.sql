-- What was last heard of the payment behind a registration, and what an admin decided about its certificate.
CREATE TABLE "doubts" (
    "payment_id" UUID NOT NULL,
    "registration_id" UUID NOT NULL,
    "flag" TEXT,
    "version" INTEGER NOT NULL,
    "told_at" TIMESTAMPTZ NOT NULL,
    "kept_at" TIMESTAMPTZ,
    "kept_by" UUID,
    "reason" TEXT,

    CONSTRAINT "doubts_pkey" PRIMARY KEY ("payment_id")
);
CREATE INDEX "doubts_registration_idx" ON "doubts" ("registration_id");
