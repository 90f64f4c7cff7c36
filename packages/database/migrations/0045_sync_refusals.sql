ALTER TABLE "sync_items" ADD COLUMN "refusal" json;--> statement-breakpoint
ALTER TABLE "sync_items" ADD COLUMN "run_id" text;