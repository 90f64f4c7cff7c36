CREATE TABLE "deployment_sets" (
	"number" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	"action" text NOT NULL,
	"note" text,
	"contract_version" text,
	"parts" jsonb NOT NULL
);
--> statement-breakpoint
-- What is live now is the first set that people can return to.
INSERT INTO "deployment_sets" ("number", "at", "action", "parts")
SELECT "revision", now(), 'Deployed', (
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'name', "name",
		'live', "live_version",
		'canary', CASE WHEN "canary_version" IS NULL THEN NULL ELSE jsonb_build_object('version', "canary_version", 'percent', "canary_percent") END
	) ORDER BY "name"), '[]')
	FROM "deployments" WHERE "live_version" IS NOT NULL
) FROM "deployment_registry";
