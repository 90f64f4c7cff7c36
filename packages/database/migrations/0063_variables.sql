CREATE TABLE "variables" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"is_secret" boolean NOT NULL,
	"value" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "variables" ADD CONSTRAINT "variables_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "variables_name_unique" ON "variables" USING btree ("owner_user_id",lower("name"));