CREATE TABLE "failure_starts" (
	"run_id" text PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"handler_workflow_id" uuid NOT NULL,
	"depth" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"started_run_id" text,
	"dropped_at" timestamp (3) with time zone,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "on_failure_workflow_id" uuid;--> statement-breakpoint
CREATE INDEX "failure_starts_waiting" ON "failure_starts" USING btree ("next_attempt_at") WHERE "failure_starts"."started_run_id" is null and "failure_starts"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "failure_starts_created" ON "failure_starts" USING btree ("created_at");