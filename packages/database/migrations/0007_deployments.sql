CREATE TABLE "deployment_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deployment_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	"action" text NOT NULL,
	"version" text NOT NULL,
	"from_version" text,
	"percent" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "deployment_registry" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"published_revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployment_reports" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"user_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"message" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deployment_reports_name_version_user_id_pk" PRIMARY KEY("name","version","user_id")
);
--> statement-breakpoint
CREATE TABLE "deployment_versions" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"files" jsonb NOT NULL,
	"integrity" jsonb,
	"shared" jsonb NOT NULL,
	"size_brotli_bytes" integer NOT NULL,
	"contract_version" text,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"by" text,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "deployment_versions_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE TABLE "deployments" (
	"name" text PRIMARY KEY NOT NULL,
	"live_version" text,
	"previous_version" text,
	"on_trial_since" timestamp (3) with time zone,
	"canary_version" text,
	"canary_percent" integer,
	"canary_since" timestamp (3) with time zone,
	"is_held" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deployment_history_name" ON "deployment_history" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "deployment_reports_at" ON "deployment_reports" USING btree ("at");