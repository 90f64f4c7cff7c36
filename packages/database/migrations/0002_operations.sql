CREATE TABLE "metrics" (
	"name" text NOT NULL,
	"labels" jsonb NOT NULL,
	"slot" smallint NOT NULL,
	"value" double precision NOT NULL,
	"buckets" double precision[],
	CONSTRAINT "metrics_name_labels_slot_pk" PRIMARY KEY("name","labels","slot")
);
--> statement-breakpoint
CREATE INDEX "workflow_instances_open" ON "workflow_instances" USING btree ("last_updated_at") WHERE "workflow_instances"."status" in ('Scheduled', 'InProgress', 'Delayed');--> statement-breakpoint
CREATE INDEX "workflows_schedule_changed" ON "workflows" USING btree ("last_updated_at") WHERE "workflows"."trigger_type" = 'Scheduled';--> statement-breakpoint
-- What the index of runs knows of the time before there were counters.
INSERT INTO "metrics" ("name", "labels", "slot", "value", "buckets")
SELECT 'portage_runs_started_total', jsonb_build_object('test', is_test::text), 0, count(*), NULL::double precision[] FROM "workflow_instances" GROUP BY is_test
UNION ALL
SELECT 'portage_runs_finished_total', jsonb_build_object('status', status, 'test', is_test::text), 0, count(*), NULL FROM "workflow_instances"
	WHERE status IN ('Succeeded', 'Failed', 'Cancelled') GROUP BY status, is_test
UNION ALL
SELECT 'portage_run_steps_total', jsonb_build_object('status', status, 'test', is_test::text), 0, sum(step_count), NULL FROM "workflow_instances"
	WHERE status IN ('Succeeded', 'Failed', 'Cancelled') GROUP BY status, is_test;
