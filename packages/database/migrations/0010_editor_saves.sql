ALTER TABLE "workflow_versions" ADD COLUMN "editor_session_id" text;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "editor_save_number" integer;