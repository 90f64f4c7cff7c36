ALTER TABLE "alert_settings" ADD COLUMN "sync_error_count" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD COLUMN "sync_error_percent" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;