ALTER TABLE "sync_flows" ADD COLUMN "cursor_of" text;--> statement-breakpoint
ALTER TABLE "sync_flows" ADD COLUMN "source_id_path" text;