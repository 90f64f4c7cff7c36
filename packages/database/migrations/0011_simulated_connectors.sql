ALTER TABLE "connectors" ADD COLUMN "tested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "is_simulated" boolean DEFAULT false NOT NULL;