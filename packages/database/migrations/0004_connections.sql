CREATE TABLE "connector_types" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"is_system" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"visibility" text DEFAULT 'User' NOT NULL,
	"is_hidden_for_new_connectors" boolean DEFAULT false NOT NULL,
	"subscription_required" boolean DEFAULT false NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"open_api_document" jsonb,
	"logo" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connector_secrets" (
	"connector_id" uuid PRIMARY KEY NOT NULL,
	"sealed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "realm_id" text;--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "connected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "connection_problem" text;--> statement-breakpoint
ALTER TABLE "connector_types" ADD CONSTRAINT "connector_types_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_secrets" ADD CONSTRAINT "connector_secrets_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_types_name" ON "connector_types" USING btree (lower("name")) WHERE not "connector_types"."is_deleted";--> statement-breakpoint
CREATE INDEX "stored_files_owner" ON "stored_files" USING btree ("owner_user_id","file_name","created_at");