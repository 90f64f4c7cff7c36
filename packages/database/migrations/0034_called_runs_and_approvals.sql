CREATE TABLE "approval_mails" (
	"approval_id" uuid NOT NULL,
	"recipient" integer NOT NULL,
	"run_id" text NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"dropped_at" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "approval_mails_approval_id_recipient_pk" PRIMARY KEY("approval_id","recipient")
);
--> statement-breakpoint
ALTER TABLE "workflow_instances" ADD COLUMN "parent_run_id" text;--> statement-breakpoint
ALTER TABLE "workflow_instances" ADD COLUMN "waiting" jsonb;--> statement-breakpoint
CREATE INDEX "approval_mails_waiting" ON "approval_mails" USING btree ("next_attempt_at") WHERE "approval_mails"."sent_at" is null and "approval_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "approval_mails_owner_created" ON "approval_mails" USING btree ("owner_user_id","created_at");