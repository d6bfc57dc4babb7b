-- What the migrations of registration make, for reading. Generated: deploy/house/consistency/structure.int.test.ts

-- Collations

CREATE COLLATION pt_br (provider = icu, locale = 'pt-BR', deterministic = t);

-- Tables

CREATE TABLE account_changes (
  changes integer NOT NULL,
  erasing_since timestamp with time zone,
  releasing boolean NOT NULL DEFAULT false,
  user_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  CONSTRAINT account_changes_pkey PRIMARY KEY (user_id)
);

CREATE TABLE consumer_positions (
  consumer text NOT NULL,
  published_us bigint NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT consumer_positions_pkey PRIMARY KEY (consumer)
);

CREATE TABLE correction_reason_uses (
  asked_at timestamp with time zone NOT NULL,
  reason_id uuid NOT NULL,
  registration_id uuid NOT NULL,
  CONSTRAINT correction_reason_uses_pkey PRIMARY KEY (registration_id, asked_at, reason_id),
  CONSTRAINT correction_reason_uses_reason_id_fkey FOREIGN KEY (reason_id) REFERENCES correction_reasons(id) ON DELETE RESTRICT,
  CONSTRAINT correction_reason_uses_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE correction_reasons (
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  id uuid NOT NULL,
  place integer NOT NULL,
  text text NOT NULL,
  title text NOT NULL,
  CONSTRAINT correction_reasons_pkey PRIMARY KEY (id)
);

CREATE TABLE correction_snapshots (
  asked_at timestamp with time zone NOT NULL,
  details jsonb NOT NULL,
  holders jsonb NOT NULL,
  reason text NOT NULL,
  registration_id uuid NOT NULL,
  CONSTRAINT correction_snapshots_pkey PRIMARY KEY (registration_id),
  CONSTRAINT correction_snapshots_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE dropped_assignments (
  dropped_at timestamp with time zone NOT NULL,
  operator_id uuid NOT NULL,
  registration_id uuid NOT NULL,
  CONSTRAINT dropped_assignments_pkey PRIMARY KEY (operator_id, registration_id)
);

CREATE TABLE file_claims (
  held_since timestamp with time zone NOT NULL,
  registration_id uuid NOT NULL,
  sha256 text NOT NULL,
  CONSTRAINT file_claims_pkey PRIMARY KEY (registration_id, sha256),
  CONSTRAINT file_claims_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE file_contents (
  found jsonb NOT NULL,
  object_key text NOT NULL,
  registration_id uuid NOT NULL,
  CONSTRAINT file_contents_pkey PRIMARY KEY (object_key),
  CONSTRAINT file_contents_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE file_warnings (
  code text NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  registration_id uuid NOT NULL,
  status_updated_at timestamp with time zone NOT NULL,
  CONSTRAINT file_warnings_pkey PRIMARY KEY (registration_id, code),
  CONSTRAINT file_warnings_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE flow_days (
  created bigint NOT NULL DEFAULT 0,
  day date NOT NULL,
  grew_certificate bigint NOT NULL DEFAULT 0,
  grew_completed bigint NOT NULL DEFAULT 0,
  grew_government bigint NOT NULL DEFAULT 0,
  grew_paid bigint NOT NULL DEFAULT 0,
  grew_reviewing bigint NOT NULL DEFAULT 0,
  grew_submitted bigint NOT NULL DEFAULT 0,
  issued bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  processing_ms bigint NOT NULL DEFAULT 0,
  reached_certificate bigint NOT NULL DEFAULT 0,
  reached_completed bigint NOT NULL DEFAULT 0,
  reached_file bigint NOT NULL DEFAULT 0,
  reached_government bigint NOT NULL DEFAULT 0,
  reached_paid bigint NOT NULL DEFAULT 0,
  reached_review bigint NOT NULL DEFAULT 0,
  shard integer NOT NULL,
  CONSTRAINT flow_days_pkey PRIMARY KEY (day, shard)
);

CREATE TABLE government_changes (
  changed_at timestamp with time zone NOT NULL,
  changed_by uuid NOT NULL,
  fields jsonb NOT NULL,
  id uuid NOT NULL,
  registration_id uuid NOT NULL,
  CONSTRAINT government_changes_pkey PRIMARY KEY (id),
  CONSTRAINT government_changes_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE government_files (
  added_at timestamp with time zone NOT NULL,
  added_by uuid NOT NULL,
  content bytea NOT NULL,
  file_name text NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  media_type text NOT NULL,
  registration_id uuid NOT NULL,
  sha256 text NOT NULL,
  size integer NOT NULL,
  CONSTRAINT government_files_pkey PRIMARY KEY (id),
  CONSTRAINT government_files_kind CHECK ((kind = ANY (ARRAY['attachment'::text, 'certificate'::text]))),
  CONSTRAINT government_files_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE,
  CONSTRAINT government_files_size_check CHECK (((size >= 1) AND (size <= 3145728)))
);

CREATE TABLE government_steps (
  data jsonb NOT NULL,
  protocol_folded text,
  registration_id uuid NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  updated_by uuid NOT NULL,
  version integer NOT NULL,
  CONSTRAINT government_steps_pkey PRIMARY KEY (registration_id),
  CONSTRAINT government_steps_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE idempotency_keys (
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  request_hash text NOT NULL,
  response jsonb NOT NULL,
  scope text NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope)
);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
);

CREATE TABLE internal_notes (
  author_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  id uuid NOT NULL,
  registration_id uuid NOT NULL,
  text text NOT NULL,
  CONSTRAINT internal_notes_pkey PRIMARY KEY (id),
  CONSTRAINT internal_notes_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE,
  CONSTRAINT internal_notes_text_check CHECK ((text <> ''::text))
);

CREATE TABLE missed_events (
  consumer text NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  event_id uuid NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  given_up boolean NOT NULL DEFAULT false,
  CONSTRAINT missed_events_pkey PRIMARY KEY (consumer, event_id)
);

CREATE TABLE operator_days (
  corrections bigint NOT NULL,
  day date NOT NULL,
  operator_id uuid NOT NULL,
  reviewed bigint NOT NULL,
  steps bigint NOT NULL,
  CONSTRAINT operator_days_pkey PRIMARY KEY (day, operator_id)
);

CREATE TABLE operator_spans (
  begins date NOT NULL,
  corrections bigint NOT NULL,
  operator_id uuid NOT NULL,
  reviewed bigint NOT NULL,
  span text NOT NULL,
  steps bigint NOT NULL,
  CONSTRAINT operator_spans_pkey PRIMARY KEY (span, begins, operator_id),
  CONSTRAINT operator_spans_span_check CHECK ((span = ANY (ARRAY['pentad'::text, 'month'::text, 'quarter'::text])))
);

CREATE TABLE outbox (
  aggregate_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  data jsonb NOT NULL,
  id uuid NOT NULL,
  published_at timestamp with time zone,
  seq bigint NOT NULL,
  traceparent text,
  type text NOT NULL,
  version integer NOT NULL,
  CONSTRAINT outbox_pkey PRIMARY KEY (seq),
  CONSTRAINT outbox_id_key UNIQUE (id)
);

CREATE TABLE payment_decisions (
  decided_at timestamp with time zone NOT NULL,
  outcome text NOT NULL,
  payment_id uuid NOT NULL,
  reason text,
  registration_id uuid NOT NULL,
  title text,
  CONSTRAINT payment_decisions_pkey PRIMARY KEY (payment_id),
  CONSTRAINT payment_decisions_check CHECK (((outcome = 'refused'::text) = (reason IS NOT NULL))),
  CONSTRAINT payment_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['paid'::text, 'refused'::text])))
);

CREATE TABLE payment_flags (
  closed_amount bigint,
  closed_at timestamp with time zone,
  closed_reason text,
  flag text,
  payment_id uuid NOT NULL,
  refund_failed boolean NOT NULL DEFAULT false,
  registration_id uuid NOT NULL,
  told_at timestamp with time zone NOT NULL,
  version integer NOT NULL,
  CONSTRAINT payment_flags_pkey PRIMARY KEY (payment_id),
  CONSTRAINT payment_flags_closed_reason_check CHECK ((closed_reason = ANY (ARRAY['refunded'::text, 'dispute_lost'::text])))
);

CREATE TABLE payment_reminders (
  registration_id uuid NOT NULL,
  reminded_at timestamp with time zone NOT NULL,
  reminded_by uuid NOT NULL,
  CONSTRAINT payment_reminders_pkey PRIMARY KEY (registration_id),
  CONSTRAINT payment_reminders_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE queue_views (
  created_at timestamp with time zone NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  name_folded text NOT NULL,
  query text NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT queue_views_pkey PRIMARY KEY (id),
  CONSTRAINT queue_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT queue_views_name_key UNIQUE (user_id, name_folded),
  CONSTRAINT queue_views_query_check CHECK ((char_length(query) <= 500))
);

CREATE TABLE registration_assignments (
  is_open boolean NOT NULL,
  operator_id uuid NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  registration_id uuid NOT NULL,
  urgency bigint NOT NULL DEFAULT 0,
  CONSTRAINT registration_assignments_pkey PRIMARY KEY (registration_id),
  CONSTRAINT registration_assignments_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE registration_counters (
  kind text NOT NULL,
  shard integer NOT NULL,
  value bigint NOT NULL,
  CONSTRAINT registration_counters_pkey PRIMARY KEY (kind, shard)
);

CREATE TABLE registration_holders (
  created_at timestamp with time zone NOT NULL,
  holder_name text NOT NULL,
  holder_tax_id text NOT NULL,
  id uuid NOT NULL,
  ownership_percentage integer NOT NULL,
  registration_id uuid NOT NULL,
  CONSTRAINT registration_holders_pkey PRIMARY KEY (id),
  CONSTRAINT registration_holders_holder_name_check CHECK ((holder_name <> ''::text)),
  CONSTRAINT registration_holders_holder_tax_id_check CHECK (((char_length(holder_tax_id) >= 11) AND (char_length(holder_tax_id) <= 18))),
  CONSTRAINT registration_holders_ownership_percentage_check CHECK (((ownership_percentage >= 0) AND (ownership_percentage <= 100))),
  CONSTRAINT registration_holders_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE registration_messages (
  author_id uuid NOT NULL,
  author_side text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  id uuid NOT NULL,
  number integer NOT NULL,
  registration_id uuid NOT NULL,
  text text NOT NULL,
  CONSTRAINT registration_messages_pkey PRIMARY KEY (id),
  CONSTRAINT registration_messages_author_side_check CHECK ((author_side = ANY (ARRAY['client'::text, 'staff'::text]))),
  CONSTRAINT registration_messages_number_check CHECK (((number >= 1) AND (number <= 500))),
  CONSTRAINT registration_messages_number_key UNIQUE (registration_id, number),
  CONSTRAINT registration_messages_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE,
  CONSTRAINT registration_messages_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000)))
);

CREATE TABLE registration_progress (
  created_on date NOT NULL,
  furthest integer NOT NULL,
  registration_id uuid NOT NULL,
  CONSTRAINT registration_progress_pkey PRIMARY KEY (registration_id),
  CONSTRAINT registration_progress_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE registration_search (
  hash text,
  registered_at timestamp with time zone NOT NULL,
  registration_id uuid NOT NULL,
  searched text NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT registration_search_pkey PRIMARY KEY (registration_id),
  CONSTRAINT registration_search_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE registration_status_history (
  changed_by uuid,
  created_at timestamp with time zone NOT NULL,
  from_status text,
  id uuid NOT NULL,
  notes text,
  reason text,
  registration_id uuid NOT NULL,
  to_status text NOT NULL,
  CONSTRAINT registration_status_history_pkey PRIMARY KEY (id),
  CONSTRAINT registration_status_history_check CHECK ((from_status IS DISTINCT FROM to_status)),
  CONSTRAINT registration_status_history_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE registration_threads (
  by_client integer NOT NULL DEFAULT 0,
  by_staff integer NOT NULL DEFAULT 0,
  client_read integer NOT NULL DEFAULT 0,
  client_read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  registration_id uuid NOT NULL,
  staff_mailed_at timestamp with time zone,
  staff_read integer NOT NULL DEFAULT 0,
  staff_read_at timestamp with time zone,
  CONSTRAINT registration_threads_pkey PRIMARY KEY (registration_id),
  CONSTRAINT registration_threads_check CHECK (((client_read >= 0) AND (client_read <= by_staff))),
  CONSTRAINT registration_threads_check1 CHECK (((staff_read >= 0) AND (staff_read <= by_client))),
  CONSTRAINT registration_threads_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE UNLOGGED TABLE registration_viewers (
  registration_id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT registration_viewers_pkey PRIMARY KEY (registration_id, user_id),
  CONSTRAINT registration_viewers_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE registrations (
  applicant_email text NOT NULL,
  applicant_name text NOT NULL,
  applicant_tax_id text NOT NULL,
  certificate_issued_at timestamp with time zone,
  certificate_revoked_at timestamp with time zone,
  changed_since_correction boolean NOT NULL DEFAULT false,
  closed_amount bigint,
  closed_at timestamp with time zone,
  closed_reason text,
  correction_reason text,
  corrections_asked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  description text NOT NULL,
  earlier_file_attached_at timestamp with time zone,
  earlier_file_name text,
  earlier_file_size bigint,
  earlier_file_storage_path text,
  earlier_sha256 text,
  file_attached_at timestamp with time zone,
  file_name text,
  file_size bigint,
  file_storage_path text,
  government_submitted_at timestamp with time zone,
  holder_name text NOT NULL,
  holders_total integer NOT NULL DEFAULT 0,
  id uuid NOT NULL,
  jurisdiction text NOT NULL DEFAULT 'global'::text,
  notes text,
  payment_amount bigint NOT NULL DEFAULT 349900,
  payment_id uuid,
  payment_paid_at timestamp with time zone,
  previous_id uuid,
  root_id uuid,
  sha256 text,
  sha512 text,
  status text NOT NULL DEFAULT 'submitted'::text,
  status_updated_at timestamp with time zone NOT NULL,
  status_updated_by uuid,
  title text NOT NULL,
  user_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  version_number integer NOT NULL DEFAULT 1,
  what_is_new text,
  CONSTRAINT registrations_pkey PRIMARY KEY (id),
  CONSTRAINT registrations_applicant_email_check CHECK ((applicant_email <> ''::text)),
  CONSTRAINT registrations_applicant_name_check CHECK ((applicant_name <> ''::text)),
  CONSTRAINT registrations_applicant_tax_id_check CHECK (((char_length(applicant_tax_id) >= 11) AND (char_length(applicant_tax_id) <= 18))),
  CONSTRAINT registrations_beyond_submitted_is_paid CHECK (((status = 'submitted'::text) OR (payment_paid_at IS NOT NULL))),
  CONSTRAINT registrations_certificate_date CHECK (((status = 'certificate_issued'::text) = (certificate_issued_at IS NOT NULL))),
  CONSTRAINT registrations_closed_reason_check CHECK ((closed_reason = ANY (ARRAY['refunded'::text, 'dispute_lost'::text]))),
  CONSTRAINT registrations_closed_whole CHECK ((num_nulls(closed_at, closed_reason, closed_amount) = ANY (ARRAY[0, 3]))),
  CONSTRAINT registrations_description_check CHECK ((description <> ''::text)),
  CONSTRAINT registrations_earlier_file_of_file CHECK (((earlier_sha256 IS NULL) OR (sha256 IS NOT NULL))),
  CONSTRAINT registrations_earlier_file_whole CHECK ((num_nulls(earlier_sha256, earlier_file_name, earlier_file_size, earlier_file_storage_path, earlier_file_attached_at) = ANY (ARRAY[0, 5]))),
  CONSTRAINT registrations_file_size_check CHECK ((file_size >= 0)),
  CONSTRAINT registrations_file_whole CHECK ((num_nulls(sha256, file_name, file_size, file_storage_path, file_attached_at) = ANY (ARRAY[0, 5]))),
  CONSTRAINT registrations_government_date CHECK (((status <> ALL (ARRAY['government_processing'::text, 'completed'::text, 'certificate_issued'::text])) OR (government_submitted_at IS NOT NULL))),
  CONSTRAINT registrations_holder_name_check CHECK ((holder_name <> ''::text)),
  CONSTRAINT registrations_holders_total_check CHECK (((holders_total >= 0) AND (holders_total <= 100))),
  CONSTRAINT registrations_paid_has_file CHECK (((payment_paid_at IS NULL) OR (sha256 IS NOT NULL))),
  CONSTRAINT registrations_payment_amount_check CHECK ((payment_amount > 0)),
  CONSTRAINT registrations_payment_is_paid CHECK (((payment_id IS NULL) OR (payment_paid_at IS NOT NULL))),
  CONSTRAINT registrations_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES registrations(id),
  CONSTRAINT registrations_root_id_fkey FOREIGN KEY (root_id) REFERENCES registrations(id),
  CONSTRAINT registrations_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT registrations_sha512_check CHECK ((sha512 ~ '^[0-9a-f]{128}$'::text)),
  CONSTRAINT registrations_sha512_of_file CHECK (((sha512 IS NULL) OR (sha256 IS NOT NULL))),
  CONSTRAINT registrations_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'paid'::text, 'reviewing'::text, 'government_processing'::text, 'completed'::text, 'certificate_issued'::text]))),
  CONSTRAINT registrations_title_check CHECK ((title <> ''::text)),
  CONSTRAINT registrations_version_follows CHECK (((version_number >= 1) AND (previous_id <> id) AND (root_id <> id))),
  CONSTRAINT registrations_version_whole CHECK (((num_nulls(previous_id, root_id, what_is_new) = ANY (ARRAY[0, 3])) AND ((previous_id IS NULL) = (version_number = 1))))
);

CREATE TABLE stage_times (
  begins date NOT NULL,
  bucket integer NOT NULL,
  registrations bigint NOT NULL,
  shard integer NOT NULL,
  span text NOT NULL,
  stage text NOT NULL,
  CONSTRAINT stage_times_pkey PRIMARY KEY (span, begins, stage, bucket, shard),
  CONSTRAINT stage_times_span_check CHECK ((span = ANY (ARRAY['day'::text, 'pentad'::text, 'month'::text, 'quarter'::text])))
);

CREATE TABLE taken_certificates (
  registration_id uuid NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT taken_certificates_pkey PRIMARY KEY (registration_id),
  CONSTRAINT taken_certificates_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE uncounted_steps (
  history_id uuid NOT NULL,
  CONSTRAINT uncounted_steps_pkey PRIMARY KEY (history_id)
);

CREATE TABLE unpaid_file_warnings (
  attached_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  registration_id uuid NOT NULL,
  CONSTRAINT unpaid_file_warnings_pkey PRIMARY KEY (registration_id),
  CONSTRAINT unpaid_file_warnings_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

CREATE TABLE unpaid_files (
  cents bigint NOT NULL,
  files bigint NOT NULL,
  shard integer NOT NULL,
  CONSTRAINT unpaid_files_pkey PRIMARY KEY (shard)
);

CREATE TABLE upload_tickets (
  created_at timestamp with time zone NOT NULL,
  file_name text NOT NULL,
  file_size bigint,
  id uuid NOT NULL,
  metadata text,
  object_key text,
  refusal jsonb,
  registration_id uuid NOT NULL,
  settled_at timestamp with time zone,
  sha256 text,
  state text NOT NULL DEFAULT 'open'::text,
  superseded_at timestamp with time zone,
  user_id uuid NOT NULL,
  CONSTRAINT upload_tickets_pkey PRIMARY KEY (id),
  CONSTRAINT upload_tickets_check CHECK (((state = 'open'::text) = (settled_at IS NULL))),
  CONSTRAINT upload_tickets_check1 CHECK (((state <> 'committed'::text) OR (num_nulls(object_key, sha256, file_size) = 0))),
  CONSTRAINT upload_tickets_check2 CHECK (((state <> 'refused'::text) OR (refusal IS NOT NULL))),
  CONSTRAINT upload_tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'committed'::text, 'refused'::text, 'expired'::text])))
);

-- Indexes

CREATE INDEX account_changes_erasing_idx ON registration.account_changes USING btree (erasing_since) WHERE (erasing_since IS NOT NULL);

CREATE INDEX account_changes_releasing_idx ON registration.account_changes USING btree (user_id) WHERE releasing;

CREATE INDEX correction_reason_uses_reason_idx ON registration.correction_reason_uses USING btree (reason_id, asked_at);

CREATE INDEX dropped_assignments_dropped_at_idx ON registration.dropped_assignments USING btree (dropped_at);

CREATE INDEX dropped_assignments_newest_idx ON registration.dropped_assignments USING btree (operator_id, dropped_at DESC, registration_id DESC);

CREATE INDEX dropped_assignments_registration_idx ON registration.dropped_assignments USING btree (registration_id);

CREATE INDEX file_contents_registration_idx ON registration.file_contents USING btree (registration_id);

CREATE INDEX file_warnings_registered_idx ON registration.file_warnings USING btree (code, registered_at DESC, registration_id DESC);

CREATE INDEX file_warnings_updated_idx ON registration.file_warnings USING btree (code, status_updated_at, registration_id);

CREATE INDEX government_changes_registration_idx ON registration.government_changes USING btree (registration_id, changed_at, id);

CREATE UNIQUE INDEX government_files_once ON registration.government_files USING btree (registration_id, sha256);

CREATE INDEX government_steps_protocol_idx ON registration.government_steps USING btree (protocol_folded);

CREATE INDEX idempotency_keys_created_at_idx ON registration.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON registration.inbox USING btree (received_at);

CREATE INDEX internal_notes_registration_id_idx ON registration.internal_notes USING btree (registration_id, created_at);

CREATE INDEX outbox_published_at_idx ON registration.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished_idx ON registration.outbox USING btree (seq) WHERE (published_at IS NULL);

CREATE INDEX registration_assignments_open_idx ON registration.registration_assignments USING btree (operator_id, registration_id) WHERE is_open;

CREATE INDEX registration_assignments_operator_idx ON registration.registration_assignments USING btree (operator_id, registered_at DESC, registration_id DESC);

CREATE INDEX registration_assignments_urgency_idx ON registration.registration_assignments USING btree (operator_id, urgency, registration_id);

CREATE INDEX registration_holders_registration_id_idx ON registration.registration_holders USING btree (registration_id, created_at);

CREATE INDEX registration_search_email_idx ON registration.registration_search USING btree (split_part(searched, '
'::text, '-3'::integer));

CREATE INDEX registration_search_hash_idx ON registration.registration_search USING btree (hash text_pattern_ops) WHERE (hash IS NOT NULL);

CREATE INDEX registration_search_registered_idx ON registration.registration_search USING btree (registered_at DESC, registration_id DESC);

CREATE INDEX registration_search_searched_idx ON registration.registration_search USING gin ((ARRAY[user_id]), searched public.gin_trgm_ops);

CREATE INDEX registration_search_tax_id_idx ON registration.registration_search USING btree (split_part(searched, '
'::text, '-1'::integer));

CREATE INDEX registration_status_history_registration_id_idx ON registration.registration_status_history USING btree (registration_id, created_at, id);

CREATE INDEX registration_threads_unread_idx ON registration.registration_threads USING btree (registration_id) WHERE (staff_read < by_client);

CREATE INDEX registrations_applicant_idx ON registration.registrations USING btree (applicant_name COLLATE pt_br, id);

CREATE INDEX registrations_certificate_idx ON registration.registrations USING btree (certificate_issued_at) INCLUDE (payment_paid_at) WHERE (certificate_issued_at IS NOT NULL);

CREATE UNIQUE INDEX registrations_chain_key ON registration.registrations USING btree (root_id, version_number) WHERE (root_id IS NOT NULL);

CREATE INDEX registrations_closed_idx ON registration.registrations USING btree (status_updated_at, id) WHERE (closed_at IS NOT NULL);

CREATE INDEX registrations_created_at_idx ON registration.registrations USING btree (created_at DESC, id DESC);

CREATE INDEX registrations_earlier_object_key_idx ON registration.registrations USING btree (earlier_file_storage_path);

CREATE INDEX registrations_jurisdiction_idx ON registration.registrations USING btree (jurisdiction, created_at DESC, id DESC);

CREATE INDEX registrations_object_key_idx ON registration.registrations USING btree (file_storage_path) WHERE (file_storage_path IS NOT NULL);

CREATE INDEX registrations_open_awaiting_client_idx ON registration.registrations USING btree (status_updated_at, id) WHERE ((status = 'submitted'::text) AND (payment_paid_at IS NOT NULL) AND (closed_at IS NULL));

CREATE INDEX registrations_open_resubmitted_idx ON registration.registrations USING btree (status_updated_at, id) WHERE ((status = 'paid'::text) AND (payment_paid_at < status_updated_at) AND (closed_at IS NULL));

CREATE INDEX registrations_open_waiting_idx ON registration.registrations USING btree (status_updated_at, id) INCLUDE (status) WHERE ((status = ANY (ARRAY['paid'::text, 'reviewing'::text, 'government_processing'::text, 'completed'::text])) AND (closed_at IS NULL));

CREATE INDEX registrations_owner_paid_idx ON registration.registrations USING btree (user_id, created_at DESC, id DESC) WHERE (payment_paid_at IS NOT NULL);

CREATE INDEX registrations_owner_place_idx ON registration.registrations USING btree (user_id, array_position(ARRAY['submitted'::text, 'paid'::text, 'reviewing'::text, 'government_processing'::text, 'completed'::text, 'certificate_issued'::text], status), id) INCLUDE (status, closed_at);

CREATE INDEX registrations_owner_priority_idx ON registration.registrations USING btree (user_id, (
CASE
    WHEN (closed_at IS NOT NULL) THEN 5
    WHEN (status = 'certificate_issued'::text) THEN 3
    WHEN (status <> 'submitted'::text) THEN 5
    WHEN (payment_paid_at IS NOT NULL) THEN 1
    WHEN (file_attached_at IS NOT NULL) THEN 2
    ELSE 4
END), status_updated_at DESC, id DESC) INCLUDE (closed_at, status, payment_paid_at, file_attached_at);

CREATE INDEX registrations_owner_status_idx ON registration.registrations USING btree (user_id, status, created_at DESC, id DESC) INCLUDE (closed_at);

CREATE INDEX registrations_owner_title_idx ON registration.registrations USING btree (user_id, title COLLATE pt_br, id) INCLUDE (status, closed_at);

CREATE INDEX registrations_owner_updated_idx ON registration.registrations USING btree (user_id, status_updated_at, id) INCLUDE (status, closed_at);

CREATE INDEX registrations_paid_at_idx ON registration.registrations USING btree (payment_paid_at) INCLUDE (payment_amount) WHERE (payment_paid_at IS NOT NULL);

CREATE UNIQUE INDEX registrations_payment_id_key ON registration.registrations USING btree (payment_id);

CREATE UNIQUE INDEX registrations_previous_key ON registration.registrations USING btree (previous_id) WHERE (previous_id IS NOT NULL);

CREATE INDEX registrations_sha256_user_idx ON registration.registrations USING btree (sha256, user_id);

CREATE INDEX registrations_status_created_idx ON registration.registrations USING btree (status, created_at DESC, id DESC) INCLUDE (closed_at);

CREATE INDEX registrations_status_place_idx ON registration.registrations USING btree (array_position(ARRAY['submitted'::text, 'paid'::text, 'reviewing'::text, 'government_processing'::text, 'completed'::text, 'certificate_issued'::text], status), id) INCLUDE (status, closed_at);

CREATE INDEX registrations_status_since_idx ON registration.registrations USING btree (status, status_updated_at, id) INCLUDE (closed_at);

CREATE INDEX registrations_status_updated_idx ON registration.registrations USING btree (status_updated_at, id);

CREATE UNIQUE INDEX registrations_taken_sha256_key ON registration.registrations USING btree (sha256) WHERE ((payment_paid_at IS NOT NULL) AND (closed_at IS NULL));

CREATE INDEX registrations_title_idx ON registration.registrations USING btree (title COLLATE pt_br, id);

CREATE INDEX registrations_unpaid_file_age_idx ON registration.registrations USING btree (file_attached_at, id) WHERE ((payment_paid_at IS NULL) AND (sha256 IS NOT NULL));

CREATE INDEX registrations_unpaid_files_idx ON registration.registrations USING btree (user_id) WHERE ((payment_paid_at IS NULL) AND (sha256 IS NOT NULL));

CREATE INDEX registrations_user_id_idx ON registration.registrations USING btree (user_id, created_at DESC, id DESC);

CREATE INDEX unpaid_file_warnings_expires_idx ON registration.unpaid_file_warnings USING btree (expires_at);

CREATE INDEX upload_tickets_open_idx ON registration.upload_tickets USING btree (created_at) WHERE (state = 'open'::text);

CREATE INDEX upload_tickets_registration_open_idx ON registration.upload_tickets USING btree (registration_id) WHERE (state = 'open'::text);

CREATE INDEX upload_tickets_settled_idx ON registration.upload_tickets USING btree (settled_at) WHERE (state <> 'open'::text);

-- Functions

CREATE OR REPLACE FUNCTION registration.begin_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  INSERT INTO registration_progress (registration_id, created_on, furthest)
    SELECT id, civil_day(created_at), stage_of(status, payment_paid_at, sha256) FROM changed;
  PERFORM book_dates(civil_day(payment_paid_at), civil_day(certificate_issued_at), count(*))
    FROM changed WHERE payment_paid_at IS NOT NULL
    GROUP BY civil_day(payment_paid_at), civil_day(certificate_issued_at)
    ORDER BY civil_day(payment_paid_at), civil_day(certificate_issued_at);
  PERFORM book_processing(civil_day(certificate_issued_at),
      sum(ms_between(payment_paid_at, certificate_issued_at))::bigint)
    FROM changed WHERE certificate_issued_at IS NOT NULL
    GROUP BY civil_day(certificate_issued_at) ORDER BY civil_day(certificate_issued_at);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.begin_urgency()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  SELECT urgency_of(open_status(status, closed_at), status_updated_at) INTO NEW.urgency FROM registrations
    WHERE id = NEW.registration_id FOR SHARE;
  NEW.urgency := coalesce(NEW.urgency, 0);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION registration.book_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  IF OLD.closed_at IS NOT NULL THEN
    PERFORM book_growth(closed_on(OLD.closed_at, OLD.status_updated_at), NULL, OLD.status, 1);
  END IF;
  IF NEW.closed_at IS NOT NULL THEN
    PERFORM book_growth(closed_on(NEW.closed_at, NEW.status_updated_at), NULL, NEW.status, -1);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.book_dates(paid_on date, issued_on date, so_many bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  INSERT INTO flow_days AS d (day, shard, paid, issued)
    SELECT day, pg_backend_pid() % 16, sum(paid), sum(issued)
    FROM (VALUES (paid_on, so_many, 0::bigint), (issued_on, 0, so_many)) AS it (day, paid, issued)
    WHERE day IS NOT NULL GROUP BY day ORDER BY day
  ON CONFLICT (day, shard) DO UPDATE SET paid = d.paid + excluded.paid, issued = d.issued + excluded.issued;
END $function$;

CREATE OR REPLACE FUNCTION registration.book_growth(on_day date, from_status text, to_status text, sign integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
DECLARE
  left_it text := coalesce(from_status, '');
BEGIN
  INSERT INTO flow_days AS d (day, shard, grew_submitted, grew_paid, grew_reviewing, grew_government, grew_completed,
      grew_certificate)
    VALUES (on_day, pg_backend_pid() % 16,
      sign * ((to_status = 'submitted')::int - (left_it = 'submitted')::int),
      sign * ((to_status = 'paid')::int - (left_it = 'paid')::int),
      sign * ((to_status = 'reviewing')::int - (left_it = 'reviewing')::int),
      sign * ((to_status = 'government_processing')::int - (left_it = 'government_processing')::int),
      sign * ((to_status = 'completed')::int - (left_it = 'completed')::int),
      sign * ((to_status = 'certificate_issued')::int - (left_it = 'certificate_issued')::int))
  ON CONFLICT (day, shard) DO UPDATE SET grew_submitted = d.grew_submitted + excluded.grew_submitted,
    grew_paid = d.grew_paid + excluded.grew_paid, grew_reviewing = d.grew_reviewing + excluded.grew_reviewing,
    grew_government = d.grew_government + excluded.grew_government,
    grew_completed = d.grew_completed + excluded.grew_completed,
    grew_certificate = d.grew_certificate + excluded.grew_certificate;
END $function$;

CREATE OR REPLACE FUNCTION registration.book_processing(on_day date, ms bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'registration'
AS $function$
  INSERT INTO flow_days AS d (day, shard, processing_ms) VALUES (on_day, pg_backend_pid() % 16, ms)
  ON CONFLICT (day, shard) DO UPDATE SET processing_ms = d.processing_ms + excluded.processing_ms
$function$;

CREATE OR REPLACE FUNCTION registration.book_progress(on_day date, so_many bigint, before integer, after integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  INSERT INTO flow_days AS d (day, shard, created, reached_file, reached_paid, reached_review, reached_government,
      reached_completed, reached_certificate)
    VALUES (on_day, pg_backend_pid() % 16, CASE WHEN before < 0 THEN so_many ELSE 0 END,
      CASE WHEN before < 1 AND after >= 1 THEN so_many ELSE 0 END,
      CASE WHEN before < 2 AND after >= 2 THEN so_many ELSE 0 END,
      CASE WHEN before < 3 AND after >= 3 THEN so_many ELSE 0 END,
      CASE WHEN before < 4 AND after >= 4 THEN so_many ELSE 0 END,
      CASE WHEN before < 5 AND after >= 5 THEN so_many ELSE 0 END,
      CASE WHEN before < 6 AND after >= 6 THEN so_many ELSE 0 END)
  ON CONFLICT (day, shard) DO UPDATE SET created = d.created + excluded.created,
    reached_file = d.reached_file + excluded.reached_file, reached_paid = d.reached_paid + excluded.reached_paid,
    reached_review = d.reached_review + excluded.reached_review,
    reached_government = d.reached_government + excluded.reached_government,
    reached_completed = d.reached_completed + excluded.reached_completed,
    reached_certificate = d.reached_certificate + excluded.reached_certificate;
END $function$;

CREATE OR REPLACE FUNCTION registration.book_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  PERFORM book_growth(civil_day(NEW.created_at), NEW.from_status, NEW.to_status, 1);
  IF NEW.from_status IS NOT NULL THEN
    INSERT INTO uncounted_steps (history_id) VALUES (NEW.id);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.book_unpaid(so_many bigint, amount bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'registration'
AS $function$
  INSERT INTO unpaid_files AS u (shard, files, cents) VALUES (pg_backend_pid() % 16, so_many, amount)
  ON CONFLICT (shard) DO UPDATE SET files = u.files + excluded.files, cents = u.cents + excluded.cents
$function$;

CREATE OR REPLACE FUNCTION registration.civil_day(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date
$function$;

CREATE OR REPLACE FUNCTION registration.closed_on(closed_at timestamp with time zone, status_updated_at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'registration'
AS $function$ SELECT civil_day(greatest(closed_at, status_updated_at)) $function$;

CREATE OR REPLACE FUNCTION registration.count_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  PERFORM book_progress(created_on, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END, -1::integer, furthest)
    FROM changed GROUP BY created_on, furthest ORDER BY created_on, furthest;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.count_registrations()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO registration_counters AS c (kind, shard, value)
    SELECT kind, pg_backend_pid() % 16, sign * count(*)
    FROM (SELECT open_status(status, closed_at) AS kind FROM changed
          UNION ALL SELECT 'ever_paid' FROM changed WHERE payment_paid_at IS NOT NULL) AS k
    GROUP BY kind ORDER BY kind
  ON CONFLICT (kind, shard) DO UPDATE SET value = c.value + excluded.value;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.count_steps(at_most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
DECLARE
  counted bigint;
BEGIN
  -- One at a time: two would lock the sums in different orders.
  PERFORM pg_advisory_xact_lock(hashtextextended('registration.count_steps', 0));
  WITH taken AS (
    DELETE FROM uncounted_steps
      WHERE history_id = ANY (ARRAY(SELECT history_id FROM uncounted_steps LIMIT at_most)) RETURNING history_id),
  steps AS MATERIALIZED (
    SELECT h.registration_id, h.from_status, h.to_status, h.changed_by, h.created_at, r.user_id,
      civil_day(h.created_at) AS day, previous.from_status AS previous_from, previous.created_at AS since
    FROM taken JOIN registration_status_history h ON h.id = taken.history_id
      JOIN registrations r ON r.id = h.registration_id
      LEFT JOIN LATERAL (SELECT p.from_status, p.created_at FROM registration_status_history p
        WHERE p.registration_id = h.registration_id AND (p.created_at, p.id) < (h.created_at, h.id)
        ORDER BY p.created_at DESC, p.id DESC LIMIT 1) previous ON true),
  times AS (
    SELECT day, CASE WHEN from_status = 'submitted' AND previous_from IS NOT NULL THEN 'correction'
      ELSE from_status END AS stage, created_at - since AS took FROM steps
    UNION ALL
    SELECT day, 'total', created_at - (SELECT min(p.created_at) FROM registration_status_history p
      WHERE p.registration_id = steps.registration_id AND p.to_status = 'paid')
    FROM steps WHERE to_status = 'certificate_issued'),
  stages AS (
    INSERT INTO stage_times AS s (span, begins, stage, bucket, shard, registrations)
      SELECT span, span_begins(span, day), stage, stage_bucket(extract(epoch FROM took)), 0, count(*)
      FROM times, (VALUES ('day'), ('pentad'), ('month'), ('quarter')) AS spans (span)
      WHERE took IS NOT NULL GROUP BY 1, 2, 3, 4
    ON CONFLICT (span, begins, stage, bucket, shard)
      DO UPDATE SET registrations = s.registrations + excluded.registrations),
  -- The owner pays and sends again; staff never act on their own registrations.
  work AS MATERIALIZED (
    SELECT day, changed_by AS operator_id, count(*) AS steps, count(*) FILTER (WHERE from_status = 'reviewing') AS reviewed,
      count(*) FILTER (WHERE from_status = 'reviewing' AND to_status = 'submitted') AS corrections
    FROM steps WHERE changed_by <> user_id GROUP BY 1, 2),
  days AS (
    INSERT INTO operator_days AS o (day, operator_id, steps, reviewed, corrections)
      SELECT day, operator_id, steps, reviewed, corrections FROM work
    ON CONFLICT (day, operator_id) DO UPDATE SET steps = o.steps + excluded.steps,
      reviewed = o.reviewed + excluded.reviewed, corrections = o.corrections + excluded.corrections),
  spans AS (
    INSERT INTO operator_spans AS o (span, begins, operator_id, steps, reviewed, corrections)
      SELECT span, span_begins(span, day), operator_id, sum(steps), sum(reviewed), sum(corrections)
      FROM work, (VALUES ('pentad'), ('month'), ('quarter')) AS spans (span) GROUP BY 1, 2, 3
    ON CONFLICT (span, begins, operator_id) DO UPDATE SET steps = o.steps + excluded.steps,
      reviewed = o.reviewed + excluded.reviewed, corrections = o.corrections + excluded.corrections)
  SELECT count(*) INTO counted FROM taken;
  RETURN counted;
END $function$;

CREATE OR REPLACE FUNCTION registration.count_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM book_unpaid(sign * count(*), (sign * sum(payment_amount))::bigint)
    FROM changed WHERE is_unpaid(sha256, payment_paid_at) HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.end_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  PERFORM book_dates(civil_day(OLD.payment_paid_at), civil_day(OLD.certificate_issued_at), -1);
  IF OLD.certificate_issued_at IS NOT NULL THEN
    PERFORM book_processing(civil_day(OLD.certificate_issued_at),
      -ms_between(OLD.payment_paid_at, OLD.certificate_issued_at));
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.folded(t text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(translate(t, '´`‘’‛′', ''''''''''''''), NFKD), '[\u0300-\u036f]', '', 'g')),
      'łøđðħıŧ‐‑‒–—―−', 'loddhit-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$function$;

CREATE OR REPLACE FUNCTION registration.follow_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
DECLARE
  reached integer := stage_of(NEW.status, NEW.payment_paid_at, NEW.sha256);
  paid_on date := CASE WHEN OLD.payment_paid_at IS NULL THEN civil_day(NEW.payment_paid_at) END;
  issued_on date := CASE WHEN OLD.certificate_issued_at IS NULL THEN civil_day(NEW.certificate_issued_at) END;
BEGIN
  UPDATE registration_progress SET furthest = reached WHERE registration_id = NEW.id AND furthest < reached;
  IF paid_on IS NOT NULL OR issued_on IS NOT NULL THEN
    PERFORM book_dates(paid_on, issued_on, 1);
  END IF;
  IF issued_on IS NOT NULL THEN
    PERFORM book_processing(issued_on, ms_between(NEW.payment_paid_at, NEW.certificate_issued_at));
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.follow_urgency()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
DECLARE
  urgent bigint := urgency_of(open_status(NEW.status, NEW.closed_at), NEW.status_updated_at);
BEGIN
  UPDATE registration_assignments SET urgency = urgent WHERE registration_id = NEW.id AND urgency <> urgent;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.is_unpaid(sha256 text, paid_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT sha256 IS NOT NULL AND paid_at IS NULL
$function$;

CREATE OR REPLACE FUNCTION registration.keep_holders_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE registrations SET holders_total = holders_total - OLD.ownership_percentage
    WHERE id = OLD.registration_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE registrations SET holders_total = holders_total + NEW.ownership_percentage
    WHERE id = NEW.registration_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.keep_searched()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO registration_search (registration_id, searched, hash, user_id, registered_at)
    VALUES (NEW.id, searched_text(NEW), NEW.sha256, NEW.user_id, NEW.created_at)
  ON CONFLICT (registration_id) DO UPDATE SET searched = excluded.searched, hash = excluded.hash;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.move_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  PERFORM book_progress(NEW.created_on, 1, OLD.furthest, NEW.furthest);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.move_warnings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  UPDATE file_warnings SET status_updated_at = NEW.status_updated_at WHERE registration_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.ms_between(since timestamp with time zone, until timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT coalesce(round(extract(epoch FROM until - since) * 1000), 0)::bigint $function$;

CREATE OR REPLACE FUNCTION registration.open_status(status text, closed_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN closed_at IS NULL THEN status ELSE 'closed' END
$function$;

CREATE OR REPLACE FUNCTION registration.own_part(searched text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT left(searched, -(4 + length(split_part(searched, E'\n', -1)) + length(split_part(searched, E'\n', -2))
    + length(split_part(searched, E'\n', -3)) + length(split_part(searched, E'\n', -4))))
$function$;

CREATE OR REPLACE FUNCTION registration.recount_registration()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  INSERT INTO registration_counters AS c (kind, shard, value)
    SELECT kind, pg_backend_pid() % 16, sum(delta)
    FROM (VALUES (open_status(OLD.status, OLD.closed_at), -1), (open_status(NEW.status, NEW.closed_at), 1),
                 ('ever_paid', (NEW.payment_paid_at IS NOT NULL)::int - (OLD.payment_paid_at IS NOT NULL)::int)
         ) AS k (kind, delta)
    GROUP BY kind HAVING sum(delta) <> 0 ORDER BY kind
  ON CONFLICT (kind, shard) DO UPDATE SET value = c.value + excluded.value;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.recount_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
DECLARE
  was integer := is_unpaid(OLD.sha256, OLD.payment_paid_at)::int;
  is_now integer := is_unpaid(NEW.sha256, NEW.payment_paid_at)::int;
BEGIN
  PERFORM book_unpaid(is_now - was, (is_now * NEW.payment_amount - was * OLD.payment_amount)::bigint);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.registrations_sha512()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.sha256 IS DISTINCT FROM OLD.sha256 AND NEW.sha512 IS NOT DISTINCT FROM OLD.sha512 THEN
    NEW.sha512 := NULL;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION registration.searched_text(r registrations)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT folded(r.title || E'\n' || r.holder_name || E'\n' || r.description || E'\n' ||
    r.applicant_name || E'\n' || r.applicant_email || E'\n' || r.applicant_tax_id || E'\n' ||
    regexp_replace(r.applicant_tax_id, '[^0-9A-Za-z]', '', 'g'))
$function$;

CREATE OR REPLACE FUNCTION registration.span_begins(span text, day date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE span
    WHEN 'pentad' THEN date_trunc('month', day::timestamp)::date + 5 * least(5, (extract(day FROM day)::int - 1) / 5)
    ELSE date_trunc(span, day::timestamp)::date END
$function$;

CREATE OR REPLACE FUNCTION registration.stage_bucket(seconds double precision)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN seconds < 1 THEN 0 ELSE 1 + floor(ln(seconds) / ln(1.1::float8))::int END
$function$;

CREATE OR REPLACE FUNCTION registration.stage_of(status text, paid_at timestamp with time zone, sha256 text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (CASE status WHEN 'certificate_issued' THEN 6 WHEN 'completed' THEN 5 WHEN 'government_processing' THEN 4
    WHEN 'reviewing' THEN 3 ELSE CASE WHEN paid_at IS NOT NULL THEN 2 WHEN sha256 IS NOT NULL THEN 1 ELSE 0 END
    END)::integer
$function$;

CREATE OR REPLACE FUNCTION registration.unbook_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  PERFORM book_growth(civil_day(OLD.created_at), OLD.from_status, OLD.to_status, -1);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.urgency_of(status text, since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN status IN ('paid', 'reviewing', 'government_processing', 'completed')
    THEN 100000000000000 - floor(extract(epoch FROM since) * 1000)::bigint ELSE 0 END
$function$;

CREATE OR REPLACE FUNCTION registration.warn_of_contents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  PERFORM 1 FROM registrations WHERE id = NEW.registration_id FOR NO KEY UPDATE;
  PERFORM warn_of(NEW.registration_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.warn_of_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  PERFORM warn_of(NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION registration.warn_of(registration uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'registration'
AS $function$
BEGIN
  DELETE FROM file_warnings WHERE registration_id = registration;
  INSERT INTO file_warnings (registration_id, code, registered_at, status_updated_at)
    SELECT r.id, code, r.created_at, r.status_updated_at
    FROM registrations r JOIN file_contents c ON c.object_key = r.file_storage_path, warnings_in(c.found) AS code
    WHERE r.id = registration;
END $function$;

CREATE OR REPLACE FUNCTION registration.warnings_in(found jsonb)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'registration'
AS $function$
  WITH told AS (SELECT code #>> '{}' AS code FROM jsonb_path_query(found, '$.contents.warnings[*]') AS it (code))
  SELECT code FROM told UNION SELECT 'any' FROM told
$function$;

-- Triggers

CREATE TRIGGER file_contents_warned AFTER INSERT ON registration.file_contents FOR EACH ROW EXECUTE FUNCTION warn_of_contents();

CREATE TRIGGER registration_assignments_urgency BEFORE INSERT ON registration.registration_assignments FOR EACH ROW EXECUTE FUNCTION begin_urgency();

CREATE TRIGGER registration_holders_total AFTER INSERT OR DELETE OR UPDATE ON registration.registration_holders FOR EACH ROW EXECUTE FUNCTION keep_holders_total();

CREATE TRIGGER registration_progress_counted_in AFTER INSERT ON registration.registration_progress REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_progress();

CREATE TRIGGER registration_progress_counted_out AFTER DELETE ON registration.registration_progress REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_progress();

CREATE TRIGGER registration_progress_moved AFTER UPDATE ON registration.registration_progress FOR EACH ROW EXECUTE FUNCTION move_progress();

CREATE TRIGGER registration_status_history_booked AFTER INSERT ON registration.registration_status_history FOR EACH ROW EXECUTE FUNCTION book_step();

CREATE TRIGGER registration_status_history_unbooked AFTER DELETE ON registration.registration_status_history FOR EACH ROW EXECUTE FUNCTION unbook_step();

CREATE TRIGGER registrations_closing_booked AFTER UPDATE OF closed_at ON registration.registrations FOR EACH ROW WHEN ((old.closed_at IS DISTINCT FROM new.closed_at)) EXECUTE FUNCTION book_closing();

CREATE TRIGGER registrations_counted_in AFTER INSERT ON registration.registrations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_registrations();

CREATE TRIGGER registrations_counted_out AFTER DELETE ON registration.registrations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_registrations();

CREATE TRIGGER registrations_file_warned AFTER UPDATE OF file_storage_path ON registration.registrations FOR EACH ROW WHEN ((old.file_storage_path IS DISTINCT FROM new.file_storage_path)) EXECUTE FUNCTION warn_of_file();

CREATE TRIGGER registrations_progress_begun AFTER INSERT ON registration.registrations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION begin_progress();

CREATE TRIGGER registrations_progress_ended AFTER DELETE ON registration.registrations FOR EACH ROW WHEN ((old.payment_paid_at IS NOT NULL)) EXECUTE FUNCTION end_progress();

CREATE TRIGGER registrations_progress_followed AFTER UPDATE ON registration.registrations FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR ((old.sha256 IS NULL) AND (new.sha256 IS NOT NULL)) OR ((old.payment_paid_at IS NULL) AND (new.payment_paid_at IS NOT NULL)))) EXECUTE FUNCTION follow_progress();

CREATE TRIGGER registrations_recounted AFTER UPDATE ON registration.registrations FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR ((old.closed_at IS NULL) IS DISTINCT FROM (new.closed_at IS NULL)) OR ((old.payment_paid_at IS NULL) IS DISTINCT FROM (new.payment_paid_at IS NULL)))) EXECUTE FUNCTION recount_registration();

CREATE TRIGGER registrations_searched_anew AFTER UPDATE ON registration.registrations FOR EACH ROW WHEN ((((((((old.title IS DISTINCT FROM new.title) OR (old.holder_name IS DISTINCT FROM new.holder_name)) OR (old.description IS DISTINCT FROM new.description)) OR (old.applicant_name IS DISTINCT FROM new.applicant_name)) OR (old.applicant_email IS DISTINCT FROM new.applicant_email)) OR (old.applicant_tax_id IS DISTINCT FROM new.applicant_tax_id)) OR (old.sha256 IS DISTINCT FROM new.sha256))) EXECUTE FUNCTION keep_searched();

CREATE TRIGGER registrations_searched AFTER INSERT ON registration.registrations FOR EACH ROW EXECUTE FUNCTION keep_searched();

CREATE TRIGGER registrations_sha512 BEFORE UPDATE OF sha256 ON registration.registrations FOR EACH ROW EXECUTE FUNCTION registrations_sha512();

CREATE TRIGGER registrations_unpaid_in AFTER INSERT ON registration.registrations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_unpaid();

CREATE TRIGGER registrations_unpaid_moved AFTER UPDATE ON registration.registrations FOR EACH ROW WHEN (((((old.sha256 IS NULL) IS DISTINCT FROM (new.sha256 IS NULL)) OR ((old.payment_paid_at IS NULL) IS DISTINCT FROM (new.payment_paid_at IS NULL))) OR (old.payment_amount IS DISTINCT FROM new.payment_amount))) EXECUTE FUNCTION recount_unpaid();

CREATE TRIGGER registrations_unpaid_out AFTER DELETE ON registration.registrations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_unpaid();

CREATE TRIGGER registrations_urgency_followed AFTER UPDATE OF status, status_updated_at, closed_at ON registration.registrations FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.status_updated_at IS DISTINCT FROM new.status_updated_at)) OR (old.closed_at IS DISTINCT FROM new.closed_at))) EXECUTE FUNCTION follow_urgency();

CREATE TRIGGER registrations_warnings_moved AFTER UPDATE OF status_updated_at ON registration.registrations FOR EACH ROW WHEN ((old.status_updated_at IS DISTINCT FROM new.status_updated_at)) EXECUTE FUNCTION move_warnings();
