CREATE TABLE "dashboard_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"dashboard_id" uuid NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"object" json NOT NULL,
	"dashboard_entity" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	"recent_writes" text[] DEFAULT '{}'::text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dashboards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"dashboard_type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dashboard_items" ADD CONSTRAINT "dashboard_items_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboards" ADD CONSTRAINT "dashboards_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_items_external_unique" ON "dashboard_items" USING btree ("dashboard_id","type","source","external_id");--> statement-breakpoint
CREATE INDEX "dashboard_items_created" ON "dashboard_items" USING btree ("owner_user_id","dashboard_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "dashboard_items_name_search" ON "dashboard_items" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "dashboards_owner_type_unique" ON "dashboards" USING btree ("owner_user_id","dashboard_type");