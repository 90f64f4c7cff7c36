CREATE TABLE "webhook_verifications" (
	"workflow_id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"secret" text NOT NULL,
	"refused_count" integer DEFAULT 0 NOT NULL,
	"last_refused_at" timestamp (3) with time zone,
	"last_refusal" text
);
