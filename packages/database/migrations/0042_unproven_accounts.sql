ALTER TABLE "users" ADD COLUMN "is_unproven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "users" SET "is_unproven" = true WHERE NOT "email_confirmed";
