CREATE TABLE "workflow_folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "was_active" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "folder_id" uuid;--> statement-breakpoint
ALTER TABLE "workflow_folders" ADD CONSTRAINT "workflow_folders_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_folders_name_unique" ON "workflow_folders" USING btree ("owner_user_id",lower("name")) WHERE "workflow_folders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "workflow_folders_deleted" ON "workflow_folders" USING btree ("deleted_at") WHERE "workflow_folders"."deleted_at" is not null;--> statement-breakpoint
-- since 1.0.0: code before it does not write the new column
-- small table: the new column is null in every row, so one quick pass finds nothing to check
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_folder_id_workflow_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."workflow_folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- small table: the new column is null in every row, so one quick pass finds nothing to index
CREATE INDEX "workflows_folder" ON "workflows" USING btree ("folder_id","created_at","id") WHERE "workflows"."folder_id" is not null;