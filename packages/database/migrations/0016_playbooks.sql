CREATE TABLE "playbook_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"is_active" boolean NOT NULL,
	"custom_playbook_type" text,
	"integration_type" text NOT NULL,
	"connector_type_ids" text[] NOT NULL,
	"definition" json NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"created_by_user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "playbooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"playbook_template_id" text NOT NULL,
	"definition" json NOT NULL,
	"wizard" json NOT NULL,
	"workflow_ids" json NOT NULL,
	"applied" json NOT NULL,
	"started_workflow_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"converted_at" timestamp (3) with time zone,
	"is_paused" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "playbook_templates" ADD CONSTRAINT "playbook_templates_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playbook_templates_name" ON "playbook_templates" USING btree (lower("name"),"id") WHERE not "playbook_templates"."is_deleted";--> statement-breakpoint
CREATE UNIQUE INDEX "playbooks_owner_template_unique" ON "playbooks" USING btree ("owner_user_id","playbook_template_id") WHERE not "playbooks"."is_deleted";--> statement-breakpoint
CREATE INDEX "playbooks_owner" ON "playbooks" USING btree ("owner_user_id","created_at");