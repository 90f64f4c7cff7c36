CREATE EXTENSION IF NOT EXISTS "pg_trgm";--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_user_id" uuid,
	"impersonator_user_id" uuid,
	"subject_user_id" uuid,
	"ip_address" text,
	"request_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connectors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"connector_type_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"slug" text,
	"username" text,
	"use_sandbox" boolean DEFAULT false NOT NULL,
	"custom_options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"additional_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"authorization_type" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "gift_card_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gift_card_id" uuid NOT NULL,
	"type" text NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reference" text,
	CONSTRAINT "gift_card_transactions_amount_positive" CHECK ("gift_card_transactions"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "gift_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	"initial_amount" numeric(14, 2) NOT NULL,
	"balance" numeric(14, 2) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_on" timestamp (3) with time zone,
	"customer_first_name" text DEFAULT '' NOT NULL,
	"customer_last_name" text DEFAULT '' NOT NULL,
	"customer_email" text DEFAULT '' NOT NULL,
	CONSTRAINT "gift_cards_balance_within" CHECK ("gift_cards"."balance" >= 0 and "gift_cards"."balance" <= "gift_cards"."initial_amount")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_reset_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"impersonator_user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_confirmed" boolean DEFAULT false NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"job_title" text,
	"company_name" text,
	"roles" text[] DEFAULT '{}'::text[] NOT NULL,
	"scopes" text[] DEFAULT '{}'::text[] NOT NULL,
	"has_workflow_access" boolean DEFAULT true NOT NULL,
	"workflow_quota_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"billing_details" jsonb,
	"dashboard_type" text DEFAULT 'None' NOT NULL,
	"hide_billing" boolean DEFAULT false NOT NULL,
	"show_integration_applications" boolean DEFAULT false NOT NULL,
	"show_ai_chat" boolean DEFAULT false NOT NULL,
	"ref_code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "workflow_instances" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	"continue_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"error_message" text,
	"is_test" boolean DEFAULT false NOT NULL,
	"step_count" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_data" (
	"workflow_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" json,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "workflow_data_workflow_id_key_pk" PRIMARY KEY("workflow_id","key")
);
--> statement-breakpoint
CREATE TABLE "workflow_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workflow_id" uuid NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"logging_mode" text NOT NULL,
	"steps" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by_user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"name" text DEFAULT 'Untitled workflow' NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"is_active" boolean DEFAULT false NOT NULL,
	"is_dashboard" boolean DEFAULT false NOT NULL,
	"dashboard_id" text,
	"logging_mode" text DEFAULT 'LogAllData' NOT NULL,
	"trigger_code" text NOT NULL,
	"trigger_type" text,
	"current_version_id" uuid NOT NULL,
	"published_version_id" uuid,
	"editor_state" jsonb,
	"test_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_transactions" ADD CONSTRAINT "gift_card_transactions_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonator_user_id_users_id_fk" FOREIGN KEY ("impersonator_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_user_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_user_id","at");--> statement-breakpoint
CREATE INDEX "connectors_owner" ON "connectors" USING btree ("user_id","created_at","id") WHERE not "connectors"."is_deleted";--> statement-breakpoint
CREATE INDEX "gift_card_transactions_card" ON "gift_card_transactions" USING btree ("gift_card_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_card_transactions_reference_unique" ON "gift_card_transactions" USING btree ("gift_card_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_cards_number_unique" ON "gift_cards" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "gift_cards_number" ON "gift_cards" USING btree ("number");--> statement-breakpoint
CREATE INDEX "gift_cards_owner_created" ON "gift_cards" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "gift_cards_created" ON "gift_cards" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "rate_limits_window" ON "rate_limits" USING btree ("window_ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "password_reset_tokens_hash_unique" ON "password_reset_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "password_reset_tokens_user" ON "password_reset_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_hash_unique" ON "refresh_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user_live" ON "sessions" USING btree ("user_id") WHERE "sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_email_search" ON "users" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "workflow_instances_owner_created" ON "workflow_instances" USING btree ("owner_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "workflow_instances_workflow_created" ON "workflow_instances" USING btree ("workflow_id","created_at","id");--> statement-breakpoint
CREATE INDEX "workflow_instances_owner_status_created" ON "workflow_instances" USING btree ("owner_user_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "workflow_instances_status_created" ON "workflow_instances" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "workflow_instances_created" ON "workflow_instances" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "workflow_data_expires" ON "workflow_data" USING btree ("expires_at") WHERE "workflow_data"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_versions_number_unique" ON "workflow_versions" USING btree ("workflow_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "workflows_trigger_code_unique" ON "workflows" USING btree ("trigger_code");--> statement-breakpoint
CREATE INDEX "workflows_owner" ON "workflows" USING btree ("owner_user_id","created_at","id") WHERE not "workflows"."is_deleted";--> statement-breakpoint
CREATE INDEX "workflows_created" ON "workflows" USING btree ("created_at","id") WHERE not "workflows"."is_deleted";--> statement-breakpoint
CREATE INDEX "workflows_name_search" ON "workflows" USING gin (lower("name") gin_trgm_ops);