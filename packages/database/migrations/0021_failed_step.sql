ALTER TABLE "workflow_instances" ADD COLUMN "started_by" text;--> statement-breakpoint
ALTER TABLE "workflow_instances" ADD COLUMN "failed_step" text;