CREATE TABLE "integrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"integration_type" text NOT NULL,
	"direction_type" text NOT NULL,
	"last_sync_date" timestamp (3) with time zone,
	"operations" json NOT NULL,
	"conflict_rule" text DEFAULT 'SourceWins' NOT NULL,
	"carries_deletions" boolean DEFAULT false NOT NULL,
	"target_external_id_fields" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_flows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"flow_key" text NOT NULL,
	"integration_type" text,
	"dashboard_entity" text,
	"direction" text NOT NULL,
	"source_connector_type_id" text NOT NULL,
	"source_connector_id" text NOT NULL,
	"source_entity" text NOT NULL,
	"target_connector_type_id" text NOT NULL,
	"target_connector_id" text NOT NULL,
	"target_entity" text NOT NULL,
	"cursor" text,
	"is_paused" boolean DEFAULT false NOT NULL,
	"running_run_id" text,
	"lease_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	"error" text,
	"read_count" integer DEFAULT 0 NOT NULL,
	"created_count" integer DEFAULT 0 NOT NULL,
	"updated_count" integer DEFAULT 0 NOT NULL,
	"unchanged_count" integer DEFAULT 0 NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_items" (
	"flow_id" uuid NOT NULL,
	"source_item_id" text NOT NULL,
	"target_item_id" text,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"error" text,
	"fingerprint" text,
	"source_record" json,
	"written" json,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"written_at" timestamp (3) with time zone,
	"target_changed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sync_items_flow_id_source_item_id_pk" PRIMARY KEY("flow_id","source_item_id")
);
--> statement-breakpoint
ALTER TABLE "sync_items" ADD CONSTRAINT "sync_items_flow_id_sync_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."sync_flows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_workflow_type_unique" ON "integrations" USING btree ("workflow_id","integration_type");--> statement-breakpoint
CREATE INDEX "integrations_owner" ON "integrations" USING btree ("owner_user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_flows_key_unique" ON "sync_flows" USING btree ("workflow_id","flow_key");--> statement-breakpoint
CREATE INDEX "sync_flows_owner" ON "sync_flows" USING btree ("owner_user_id","last_updated_at");--> statement-breakpoint
CREATE INDEX "sync_items_target" ON "sync_items" USING btree ("flow_id","target_item_id") WHERE "sync_items"."target_item_id" is not null;--> statement-breakpoint
CREATE INDEX "sync_items_newest" ON "sync_items" USING btree ("flow_id","last_updated_at","source_item_id");--> statement-breakpoint
CREATE INDEX "sync_items_status" ON "sync_items" USING btree ("flow_id","status","last_updated_at","source_item_id");--> statement-breakpoint
CREATE INDEX "sync_items_due" ON "sync_items" USING btree ("flow_id","next_attempt_at") WHERE "sync_items"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "sync_items_search" ON "sync_items" USING gin (lower("name" || ' ' || "source_item_id" || ' ' || coalesce("target_item_id", '')) gin_trgm_ops);