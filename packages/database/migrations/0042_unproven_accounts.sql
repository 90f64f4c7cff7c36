ALTER TABLE "users" ADD COLUMN "is_unproven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- small table: one row a person, and only the few whose address is unconfirmed change
UPDATE "users" SET "is_unproven" = true WHERE NOT "email_confirmed";
