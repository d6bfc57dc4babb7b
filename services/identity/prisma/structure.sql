-- What the migrations of identity make, for reading. Generated: deploy/house/consistency/structure.int.test.ts

-- Collations

CREATE COLLATION pt_br (provider = icu, locale = 'pt-BR', deterministic = t);

-- Tables

CREATE TABLE api_tokens (
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  hash text NOT NULL,
  id uuid NOT NULL,
  last_used_at timestamp with time zone,
  name text NOT NULL,
  prefix text NOT NULL,
  scopes text[] NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT api_tokens_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT api_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT api_tokens_scopes_check CHECK ((cardinality(scopes) > 0)),
  CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE approvals (
  body text NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  expires_at timestamp with time zone NOT NULL,
  failure text NOT NULL DEFAULT ''::text,
  id uuid NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  operation text NOT NULL,
  params text NOT NULL,
  request_hash text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  requested_by uuid NOT NULL,
  rpc text NOT NULL,
  state text NOT NULL,
  CONSTRAINT approvals_pkey PRIMARY KEY (id),
  CONSTRAINT approvals_body_check CHECK ((length(body) <= 100000)),
  CONSTRAINT approvals_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  CONSTRAINT approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT approvals_note_check CHECK ((length(note) <= 2000)),
  CONSTRAINT approvals_operation_check CHECK ((length(operation) <= 100)),
  CONSTRAINT approvals_params_check CHECK ((length(params) <= 10000)),
  CONSTRAINT approvals_request_hash_check CHECK ((request_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT approvals_rpc_check CHECK ((length(rpc) <= 200)),
  CONSTRAINT approvals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'done'::text, 'failed'::text, 'refused'::text, 'withdrawn'::text])))
);

CREATE TABLE assignment_notices (
  first_event uuid NOT NULL,
  is_theirs boolean NOT NULL,
  last_event uuid NOT NULL,
  operator_id uuid NOT NULL,
  registration_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  title text NOT NULL,
  user_id uuid,
  was_theirs boolean NOT NULL,
  CONSTRAINT assignment_notices_pkey PRIMARY KEY (operator_id, registration_id),
  CONSTRAINT assignment_notices_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE audit (
  action text NOT NULL,
  actor_id uuid,
  address text,
  address_hash bytea NOT NULL,
  address_salt bytea,
  at timestamp with time zone NOT NULL,
  detail jsonb NOT NULL,
  hash bytea,
  id uuid NOT NULL,
  "position" bigint,
  request_id text NOT NULL,
  subject_id text NOT NULL,
  subject_type text NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (id),
  CONSTRAINT audit_action_check CHECK ((length(action) <= 60)),
  CONSTRAINT audit_address_check CHECK ((length(address) <= 64)),
  CONSTRAINT audit_address_hash_check CHECK ((octet_length(address_hash) = 32)),
  CONSTRAINT audit_check CHECK ((("position" IS NULL) = (hash IS NULL))),
  CONSTRAINT audit_check1 CHECK (((address IS NULL) = (address_salt IS NULL))),
  CONSTRAINT audit_hash_check CHECK ((octet_length(hash) = 32)),
  CONSTRAINT audit_position_check CHECK (("position" > 0)),
  CONSTRAINT audit_position_key UNIQUE ("position"),
  CONSTRAINT audit_request_id_check CHECK ((length(request_id) <= 64)),
  CONSTRAINT audit_subject_id_check CHECK ((length(subject_id) <= 100)),
  CONSTRAINT audit_subject_type_check CHECK ((length(subject_type) <= 30))
);

CREATE TABLE avatars (
  attempts integer NOT NULL DEFAULT 0,
  fetched_at timestamp with time zone,
  image bytea,
  next_at timestamp with time zone,
  source_url text NOT NULL,
  user_id uuid NOT NULL,
  version text,
  CONSTRAINT avatars_pkey PRIMARY KEY (user_id),
  CONSTRAINT avatars_check CHECK (((version IS NULL) = (image IS NULL))),
  CONSTRAINT avatars_image_check CHECK ((octet_length(image) <= 65536)),
  CONSTRAINT avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE consumer_positions (
  consumer text NOT NULL,
  published_us bigint NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT consumer_positions_pkey PRIMARY KEY (consumer)
);

CREATE TABLE contact_answers (
  author_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  from_staff boolean NOT NULL DEFAULT true,
  id uuid NOT NULL,
  number text NOT NULL,
  text text NOT NULL,
  CONSTRAINT contact_answers_pkey PRIMARY KEY (id),
  CONSTRAINT contact_answers_number_fkey FOREIGN KEY (number) REFERENCES contacts(number) ON DELETE CASCADE
);

CREATE TABLE contact_years (
  last integer NOT NULL,
  year integer NOT NULL,
  CONSTRAINT contact_years_pkey PRIMARY KEY (year)
);

CREATE TABLE contacts (
  assignee_id uuid,
  changed_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by uuid,
  created_at timestamp with time zone NOT NULL,
  email text NOT NULL,
  is_answered boolean NOT NULL DEFAULT false,
  is_open boolean NOT NULL DEFAULT true,
  is_unread boolean NOT NULL DEFAULT false,
  message text NOT NULL,
  name text NOT NULL,
  number text NOT NULL,
  registration_id uuid,
  searched text NOT NULL,
  subject text NOT NULL,
  user_id uuid,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT contacts_pkey PRIMARY KEY (number),
  CONSTRAINT contacts_check CHECK ((is_open = (closed_at IS NULL))),
  CONSTRAINT contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
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

CREATE TABLE known_addresses (
  expire timestamp with time zone NOT NULL,
  key text NOT NULL,
  kind text NOT NULL DEFAULT 'address'::text,
  user_id uuid NOT NULL,
  CONSTRAINT known_addresses_pkey PRIMARY KEY (key),
  CONSTRAINT known_addresses_key_check CHECK ((key ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT known_addresses_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'device'::text]))),
  CONSTRAINT known_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE linked_accounts (
  email text,
  id uuid NOT NULL,
  issuer text NOT NULL,
  last_used_at timestamp with time zone,
  linked_at timestamp with time zone NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT linked_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT linked_accounts_email_check CHECK ((length(email) <= 255)),
  CONSTRAINT linked_accounts_issuer_check CHECK ((length(issuer) <= 2048)),
  CONSTRAINT linked_accounts_issuer_subject_key UNIQUE (issuer, subject),
  CONSTRAINT linked_accounts_provider_check CHECK ((provider ~ '^[a-z][a-z0-9-]{0,30}$'::text)),
  CONSTRAINT linked_accounts_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  CONSTRAINT linked_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT linked_accounts_user_id_provider_key UNIQUE (user_id, provider)
);

CREATE TABLE mail_tokens (
  created_at timestamp with time zone NOT NULL,
  email text NOT NULL,
  expire timestamp with time zone NOT NULL,
  hash text NOT NULL,
  purpose text NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT mail_tokens_pkey PRIMARY KEY (hash),
  CONSTRAINT mail_tokens_email_check CHECK ((length(email) <= 254)),
  CONSTRAINT mail_tokens_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'verify'::text, 'change'::text, 'undo'::text, 'enter'::text]))),
  CONSTRAINT mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE missed_events (
  consumer text NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  event_id uuid NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  given_up boolean NOT NULL DEFAULT false,
  CONSTRAINT missed_events_pkey PRIMARY KEY (consumer, event_id)
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

CREATE TABLE outgoing_emails (
  about_users uuid[] NOT NULL DEFAULT '{}'::uuid[],
  attachment bytea,
  attachment_name text,
  attempts integer NOT NULL DEFAULT 0,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  dedupe_key text NOT NULL,
  given_up_at timestamp with time zone,
  held boolean NOT NULL DEFAULT false,
  id uuid NOT NULL,
  next_at timestamp with time zone NOT NULL,
  recipient text NOT NULL,
  sent_at timestamp with time zone,
  subject text NOT NULL,
  user_id uuid,
  CONSTRAINT outgoing_emails_pkey PRIMARY KEY (id),
  CONSTRAINT outgoing_emails_attachment_named CHECK (((attachment IS NULL) OR (attachment_name IS NOT NULL))),
  CONSTRAINT outgoing_emails_check CHECK (((sent_at IS NULL) OR (given_up_at IS NULL))),
  CONSTRAINT outgoing_emails_dedupe_key_key UNIQUE (dedupe_key),
  CONSTRAINT outgoing_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE passkeys (
  backed_up boolean NOT NULL,
  counter bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  id text NOT NULL,
  last_used_at timestamp with time zone,
  name text NOT NULL,
  public_key bytea NOT NULL,
  transports jsonb NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_counter_check CHECK ((counter >= 0)),
  CONSTRAINT passkeys_id_check CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (length(id) <= 1400))),
  CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT passkeys_public_key_check CHECK ((octet_length(public_key) <= 4096)),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE rate_limits (
  expire bigint,
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE recovery_codes (
  hash text NOT NULL,
  used_at timestamp with time zone,
  user_id uuid NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (hash),
  CONSTRAINT recovery_codes_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE reset_requests (
  address text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  email text NOT NULL,
  request_id text NOT NULL,
  CONSTRAINT reset_requests_pkey PRIMARY KEY (email),
  CONSTRAINT reset_requests_address_check CHECK ((length(address) <= 64)),
  CONSTRAINT reset_requests_email_check CHECK (((email = lower(email)) AND (length(email) <= 1000))),
  CONSTRAINT reset_requests_request_id_check CHECK ((length(request_id) <= 64))
);

CREATE TABLE sessions (
  address text NOT NULL DEFAULT ''::text,
  agent text NOT NULL DEFAULT ''::text,
  confirmed_at timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expire timestamp with time zone NOT NULL,
  sess jsonb NOT NULL,
  sid text NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  user_id uuid NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (sid),
  CONSTRAINT sessions_address_check CHECK ((length(address) <= 64)),
  CONSTRAINT sessions_agent_check CHECK ((length(agent) <= 300)),
  CONSTRAINT sessions_sid_check CHECK ((sid ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE sign_in_requests (
  asked_at timestamp with time zone NOT NULL,
  email text NOT NULL,
  CONSTRAINT sign_in_requests_pkey PRIMARY KEY (email),
  CONSTRAINT sign_in_requests_email_check CHECK (((email = lower(email)) AND (length(email) <= 1000)))
);

CREATE TABLE totp (
  created_at timestamp with time zone NOT NULL,
  enabled_at timestamp with time zone,
  last_step bigint NOT NULL DEFAULT 0,
  secret bytea NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT totp_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_secret_check CHECK ((octet_length(secret) = 20)),
  CONSTRAINT totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE used_challenges (
  expire timestamp with time zone NOT NULL,
  hash text NOT NULL,
  CONSTRAINT used_challenges_pkey PRIMARY KEY (hash),
  CONSTRAINT used_challenges_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE user_counts (
  role text NOT NULL,
  shard integer NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  CONSTRAINT user_counts_pkey PRIMARY KEY (role, shard),
  CONSTRAINT user_counts_role_check CHECK ((role = ANY (ARRAY['client'::text, 'operator'::text, 'admin'::text])))
);

CREATE TABLE users (
  created_at timestamp with time zone NOT NULL,
  email text NOT NULL,
  email_verified_at timestamp with time zone,
  first_name text NOT NULL,
  id uuid NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  last_name text NOT NULL,
  mfa_enabled boolean NOT NULL DEFAULT false,
  password_hash text,
  profile_image_url text,
  role text NOT NULL DEFAULT 'client'::text,
  searched text,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_check CHECK (((email = btrim(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  CONSTRAINT users_first_name_check CHECK ((length(first_name) <= 200)),
  CONSTRAINT users_last_name_check CHECK ((length(last_name) <= 200)),
  CONSTRAINT users_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
  CONSTRAINT users_profile_image_url_check CHECK ((length(profile_image_url) <= 2048)),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['client'::text, 'operator'::text, 'admin'::text])))
);

-- Indexes

CREATE INDEX api_tokens_expires_at_idx ON identity.api_tokens USING btree (expires_at);

CREATE UNIQUE INDEX api_tokens_hash_key ON identity.api_tokens USING btree (hash);

CREATE INDEX api_tokens_user_id_created_at_idx ON identity.api_tokens USING btree (user_id, created_at);

CREATE INDEX approvals_decided_by_idx ON identity.approvals USING btree (decided_by);

CREATE INDEX approvals_expires_at_idx ON identity.approvals USING btree (expires_at);

CREATE INDEX approvals_requested_at_id_idx ON identity.approvals USING btree (requested_at, id);

CREATE INDEX approvals_requested_by_idx ON identity.approvals USING btree (requested_by);

CREATE INDEX assignment_notices_due_idx ON identity.assignment_notices USING btree (since) WHERE (was_theirs <> is_theirs);

CREATE INDEX assignment_notices_since_idx ON identity.assignment_notices USING btree (since);

CREATE INDEX assignment_notices_user_id_idx ON identity.assignment_notices USING btree (user_id);

CREATE INDEX audit_action_idx ON identity.audit USING btree (action, at DESC, id DESC);

CREATE INDEX audit_actor_idx ON identity.audit USING btree (actor_id, at DESC, id DESC);

CREATE INDEX audit_addresses_idx ON identity.audit USING btree (at) WHERE (address IS NOT NULL);

CREATE INDEX audit_at_idx ON identity.audit USING btree (at DESC, id DESC);

CREATE INDEX audit_subject_idx ON identity.audit USING btree (subject_id, at DESC, id DESC);

CREATE INDEX audit_unchained_idx ON identity.audit USING btree (at, id) WHERE ("position" IS NULL);

CREATE INDEX avatars_next_at_idx ON identity.avatars USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX contact_answers_number_idx ON identity.contact_answers USING btree (number, created_at, id);

CREATE INDEX contacts_answered_idx ON identity.contacts USING btree (created_at, number) WHERE (is_open AND is_answered);

CREATE INDEX contacts_assignee_idx ON identity.contacts USING btree (assignee_id, is_open DESC, created_at, number) WHERE (assignee_id IS NOT NULL);

CREATE INDEX contacts_changed_idx ON identity.contacts USING btree (changed_at);

CREATE INDEX contacts_closed_idx ON identity.contacts USING btree (closed_at DESC, number DESC) WHERE (NOT is_open);

CREATE INDEX contacts_order_idx ON identity.contacts USING btree (is_open DESC, created_at, number);

CREATE INDEX contacts_searched_idx ON identity.contacts USING gin (searched public.gin_trgm_ops);

CREATE INDEX contacts_unread_idx ON identity.contacts USING btree (user_id) WHERE is_unread;

CREATE INDEX contacts_user_idx ON identity.contacts USING btree (user_id, created_at DESC, number DESC) WHERE (user_id IS NOT NULL);

CREATE INDEX contacts_waiting_idx ON identity.contacts USING btree (created_at, number) WHERE (is_open AND (NOT is_answered));

CREATE INDEX idempotency_keys_created_at_idx ON identity.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON identity.inbox USING btree (received_at);

CREATE INDEX known_addresses_expire_idx ON identity.known_addresses USING btree (expire);

CREATE INDEX known_addresses_user_id_expire_idx ON identity.known_addresses USING btree (user_id, expire DESC);

CREATE INDEX mail_tokens_expire_idx ON identity.mail_tokens USING btree (expire);

CREATE INDEX mail_tokens_former_idx ON identity.mail_tokens USING btree (lower(email)) WHERE (purpose = 'undo'::text);

CREATE UNIQUE INDEX mail_tokens_one_key ON identity.mail_tokens USING btree (user_id, purpose) WHERE (purpose <> 'undo'::text);

CREATE INDEX mail_tokens_user_id_idx ON identity.mail_tokens USING btree (user_id);

CREATE INDEX outbox_published_at_idx ON identity.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished_idx ON identity.outbox USING btree (seq) WHERE (published_at IS NULL);

CREATE INDEX outgoing_emails_about_idx ON identity.outgoing_emails USING gin (about_users) WHERE (about_users <> '{}'::uuid[]);

CREATE INDEX outgoing_emails_due_idx ON identity.outgoing_emails USING btree (next_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL) AND (NOT held));

CREATE INDEX outgoing_emails_given_up_idx ON identity.outgoing_emails USING btree (given_up_at) WHERE (given_up_at IS NOT NULL);

CREATE INDEX outgoing_emails_held_idx ON identity.outgoing_emails USING btree (created_at) WHERE held;

CREATE INDEX outgoing_emails_last_idx ON identity.outgoing_emails USING btree (created_at) WHERE (user_id IS NULL);

CREATE INDEX outgoing_emails_sent_idx ON identity.outgoing_emails USING btree (sent_at DESC) WHERE (sent_at IS NOT NULL);

CREATE INDEX outgoing_emails_user_id_idx ON identity.outgoing_emails USING btree (user_id);

CREATE INDEX passkeys_user_id_created_at_idx ON identity.passkeys USING btree (user_id, created_at);

CREATE INDEX rate_limits_expire_idx ON identity.rate_limits USING btree (expire);

CREATE INDEX recovery_codes_user_id_idx ON identity.recovery_codes USING btree (user_id);

CREATE INDEX reset_requests_asked_at_idx ON identity.reset_requests USING btree (asked_at);

CREATE INDEX sessions_expire_idx ON identity.sessions USING btree (expire);

CREATE INDEX sessions_user_id_used_at_idx ON identity.sessions USING btree (user_id, used_at DESC);

CREATE INDEX sign_in_requests_asked_at_idx ON identity.sign_in_requests USING btree (asked_at);

CREATE INDEX used_challenges_expire_idx ON identity.used_challenges USING btree (expire);

CREATE UNIQUE INDEX users_email_key ON identity.users USING btree (lower(email));

CREATE INDEX users_email_order_idx ON identity.users USING btree (lower(email) COLLATE "C", id);

CREATE INDEX users_folded_idx ON identity.users USING gin (folded(((((first_name || ' '::text) || last_name) || ' '::text) || email)) public.gin_trgm_ops);

CREATE INDEX users_inactive_email_idx ON identity.users USING btree (lower(email) COLLATE "C", id) WHERE (NOT is_active);

CREATE INDEX users_inactive_name_idx ON identity.users USING btree (first_name COLLATE pt_br, last_name COLLATE pt_br, id) WHERE (NOT is_active);

CREATE INDEX users_inactive_newest_idx ON identity.users USING btree (created_at DESC, id DESC) WHERE (NOT is_active);

CREATE INDEX users_inactive_role_idx ON identity.users USING btree (role, created_at DESC, id DESC) WHERE (NOT is_active);

CREATE INDEX users_name_idx ON identity.users USING btree (first_name COLLATE pt_br, last_name COLLATE pt_br, id);

CREATE INDEX users_newest_idx ON identity.users USING btree (created_at DESC, id DESC);

CREATE INDEX users_role_newest_idx ON identity.users USING btree (role, created_at DESC, id DESC);

CREATE INDEX users_searched_idx ON identity.users USING gin (searched public.gin_trgm_ops);

-- Functions

CREATE OR REPLACE FUNCTION identity.count_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'identity'
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.role = NEW.role THEN RETURN NULL; END IF;
  INSERT INTO user_counts AS c (role, shard, total)
    SELECT role, pg_backend_pid() % 16, sum(delta)
    FROM (SELECT OLD.role AS role, -1 AS delta WHERE TG_OP <> 'INSERT'
          UNION ALL SELECT NEW.role, 1 WHERE TG_OP <> 'DELETE') AS changed
    GROUP BY role ORDER BY role
  ON CONFLICT (role, shard) DO UPDATE SET total = c.total + excluded.total;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION identity.folded(t text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(translate(t, '´`‘’‛′', ''''''''''''''), NFKD), '[\u0300-\u036f]', '', 'g')),
      'łøđðħıŧ‐‑‒–—―−', 'loddhit-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$function$;

CREATE OR REPLACE FUNCTION identity.keep_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'identity'
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.position IS NULL OR (NEW.position, NEW.hash) = (OLD.position, OLD.hash))
      AND (NEW.address IS NULL OR (NEW.address, NEW.address_salt) IS NOT DISTINCT FROM (OLD.address, OLD.address_salt))
      AND (NEW.id, NEW.at, NEW.action, NEW.subject_type, NEW.subject_id, NEW.request_id, NEW.detail, NEW.address_hash)
        = (OLD.id, OLD.at, OLD.action, OLD.subject_type, OLD.subject_id, OLD.request_id, OLD.detail, OLD.address_hash)
      AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id
    THEN RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the trail only grows';
END $function$;

CREATE OR REPLACE FUNCTION identity.keep_searched()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'identity'
AS $function$
BEGIN
  NEW.searched := folded(NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email);
  RETURN NEW;
END $function$;

-- Triggers

CREATE TRIGGER audit_kept BEFORE DELETE OR UPDATE ON identity.audit FOR EACH ROW EXECUTE FUNCTION keep_audit();

CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON identity.audit FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();

CREATE TRIGGER users_counted AFTER INSERT OR DELETE OR UPDATE OF role ON identity.users FOR EACH ROW EXECUTE FUNCTION count_users();

CREATE TRIGGER users_searched BEFORE INSERT OR UPDATE OF first_name, last_name, email ON identity.users FOR EACH ROW EXECUTE FUNCTION keep_searched();
