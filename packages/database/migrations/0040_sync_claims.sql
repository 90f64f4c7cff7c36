CREATE TABLE "sync_claims" (
	"key" text PRIMARY KEY NOT NULL,
	"flow_id" uuid NOT NULL,
	"source_kind" text NOT NULL,
	"source_item_id" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sync_items" ADD COLUMN "doubt" json;