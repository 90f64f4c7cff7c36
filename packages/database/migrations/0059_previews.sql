CREATE TABLE "deployment_previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"area" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opened_previews" (
	"session_id" uuid NOT NULL,
	"area" text NOT NULL,
	"preview_id" uuid NOT NULL,
	CONSTRAINT "opened_previews_session_id_area_pk" PRIMARY KEY("session_id","area")
);
--> statement-breakpoint
ALTER TABLE "deployment_versions" ADD COLUMN "is_preview" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "opened_previews" ADD CONSTRAINT "opened_previews_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_previews" ADD CONSTRAINT "opened_previews_preview_id_deployment_previews_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."deployment_previews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deployment_previews_name_unique" ON "deployment_previews" USING btree ("area","name");--> statement-breakpoint
CREATE INDEX "opened_previews_preview" ON "opened_previews" USING btree ("preview_id");