CREATE TABLE "billing_customers" (
	"user_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"customer_id" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"checkout_session_id" text,
	"synced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_customers_user_id_mode_pk" PRIMARY KEY("user_id","mode")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_grants" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"price_id" text,
	"product_name" text,
	"quotas" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"granted_by_user_id" uuid NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"customer_id" text NOT NULL,
	"status" text NOT NULL,
	"price_id" text NOT NULL,
	"product_id" text NOT NULL,
	"product_name" text NOT NULL,
	"quotas" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"past_due_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_customer" ON "billing_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_events_taken" ON "billing_events" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_period_end" ON "subscriptions" USING btree ("status","current_period_end");