ALTER TABLE "alert_settings" ADD COLUMN "sends_ends" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "watches_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "ended_at" timestamp (3) with time zone;