-- What the look into a stored file found, by storage's word; of the object that it is about, however the file changes.
CREATE TABLE "file_contents" (
    "object_key" TEXT NOT NULL,
    "registration_id" UUID NOT NULL,
    "found" JSONB NOT NULL,

    CONSTRAINT "file_contents_pkey" PRIMARY KEY ("object_key"),
    CONSTRAINT "file_contents_registration_id_fkey" FOREIGN KEY ("registration_id") REFERENCES "registrations"("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "file_contents_registration_idx" ON "file_contents" ("registration_id");
