ALTER TABLE "dashboard_items" ADD COLUMN "made_at" timestamp (3) with time zone;--> statement-breakpoint
-- small table: only dashboards that admins set up fill it, so this takes seconds.
-- Items of earlier releases; a text that is no date leaves its item where it came.
UPDATE "dashboard_items" SET "made_at" = CASE
  WHEN "said"."at" ~ '(Z|:\d{2}[+-]\d{2}:?\d{2})$' THEN "said"."at"::timestamptz ELSE "said"."at"::timestamp AT TIME ZONE 'UTC' END
FROM (
  SELECT "id", "object" ->> (CASE "type" WHEN 'Registration' THEN 'registeredAt' WHEN 'Activity' THEN 'activityAt' ELSE 'createdAt' END) AS "at"
  FROM "dashboard_items"
) AS "said"
WHERE "said"."id" = "dashboard_items"."id"
  AND "said"."at" ~ '^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$'
  AND pg_input_is_valid("said"."at", 'timestamptz');
