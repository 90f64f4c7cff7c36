CREATE TABLE "run_job_items" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"run_id" text NOT NULL,
	"outcome" text,
	"message" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "run_job_items_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "run_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"impersonator_user_id" uuid,
	"action" text NOT NULL,
	"status" text NOT NULL,
	"total_count" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"refused_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"worked_at" timestamp (3) with time zone,
	"taken_until" timestamp (3) with time zone,
	"waits_until" timestamp (3) with time zone,
	"message" text
);
--> statement-breakpoint
ALTER TABLE "run_job_items" ADD CONSTRAINT "run_job_items_job_id_run_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."run_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_job_items_waiting" ON "run_job_items" USING btree ("job_id","position") WHERE "run_job_items"."outcome" is null;--> statement-breakpoint
CREATE INDEX "run_jobs_owner" ON "run_jobs" USING btree ("owner_user_id","created_at");--> statement-breakpoint
CREATE INDEX "run_jobs_running" ON "run_jobs" USING btree ("worked_at") WHERE "run_jobs"."status" = 'Running';