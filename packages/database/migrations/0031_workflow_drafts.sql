ALTER TABLE "workflow_versions" ADD COLUMN "draft_of_version_id" uuid;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "published_number" integer;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "draft_version_id" uuid;
--> statement-breakpoint
-- small table: one version of each workflow that was ever active, locked row by row
UPDATE "workflow_versions" SET "published_number" = 1, "published_at" = "workflow_versions"."created_at" FROM "workflows" WHERE "workflows"."published_version_id" = "workflow_versions"."id";
