ALTER TABLE "workflow_versions" ADD COLUMN "autosave_session_id" text;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "autosave_began_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "superseded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "share_code" text;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "shared_version_id" uuid;--> statement-breakpoint
CREATE INDEX "workflow_versions_superseded" ON "workflow_versions" USING btree ("superseded_at") WHERE "workflow_versions"."superseded_at" is not null;