ALTER TABLE "workflow_instances" ADD COLUMN "content" tsvector;--> statement-breakpoint
ALTER TABLE "workflow_instances" ADD COLUMN "identity" jsonb;