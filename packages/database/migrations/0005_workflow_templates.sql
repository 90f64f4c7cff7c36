CREATE TABLE "workflow_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_active" boolean NOT NULL,
	"is_dashboard" boolean DEFAULT false NOT NULL,
	"dashboard_source_connector_type_id" text,
	"steps" json NOT NULL,
	"connector_type_ids" text[] NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"created_by_user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workflow_templates" ADD CONSTRAINT "workflow_templates_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_templates_name_unique" ON "workflow_templates" USING btree (lower("name")) WHERE not "workflow_templates"."is_deleted" and not "workflow_templates"."is_system";--> statement-breakpoint
CREATE INDEX "workflow_templates_name" ON "workflow_templates" USING btree (lower("name"),"id") WHERE not "workflow_templates"."is_deleted";