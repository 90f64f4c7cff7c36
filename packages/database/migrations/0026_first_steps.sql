CREATE TABLE "run_stats" (
	"owner_user_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"by_hour" boolean NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"bucket" smallint NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "run_stats_owner_user_id_by_hour_starts_at_workflow_id_status_bucket_pk" PRIMARY KEY("owner_user_id","by_hour","starts_at","workflow_id","status","bucket")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_steps_closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workflow_templates" ADD COLUMN "starter_order" integer;--> statement-breakpoint
CREATE INDEX "run_stats_time" ON "run_stats" USING btree ("by_hour","starts_at","workflow_id","status","bucket","runs");--> statement-breakpoint
-- small table: some dozens of templates
CREATE INDEX "workflow_templates_listed" ON "workflow_templates" USING btree ("starter_order",lower("name"),"id") WHERE not "workflow_templates"."is_deleted";
--> statement-breakpoint
-- small table: one row a person; who has workflows needs no first steps
UPDATE "users" SET "first_steps_closed_at" = now() WHERE EXISTS (SELECT 1 FROM "workflows" WHERE "workflows"."owner_user_id" = "users"."id");
--> statement-breakpoint
-- since 1.0.0: a new function, which only the triggers below call
CREATE FUNCTION count_ended_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO run_stats AS s (owner_user_id, workflow_id, by_hour, starts_at, status, bucket, runs)
    SELECT owner_id, counted_id, by_hour, starts_at, status, bucket, sum(change)
    FROM (
      SELECT owner_user_id, workflow_id, coalesce(started_at, created_at) AS began_at, status, 1 AS change,
        CASE WHEN status = 'Succeeded' THEN floor(2 * log(2, greatest(1, extract(epoch FROM finished_at - coalesce(started_at, created_at)) * 1000)))::smallint ELSE 0::smallint END AS bucket
      FROM new_runs WHERE status IN ('Succeeded', 'Failed', 'Cancelled') AND NOT is_test
    ) changed
    CROSS JOIN LATERAL (VALUES (date_trunc('hour', began_at, 'UTC'), true), (date_trunc('day', began_at, 'UTC'), false)) slots (starts_at, by_hour)
    -- The workflow's own row, and one of those for everyone.
    CROSS JOIN LATERAL (VALUES (owner_user_id, workflow_id),
      (('00000000-0000-0000-0000-00000000000' || right(owner_user_id::text, 1))::uuid, '00000000-0000-0000-0000-000000000000'::uuid)) counted (owner_id, counted_id)
    GROUP BY owner_id, counted_id, by_hour, starts_at, status, bucket HAVING sum(change) <> 0
    -- In the order of the key, so that two statements never wait for one another.
    ORDER BY owner_id, by_hour, starts_at, counted_id, status, bucket
    ON CONFLICT (owner_user_id, by_hour, starts_at, workflow_id, status, bucket) DO UPDATE SET runs = s.runs + excluded.runs;
  ELSE
    -- A run that was continued ends a second time: what it counted as before is taken back.
    INSERT INTO run_stats AS s (owner_user_id, workflow_id, by_hour, starts_at, status, bucket, runs)
    SELECT owner_id, counted_id, by_hour, starts_at, status, bucket, sum(change)
    FROM (
      SELECT owner_user_id, workflow_id, coalesce(started_at, created_at) AS began_at, status, 1 AS change,
        CASE WHEN status = 'Succeeded' THEN floor(2 * log(2, greatest(1, extract(epoch FROM finished_at - coalesce(started_at, created_at)) * 1000)))::smallint ELSE 0::smallint END AS bucket
      FROM new_runs WHERE status IN ('Succeeded', 'Failed', 'Cancelled') AND NOT is_test
      UNION ALL
      SELECT owner_user_id, workflow_id, coalesce(started_at, created_at) AS began_at, status, -1 AS change,
        CASE WHEN status = 'Succeeded' THEN floor(2 * log(2, greatest(1, extract(epoch FROM finished_at - coalesce(started_at, created_at)) * 1000)))::smallint ELSE 0::smallint END AS bucket
      FROM old_runs WHERE status IN ('Succeeded', 'Failed', 'Cancelled') AND NOT is_test
    ) changed
    CROSS JOIN LATERAL (VALUES (date_trunc('hour', began_at, 'UTC'), true), (date_trunc('day', began_at, 'UTC'), false)) slots (starts_at, by_hour)
    -- The workflow's own row, and one of those for everyone.
    CROSS JOIN LATERAL (VALUES (owner_user_id, workflow_id),
      (('00000000-0000-0000-0000-00000000000' || right(owner_user_id::text, 1))::uuid, '00000000-0000-0000-0000-000000000000'::uuid)) counted (owner_id, counted_id)
    GROUP BY owner_id, counted_id, by_hour, starts_at, status, bucket HAVING sum(change) <> 0
    -- In the order of the key, so that two statements never wait for one another.
    ORDER BY owner_id, by_hour, starts_at, counted_id, status, bucket
    ON CONFLICT (owner_user_id, by_hour, starts_at, workflow_id, status, bucket) DO UPDATE SET runs = s.runs + excluded.runs;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- since 1.0.0: code before it writes the same rows, which are counted as well
CREATE TRIGGER runs_counted_in AFTER INSERT ON workflow_instances REFERENCING NEW TABLE AS new_runs
FOR EACH STATEMENT EXECUTE FUNCTION count_ended_runs();
--> statement-breakpoint
-- since 1.0.0: code before it writes the same rows, which are counted as well
CREATE TRIGGER runs_counted_anew AFTER UPDATE ON workflow_instances REFERENCING OLD TABLE AS old_runs NEW TABLE AS new_runs
FOR EACH STATEMENT EXECUTE FUNCTION count_ended_runs();
--> statement-breakpoint
-- The triggers keep writers out until the transaction ends, so that no run is missed or counted twice. A page shows 60 days.
INSERT INTO run_stats AS s (owner_user_id, workflow_id, by_hour, starts_at, status, bucket, runs)
    SELECT owner_id, counted_id, by_hour, starts_at, status, bucket, sum(change)
    FROM (
      SELECT owner_user_id, workflow_id, coalesce(started_at, created_at) AS began_at, status, 1 AS change,
        CASE WHEN status = 'Succeeded' THEN floor(2 * log(2, greatest(1, extract(epoch FROM finished_at - coalesce(started_at, created_at)) * 1000)))::smallint ELSE 0::smallint END AS bucket
      FROM workflow_instances WHERE status IN ('Succeeded', 'Failed', 'Cancelled') AND NOT is_test AND created_at > now() - interval '61 days'
    ) changed
    CROSS JOIN LATERAL (VALUES (date_trunc('hour', began_at, 'UTC'), true), (date_trunc('day', began_at, 'UTC'), false)) slots (starts_at, by_hour)
    -- The workflow's own row, and one of those for everyone.
    CROSS JOIN LATERAL (VALUES (owner_user_id, workflow_id),
      (('00000000-0000-0000-0000-00000000000' || right(owner_user_id::text, 1))::uuid, '00000000-0000-0000-0000-000000000000'::uuid)) counted (owner_id, counted_id)
    GROUP BY owner_id, counted_id, by_hour, starts_at, status, bucket HAVING sum(change) <> 0
    -- In the order of the key, so that two statements never wait for one another.
    ORDER BY owner_id, by_hour, starts_at, counted_id, status, bucket
    ON CONFLICT (owner_user_id, by_hour, starts_at, workflow_id, status, bucket) DO UPDATE SET runs = s.runs + excluded.runs;
